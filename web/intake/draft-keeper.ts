import { type Draft, draftKey, forgetDraft, readDraft, saveDraft } from './draft.ts';
import { type DraftStorage, draftStorage } from './draft-storage.ts';
import type { IntakeFields } from './intake-fields.ts';

/** How long the typing rests before it is kept. In milliseconds. */
export const restMs = 300;

export type DraftKeeper = ReturnType<typeof draftKeeper>;

/**
 * Keeps one form's draft in this browser while it is typed.
 *
 * @param fields reads what stands in the form
 */
export function draftKeeper(
  opened: Pick<Draft, 'repairId' | 'hasPhoto'>,
  fields: () => IntakeFields,
  storage: DraftStorage = draftStorage(),
) {
  let { repairId, hasPhoto } = opened;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isOver) saveDraft({ repairId, fields: fields(), hasPhoto }, storage);
  }

  return {
    /** Something was typed: it is kept once the typing rests. */
    typed(): void {
      clearTimeout(timer);
      timer = setTimeout(save, restMs);
    },
    /** The page may go now: what waits is kept at once. */
    flush(): void {
      if (timer !== undefined) save();
    },
    photoChanged(isThere: boolean): void {
      hasPhoto = isThere;
      save();
    },
    /** From the next change on the form is kept under another id. */
    rename(nextRepairId: string): void {
      repairId = nextRepairId;
    },
    /** Whether a change of the storage says that another tab sent or cleared this very draft. */
    wasTakenAway({ key, oldValue, newValue }: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>) {
      return (
        key === draftKey &&
        readDraft(oldValue)?.repairId === repairId &&
        readDraft(newValue)?.repairId !== repairId
      );
    },
    /** It was sent or cleared: nothing is kept any more. */
    end(): void {
      isOver = true;
      clearTimeout(timer);
      forgetDraft(storage);
    },
  };
}
