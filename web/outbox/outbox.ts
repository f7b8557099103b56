import { useSyncExternalStore } from 'react';
import { logOut } from '../data/session.ts';
import { panels } from '../ui/panels.ts';
import { inOwnTurn } from './one-tab.ts';
import { inOutbox } from './outbox-database.ts';
import type { OutboxEntry, Receipt, Refusal } from './outbox-entry.ts';

/**
 * What was taken in while the server could not be reached, as this tab knows it; the truth lies in
 * the browser's database, for all tabs and after the browser was closed.
 */

interface OutboxState {
  /** In the order of their delivery. */
  entries: readonly OutboxEntry[];
  /** What was delivered of late, newest first. */
  receipts: readonly Receipt[];
}

const nothing: OutboxState = { entries: [], receipts: [] };

let state = nothing;
const listeners = new Set<() => void>();

/** Other tabs read anew what this one changed, and the other way round. */
const tabs = openChannel();

/** A browser that forbids storage may forbid this, too; then there is nothing to tell either. */
function openChannel(): BroadcastChannel | null {
  try {
    const channel = new BroadcastChannel('outbox');
    channel.addEventListener('message', () => void refresh());
    return channel;
  } catch {
    return null;
  }
}

function show(next: OutboxState): void {
  state = next;
  for (const listener of listeners) listener();
}

let latestRead = 0;

async function refresh(): Promise<void> {
  latestRead += 1;
  const thisRead = latestRead;
  const read = await inOutbox('readonly', async (outbox) => ({
    entries: await outbox.entries(),
    receipts: await outbox.receipts(),
  })).catch(() => nothing);
  // A later change was read meanwhile.
  if (thisRead !== latestRead) return;
  const receipts = read.receipts.toSorted((one, other) =>
    other.deliveredAt.localeCompare(one.deliveredAt),
  );
  show({ entries: read.entries, receipts });
}

/** Makes a change and tells all tabs of it. */
export async function changeOutbox(use: Parameters<typeof inOutbox<void>>[1]): Promise<void> {
  await inOutbox('readwrite', use);
  tabs?.postMessage('changed');
  await refresh();
}

/** A receipt that nobody has asked for in this time is not missed. */
const receiptLifetimeMs = 7 * 24 * 60 * 60_000;

export const outbox = {
  current: (): OutboxState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  refresh,
  entry: (repairId: string): OutboxEntry | undefined =>
    state.entries.find((entry) => entry.repairId === repairId),

  /** The server has the ticket; what is left is the photo, if there is one. */
  async noteTicket(
    repairId: string,
    ticketNumber: string,
    smsFailure: string | null,
  ): Promise<void> {
    await changeOutbox(async (tx) => {
      const entry = await tx.entry(repairId);
      if (entry === undefined) return;
      const { isPrinted } = entry;
      const deliveredAt = new Date().toISOString();
      tx.putReceipt({ repairId, ticketNumber, deliveredAt, isPrinted, smsFailure });
      if (entry.photo === null) tx.removeEntry(repairId);
      else tx.putEntry({ ...entry, ticketNumber, refusal: null });
    });
  },

  /** It was sent from the form instead, with the form's photo, if any. */
  async settle(repairId: string, ticketNumber: string): Promise<void> {
    if (outbox.entry(repairId) === undefined) return;
    await changeOutbox(async (tx) => {
      const entry = await tx.entry(repairId);
      if (entry === undefined) return;
      const deliveredAt = new Date().toISOString();
      tx.putReceipt({
        repairId,
        ticketNumber,
        deliveredAt,
        isPrinted: entry.isPrinted,
        smsFailure: null,
      });
      tx.removeEntry(repairId);
    });
  },

  /** All of it has arrived, or its photo is given up. */
  remove: (repairId: string): Promise<void> => changeOutbox(async (tx) => tx.removeEntry(repairId)),

  /** @param refusal null has it sent again */
  async noteRefusal(repairId: string, refusal: Refusal | null): Promise<void> {
    await changeOutbox(async (tx) => {
      const entry = await tx.entry(repairId);
      if (entry !== undefined) tx.putEntry({ ...entry, refusal });
    });
  },

  async replacePhoto(repairId: string, photo: Blob): Promise<void> {
    await changeOutbox(async (tx) => {
      const entry = await tx.entry(repairId);
      if (entry !== undefined) tx.putEntry({ ...entry, photo, refusal: null });
    });
  },

  async notePrinted(repairId: string): Promise<void> {
    await changeOutbox(async (tx) => {
      const entry = await tx.entry(repairId);
      if (entry !== undefined) tx.putEntry({ ...entry, isPrinted: true });
    });
  },

  /** Its id belongs to a ticket that was deleted: it is sent as another. */
  async rename(repairId: string, next: string): Promise<void> {
    await changeOutbox(async (tx) => {
      const entry = await tx.entry(repairId);
      if (entry === undefined) return;
      tx.removeEntry(repairId);
      tx.putEntry({ ...entry, repairId: next, repair: { ...entry.repair, repairId: next } });
    });
  },

  /**
   * Throws an entry away, unless it is being delivered just now.
   *
   * @returns the ticket that it has become meanwhile, if it has
   */
  discard: (repairId: string): Promise<string | null> =>
    inOwnTurn(async () => {
      await outbox.remove(repairId);
      const receipt = state.receipts.find((each) => each.repairId === repairId);
      return receipt?.ticketNumber ?? null;
    }),

  forgetReceipt: (repairId: string): Promise<void> =>
    changeOutbox(async (tx) => tx.removeReceipt(repairId)),

  async forgetOldReceipts(): Promise<void> {
    const oldest = new Date(Date.now() - receiptLifetimeMs).toISOString();
    const old = state.receipts.filter(({ deliveredAt }) => deliveredAt < oldest);
    if (old.length === 0) return;
    await changeOutbox(async (tx) => {
      for (const { repairId } of old) tx.removeReceipt(repairId);
    });
  },
};

export function useOutbox(): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.current);
}

/** Read with the page, so that a logout already knows what it would leave behind. */
void refresh();

/** Logs out; where something has not reached the server yet, after a question that names it. */
export function askToLogOut(): void {
  if (outbox.current().entries.length === 0) logOut();
  else void panels.open('logOut');
}

/** @returns how many repairs of this browser wait for staff, and not for the server */
export function useRefusedCount(): number {
  return useOutbox().entries.filter(({ refusal }) => refusal !== null).length;
}
