/** The draft's photo. Local storage holds only text, so it lies in the browser's own database. */

const databaseName = 'new-repair-draft';
const storeName = 'photos';

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await settled(opening);
  try {
    const transaction = database.transaction(storeName, mode);
    const written = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([settled(use(transaction.objectStore(storeName))), written]);
    return result;
  } finally {
    database.close();
  }
}

/** @returns whether the browser took it: a private window, or a full disk, does not */
export async function keepDraftPhoto(repairId: string, photo: Blob): Promise<boolean> {
  try {
    await withStore('readwrite', (store) => store.put(photo, repairId));
    return true;
  } catch {
    return false;
  }
}

export async function keptDraftPhoto(repairId: string): Promise<Blob | null> {
  try {
    const kept = await withStore<unknown>('readonly', (store) => store.get(repairId));
    return kept instanceof Blob ? kept : null;
  } catch {
    return null;
  }
}

/** Of all drafts: there is only ever one. */
export async function forgetDraftPhotos(): Promise<void> {
  try {
    await withStore('readwrite', (store) => store.clear());
  } catch {
    // Where nothing could be kept, there is nothing to forget.
  }
}
