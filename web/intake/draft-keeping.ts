import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DraftKeeper } from './draft.ts';
import type { IntakeForm } from './intake-control.tsx';

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

async function keptDraftPhoto(repairId: string): Promise<Blob | null> {
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

/** @param onTakenAway another tab of the browser sent or cleared the same draft */
export function useDraftKeeping(form: IntakeForm, keeper: DraftKeeper, onTakenAway: () => void) {
  const follow = useEffectEvent((event: StorageEvent) => {
    if (keeper.wasTakenAway(event)) onTakenAway();
  });

  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const stopWatching = form.subscribe({
      formState: { values: true },
      callback: () => keeper.typed(),
    });
    addEventListener('pagehide', () => keeper.flush(), { signal });
    addEventListener('storage', (event) => follow(event), { signal });
    return () => {
      keeper.flush();
      stopWatching();
      over.abort();
    };
  }, [form, keeper]);
}

/**
 * The form's photo, kept beside the draft.
 *
 * @param wasKept a draft that was opened had one
 */
export function useDraftPhoto(keeper: DraftKeeper, repairId: string, wasKept: boolean) {
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [isKept, setIsKept] = useState(true);
  const wasTouched = useRef(false);

  useEffect(() => {
    if (!wasKept) return;
    let isOver = false;
    void keptDraftPhoto(repairId).then((kept) => {
      if (!isOver && !wasTouched.current) setPhoto(kept);
    });
    return () => {
      isOver = true;
    };
  }, [repairId, wasKept]);

  async function change(next: Blob | null) {
    wasTouched.current = true;
    setPhoto(next);
    if (next === null) {
      keeper.photoChanged(false);
      await forgetDraftPhotos();
    } else {
      const couldKeep = await keepDraftPhoto(repairId, next);
      setIsKept(couldKeep);
      keeper.photoChanged(couldKeep);
    }
  }

  return { photo, change, isKept: photo === null || isKept };
}
