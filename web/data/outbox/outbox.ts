import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase } from '../database.ts';
import { createStore } from '../store.ts';
import { tabChannel } from '../tab-channel.ts';
import type { DeliveryReceipt, OutboxEntry, Refusal } from './outbox-entry.ts';

/**
 * What was taken in while the server could not be reached, as this tab knows it; the truth is in
 * the browser's database, for all tabs, even after the browser has been closed.
 */

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { order: number } };
  receipts: { key: string; value: DeliveryReceipt };
}

const inDatabase = browserDatabase<OutboxSchema>('outbox', (database) => {
  const entries = database.createObjectStore('entries', { keyPath: 'repairId' });
  entries.createIndex('order', 'order', { unique: true });
  database.createObjectStore('receipts', { keyPath: 'repairId' });
});

const readEntries = () => inDatabase((database) => database.getAllFromIndex('entries', 'order'));

const startChange = (database: IDBPDatabase<OutboxSchema>) => {
  const transaction = database.transaction(['entries', 'receipts'], 'readwrite', {
    durability: 'strict',
  });
  return {
    entries: transaction.objectStore('entries'),
    receipts: transaction.objectStore('receipts'),
    done: transaction.done,
  };
};

/**
 * Makes a change, whole or not at all, and tells all tabs about it once it is on the disk.
 *
 * @param use must await nothing but the stores: the transaction ends as soon as nothing is asked of them
 * @throws DOMException if the browser forbids or refuses it
 */
export async function change(
  use: (stores: ReturnType<typeof startChange>) => Promise<unknown>,
): Promise<void> {
  await inDatabase((database) => {
    const stores = startChange(database);
    return Promise.all([use(stores), stores.done]);
  });
  tabs.tell();
  await refresh();
}

const changeEntry = (repairId: string, changes: Partial<OutboxEntry>) =>
  change(async ({ entries }) => {
    const entry = await entries.get(repairId);
    if (entry !== undefined) await entries.put({ ...entry, ...changes });
  });

const lockName = 'outbox';

/** Without HTTPS there are none: two tabs may deliver at once, and the server knows the id. */
const locks: LockManager | undefined = globalThis.navigator?.locks;

/** Delivers in one tab at a time. @returns `taken` if another tab, or this one, is at it */
export const aloneUnder =
  (name: string) =>
  async <Result>(work: () => Promise<Result>): Promise<Result | 'taken'> => {
    if (locks === undefined) return work();
    return locks.request(name, { ifAvailable: true }, async (lock) =>
      lock === null ? 'taken' : work(),
    );
  };

export const alone = aloneUnder(lockName);

/** A repair's photos go with it (../kept-photos/). The login doesn't load that code. */
const photosBeside = async () => (await import('../kept-photos/photo-changes.ts')).photoChanges;

interface OutboxState {
  entries: readonly OutboxEntry[];
  /** What was delivered recently, newest first. */
  receipts: readonly DeliveryReceipt[];
}

const state = createStore<OutboxState>({ entries: [], receipts: [] });
export const useOutbox = state.useValue;

/** Each tab reloads what another one changed. */
const tabs = tabChannel('outbox', () => void refresh());

let latestRead = 0;

async function refresh(): Promise<void> {
  latestRead += 1;
  const thisRead = latestRead;
  const [entries, receipts] = await inDatabase((database) =>
    Promise.all([database.getAllFromIndex('entries', 'order'), database.getAll('receipts')]),
  ).catch((): [OutboxEntry[], DeliveryReceipt[]] => [[], []]);
  // A later change has been read meanwhile.
  if (thisRead !== latestRead) return;
  receipts.sort((one, other) => other.deliveredAt.localeCompare(one.deliveredAt));
  state.set({ entries, receipts });
}

/** A receipt that no one has asked for in this time is not missed. */
const receiptLifetimeMs = 7 * 24 * 60 * 60_000;

interface Delivery {
  ticketNumber: string;
  /** Why the customer was not texted; null if they were. */
  smsFailure: string | null;
  /** Whether its photo is delivered, too, if there is one. */
  isWhole: boolean;
}

export const outbox = {
  current: state.get,
  subscribe: state.subscribe,
  refresh,
  read: readEntries,
  entry: (repairId: string): OutboxEntry | undefined =>
    state.get().entries.find((entry) => entry.repairId === repairId),

  /** The server has the ticket; what may be left is the photo. */
  async noteTicket(
    repairId: string,
    { ticketNumber, smsFailure, isWhole }: Delivery,
  ): Promise<void> {
    await change(async ({ entries, receipts }) => {
      const entry = await entries.get(repairId);
      if (entry === undefined) return;
      const { isPrinted, photo } = entry;
      const deliveredAt = new Date().toISOString();
      await receipts.put({ repairId, ticketNumber, deliveredAt, isPrinted, smsFailure });
      if (photo === null || isWhole) await entries.delete(repairId);
      else await entries.put({ ...entry, ticketNumber, refusal: null });
    });
  },

  /** All of it has arrived, or its photo was given up. */
  remove: (repairId: string) => change(({ entries }) => entries.delete(repairId)),

  /** @param refusal null to send it again */
  noteRefusal: (repairId: string, refusal: Refusal | null) => changeEntry(repairId, { refusal }),
  replacePhoto: (repairId: string, photo: Blob) => changeEntry(repairId, { photo, refusal: null }),
  notePrinted: (repairId: string) => changeEntry(repairId, { isPrinted: true }),

  /** Its id belongs to a ticket that was deleted: it is sent as another. */
  rename: (repairId: string, next: string) =>
    change(async ({ entries }) => {
      const entry = await entries.get(repairId);
      if (entry === undefined) return;
      await entries.delete(repairId);
      await entries.put({ ...entry, repairId: next, repair: { ...entry.repair, repairId: next } });
    }).then(async () => (await photosBeside()).rename(repairId, next)),

  /** Not while it is being delivered. @returns the ticket that it has become meanwhile */
  async discard(repairId: string): Promise<string | null> {
    const hasTicket = (outbox.entry(repairId)?.ticketNumber ?? null) !== null;
    const remove = () => outbox.remove(repairId);
    await (locks === undefined ? remove() : locks.request(lockName, remove));
    const receipt = state.get().receipts.find((each) => each.repairId === repairId);
    const ticketNumber = receipt?.ticketNumber ?? null;
    // Without a ticket, they belong to nothing.
    if (ticketNumber === null && !hasTicket) await (await photosBeside()).removeOf(repairId);
    return ticketNumber;
  },

  forgetReceipt: (repairId: string) => change(({ receipts }) => receipts.delete(repairId)),

  async forgetOldReceipts(): Promise<void> {
    const oldest = new Date(Date.now() - receiptLifetimeMs).toISOString();
    const old = state.get().receipts.filter(({ deliveredAt }) => deliveredAt < oldest);
    if (old.length === 0) return;
    await change(({ receipts }) =>
      Promise.all(old.map(({ repairId }) => receipts.delete(repairId))),
    );
  },
};

/** Read when the page loads, so that a logout knows what isn't sent yet. */
void refresh();

/** @returns how many repairs of this browser wait for staff, and not for the server */
export function useRefusedCount(): number {
  return useOutbox().entries.filter(({ refusal }) => refusal !== null).length;
}
