import { whoAnswers } from '../failure-toast.ts';
import {
  type DeliveryPorts,
  keepDelivering,
  lookForOtherStore,
  type Waiting,
} from '../outbox/delivery.ts';
import { aloneUnder, outbox } from '../outbox/outbox.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { refreshRepairs } from '../repair-cache.ts';
import { uploadTicketPhoto } from '../upload-photo.ts';
import { type KeptPhoto, keptPhotos } from './kept-photos.ts';
import { photoChanges } from './photo-changes.ts';

/** Sends photos to tickets in the order in which they were taken, each once its repair has arrived. */

/** @param entries of the outbox */
function sendable(photos: readonly KeptPhoto[], entries: readonly OutboxEntry[]): KeptPhoto[] {
  const missing = entries.filter(({ ticketNumber }) => ticketNumber === null);
  const waitsFor = new Set(missing.map(({ repairId }) => repairId));
  return photos.filter(({ isReady, repairId }) => isReady && !waitsFor.has(repairId));
}

interface WaitingPhoto extends Waiting {
  kept: KeptPhoto;
}

const ports: DeliveryPorts<WaitingPhoto> = {
  alone: aloneUnder('kept-photos'),
  entries: async () => {
    await lookForOtherStore();
    const entries = await outbox.read().catch(() => []);
    return sendable(await keptPhotos.read(), entries).map((kept) => ({
      repairId: kept.photoId,
      // As with the outbox's photos, trouble with one doesn't hold up the others.
      ticketNumber: kept.repairId,
      refusal: kept.refusal,
      kept,
    }));
  },
  sendTicket: async () => undefined,
  async sendPhoto({ kept }) {
    try {
      await uploadTicketPhoto(kept);
    } catch (error) {
      if (!kept.isWaiting) await photoChanges.noteWaiting(kept.photoId);
      throw error;
    }
    // First, so that the screen never lacks it.
    await refreshRepairs();
    await photoChanges.remove(kept.photoId);
  },
  noteRefusal: ({ kept }, refusal) => photoChanges.noteRefusal(kept.photoId, refusal),
  isShopThere: async () => (await whoAnswers()) === 'shop',
};

const kept = {
  subscribe(listener: () => void): () => void {
    const stops = [keptPhotos.subscribe(listener), outbox.subscribe(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
  count: () =>
    sendable(keptPhotos.current(), outbox.current().entries).filter(
      ({ refusal }) => refusal === null,
    ).length,
  refresh: keptPhotos.refresh,
};

/** @returns a function that stops it */
export const keepDeliveringPhotos = (): (() => void) => keepDelivering(ports, kept);
