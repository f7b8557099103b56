import type { Client, Repair } from '../../domain/api-answers.ts';
import {
  deletedForGoodBefore,
  restoredClientNotes,
  restoredRepairNotes,
} from '../../domain/deletion.ts';
import { phoneKey } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { findClient } from '../clients/store.ts';
import { isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import { takeLease } from '../database/leases.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { expireDue } from '../estimates/deadlines.ts';
import type { PhotoActions } from '../photos/actions.ts';
import { scrubClientEvents, scrubTicketEvents } from '../shop/history/store.ts';
import { scrubMessages } from '../texts/store.ts';
import {
  clientsDeletedBefore,
  directoryAround,
  dropUnnamedClient,
  purgeClient,
  purgeTicket,
  restoreClient,
  restoreTicket,
  ticketsDeletedBefore,
} from './deletion-store.ts';
import { lockTickets } from './lock.ts';
import { findDeletedRepair, findRepair, getRepair, recentSubmissions } from './store.ts';

export type DeletionActions = ReturnType<typeof deletionActions>;

/** How often one of all the processes looks for what is over, in milliseconds. */
const purgeTurnMs = 60 * 60_000;
/** Looking at every photo takes a while, and a file too many does no harm. */
const sweepLeaseMs = 24 * 60 * 60_000;

interface Parts extends Deps {
  photos: PhotoActions;
}

type Actor = 'staff' | 'system';

/** The way back from a deletion, and its end. */
export function deletionActions(deps: Parts) {
  const { database, photos, clock, log } = deps;
  const { dialect } = database;
  let underWay: Promise<void> | null = null;
  let isStopping = false;

  /** Why there is nothing to bring back or to delete for good. */
  async function repairRefusal(tx: Handle, reference: string): Promise<Problem> {
    const repair = await findRepair(tx, reference);
    return repair
      ? new Problem('already-restored', { extra: { repair } })
      : new Problem('deleted-not-found');
  }

  async function clientRefusal(tx: Handle, id: string): Promise<Problem> {
    const client = await findClient(tx, id);
    return client
      ? new Problem('already-restored', { extra: { client } })
      : new Problem('deleted-not-found');
  }

  async function notesOn(tx: Handle, repair: Repair, deletedAt: string): Promise<string[]> {
    const { watchBrand, watchModel, customerPhone } = repair;
    const watch = (brand: string, model: string) => `${brand} ${model}`.toLowerCase();
    const since = await recentSubmissions(tx, phoneKey(customerPhone), deletedAt);
    const same = since.find(
      (other) =>
        other.ticketNumber !== repair.ticketNumber &&
        watch(other.watchBrand, other.watchModel) === watch(watchBrand, watchModel),
    );
    const { isDeleted } = await directoryAround(tx, repair.clientId);
    return restoredRepairNotes({
      hasOptedOut: repair.optedOutAt !== null,
      hasExpired: (repair.estimateExpiredAt ?? '') >= deletedAt,
      isClientDeleted: isDeleted,
      sameWatch: same?.ticketNumber ?? null,
    });
  }

  /** @returns the photos that are now nobody's; null where it is live or gone */
  async function purgeRepairIn(
    tx: Handle,
    ticketNumber: string,
    before: string | null,
    actor: Actor,
  ): Promise<string[] | null> {
    const at = isoTime(clock());
    const gone = await purgeTicket(tx, ticketNumber, before);
    if (!gone) return null;
    const { id, repair_id: repairId } = gone;
    await scrubMessages(tx, ticketNumber, at);
    await scrubTicketEvents(tx, ticketNumber);
    await dropUnnamedClient(tx, gone.client_id);
    await record(tx, dialect, {
      at,
      events: [{ kind: 'repair-purged', actor, ticketNumber, repairId, data: purged }],
      changes: [{ entity: 'repair', id, what: 'purged', ticketNumber }],
    });
    return [gone.initial_photo_url, gone.completed_photo_url].filter((url) => url !== null);
  }

  /** @returns whether this call did; not where the client is in the directory or gone */
  async function purgeClientIn(
    tx: Handle,
    id: string,
    before: string | null,
    actor: Actor,
  ): Promise<boolean> {
    const at = isoTime(clock());
    if (!(await purgeClient(tx, id, before, at))) return false;
    await scrubClientEvents(tx, id);
    await dropUnnamedClient(tx, id);
    await record(tx, dialect, {
      at,
      events: [{ kind: 'client-purged', actor, clientId: id, data: purged }],
      changes: [{ entity: 'client', id, what: 'purged', ticketNumber: null }],
    });
    return true;
  }

  /** Purges what was deleted so long ago that it can no longer be restored. */
  async function purgeDue(): Promise<void> {
    const before = isoTime(deletedForGoodBefore(clock()));
    for (;;) {
      const tickets = await ticketsDeletedBefore(database.read, before);
      const clients = await clientsDeletedBefore(database.read, before);
      if (tickets.length + clients.length === 0) return;
      for (const ticketNumber of tickets) {
        if (isStopping) return;
        const left = await database.transact((tx) =>
          purgeRepairIn(tx, ticketNumber, before, 'system'),
        );
        await photos.discard(left ?? []);
      }
      for (const id of clients) {
        if (isStopping) return;
        await database.transact((tx) => purgeClientIn(tx, id, before, 'system'));
      }
    }
  }

  async function tidyInTurn(): Promise<void> {
    const jobs = [
      { name: 'deleting for good', every: purgeTurnMs, run: purgeDue },
      { name: 'sweeping photos', every: sweepLeaseMs, run: () => photos.sweep(() => isStopping) },
    ];
    for (const { name, every, run } of jobs) {
      try {
        if (!isStopping && (await takeLease(database, name, clock(), every))) await run();
      } catch (error) {
        // One that fails must not keep the other waiting; its next turn tries again.
        log.warn({ error: String(error), job: name }, 'What is over could not be cleared away');
      }
    }
  }

  return {
    /**
     * Brings a deleted repair back as it was: its number, estimates, photos, texts and history.
     *
     * @param reference ticket number or repair id
     * @returns the repair, and what staff should know about it
     * @throws Problem deleted-not-found, already-restored
     */
    async restoreRepair(reference: string): Promise<{ repair: Repair; notes: string[] }> {
      const now = clock();
      const at = isoTime(now);
      const after = isoTime(deletedForGoodBefore(now));
      return database.transact(async (tx) => {
        await lockTickets(tx, dialect, [reference]);
        const deleted = await findDeletedRepair(tx, reference);
        if (!deleted || !(await restoreTicket(tx, deleted.repair.ticketNumber, after, at))) {
          throw await repairRefusal(tx, reference);
        }
        const { deletedAt } = deleted;
        // Its estimate may have waited too long while nobody could answer it.
        await expireDue(deps, tx, now, { ticketNumber: deleted.repair.ticketNumber });
        const repair = await getRepair(tx, reference);
        const notes = await notesOn(tx, repair, deletedAt);
        const { id, ticketNumber, repairId } = repair;
        await record(tx, dialect, {
          at,
          events: [
            { kind: 'repair-restored', actor: 'staff', ticketNumber, repairId, data: restored },
          ],
          changes: [{ entity: 'repair', id, what: 'restored', ticketNumber }],
        });
        return { repair, notes };
      });
    },

    /**
     * Brings a deleted client back into the directory.
     *
     * @throws Problem deleted-not-found, already-restored
     */
    async restoreClient(id: string): Promise<{ client: Client; notes: string[] }> {
      const now = clock();
      const at = isoTime(now);
      const after = isoTime(deletedForGoodBefore(now));
      return database.transact(async (tx) => {
        const isBack = await restoreClient(tx, id, after, at);
        const client = isBack ? await findClient(tx, id) : undefined;
        if (!client) throw await clientRefusal(tx, id);
        const { sameEmail } = await directoryAround(tx, id);
        const hasOptedOut = client.optedOutAt !== null;
        await record(tx, dialect, {
          at,
          events: [{ kind: 'client-restored', actor: 'staff', clientId: id, data: restored }],
          changes: [{ entity: 'client', id, what: 'restored', ticketNumber: null }],
        });
        return { client, notes: restoredClientNotes({ hasOptedOut, sameEmail }) };
      });
    },

    /** Ends a deleted repair's way back at once. @throws Problem deleted-not-found, already-restored */
    async purgeRepair(reference: string): Promise<void> {
      const left = await database.transact(async (tx) => {
        await lockTickets(tx, dialect, [reference]);
        const deleted = await findDeletedRepair(tx, reference);
        const urls =
          deleted && (await purgeRepairIn(tx, deleted.repair.ticketNumber, null, 'staff'));
        if (!urls) throw await repairRefusal(tx, reference);
        return urls;
      });
      await photos.discard(left);
    },

    /** Ends a deleted client's way back at once. @throws Problem deleted-not-found, already-restored */
    async purgeClient(id: string): Promise<void> {
      await database.transact(async (tx) => {
        if (!(await purgeClientIn(tx, id, null, 'staff'))) throw await clientRefusal(tx, id);
      });
    },

    /**
     * Clears away what is over: deletions without a way back, photos that no ticket names. Each in
     * its turn, where several processes share the data. Called while it runs, it waits for that run.
     */
    tidy(): Promise<void> {
      underWay ??= tidyInTurn().finally(() => {
        underWay = null;
      });
      return underWay;
    },

    /** Begins nothing more. @returns when nothing runs any more */
    async stop(): Promise<void> {
      isStopping = true;
      await underWay;
    },
  };
}

const restored = { before: { deleted: true }, after: { deleted: false } };
const purged = { before: { recoverable: true }, after: { recoverable: false } };
