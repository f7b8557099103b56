import type { OutboxEntry, Receipt } from './outbox-entry.ts';

/** The outbox in the browser's own database: local storage holds neither photos nor enough text. */

const databaseName = 'outbox';

const entriesName = 'entries';
const receiptsName = 'receipts';
const turnsName = 'turns';

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => {
    const entries = opening.result.createObjectStore(entriesName, { keyPath: 'repairId' });
    entries.createIndex('order', 'order', { unique: true });
    opening.result.createObjectStore(receiptsName, { keyPath: 'repairId' });
    opening.result.createObjectStore(turnsName);
  };
  return settled(opening);
}

/** What can be done inside one transaction: all of it happens, or nothing. */
export interface OutboxTransaction {
  entries(): Promise<OutboxEntry[]>;
  entry(repairId: string): Promise<OutboxEntry | undefined>;
  putEntry(entry: OutboxEntry): void;
  removeEntry(repairId: string): void;
  receipts(): Promise<Receipt[]>;
  putReceipt(receipt: Receipt): void;
  removeReceipt(repairId: string): void;
  turn(): Promise<Turn | undefined>;
  putTurn(turn: Turn | null): void;
}

/** Which tab delivers, where the browser has no locks. */
export interface Turn {
  holder: string;
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * @param use may wait only for what the transaction itself gives: it is over when nothing is asked
 * @returns once it is on the disk
 * @throws DOMException where the browser forbids or refuses it; then nothing has changed
 */
export async function inOutbox<Result>(
  mode: 'readonly' | 'readwrite',
  use: (outbox: OutboxTransaction) => Promise<Result>,
): Promise<Result> {
  const database = await open();
  try {
    const transaction = database.transaction([entriesName, receiptsName, turnsName], mode, {
      durability: 'strict',
    });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const store = (name: string) => transaction.objectStore(name);
    const asked = use({
      entries: () => settled(store(entriesName).index('order').getAll()),
      entry: (repairId) => settled(store(entriesName).get(repairId)),
      putEntry: (entry) => void store(entriesName).put(entry),
      removeEntry: (repairId) => void store(entriesName).delete(repairId),
      receipts: () => settled(store(receiptsName).getAll()),
      putReceipt: (receipt) => void store(receiptsName).put(receipt),
      removeReceipt: (repairId) => void store(receiptsName).delete(repairId),
      turn: () => settled(store(turnsName).get(databaseName)),
      putTurn: (turn) =>
        void (turn === null
          ? store(turnsName).delete(databaseName)
          : store(turnsName).put(turn, databaseName)),
    });
    const [result] = await Promise.all([asked, done]);
    return result;
  } finally {
    database.close();
  }
}
