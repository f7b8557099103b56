import type { DBSchema } from 'idb';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { browserDatabase } from '../../data/database.ts';
import type { DraftKeeper } from '../../data/intake/draft.ts';
import type { IntakeForm } from './intake-control.tsx';

/** The draft's photo. Local storage holds only text, so it lies in the browser's own database. */

interface DraftSchema extends DBSchema {
  photos: { key: string; value: Blob };
}

const inPhotos = browserDatabase<DraftSchema>('new-repair-draft', (database) => {
  database.createObjectStore('photos');
});

/** @returns whether the browser took it */
export const keepDraftPhoto = (repairId: string, photo: Blob): Promise<boolean> =>
  inPhotos((database) => database.put('photos', photo, repairId)).then(
    () => true,
    () => false,
  );

const keptDraftPhoto = (repairId: string): Promise<Blob | undefined> =>
  inPhotos((database) => database.get('photos', repairId)).catch(() => undefined);

/** Of all drafts: there is only ever one. Where nothing could be kept, there is nothing to forget. */
export const forgetDraftPhotos = (): Promise<void> =>
  inPhotos((database) => database.clear('photos')).catch(() => undefined);

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

/** @param wasKept a draft that was opened had one */
export function useDraftPhoto(keeper: DraftKeeper, repairId: string, wasKept: boolean) {
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [isKept, setIsKept] = useState(true);
  const wasTouched = useRef(false);

  useEffect(() => {
    if (!wasKept) return;
    let isOver = false;
    void keptDraftPhoto(repairId).then((kept) => {
      if (!isOver && !wasTouched.current) setPhoto(kept ?? null);
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
