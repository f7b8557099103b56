import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DraftKeeper } from '../../data/intake/draft.ts';
import {
  forgetDraftPhotos,
  keepDraftPhoto,
  keptDraftPhoto,
} from '../../data/intake/draft-photos.ts';
import type { IntakeForm } from './intake-control.tsx';

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

/** @param wasKept whether the draft that was opened has a photo */
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
