import { useEffect, useEffectEvent } from 'react';
import type { Client } from '../../../domain/api-answers.ts';
import { createSignal } from '../store.ts';
import { emptyFields, type IntakeFields, intakeFields, isBlank } from './intake-fields.ts';

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Null if storage is forbidden: the form then works without a draft. */
function draftStorage(): DraftStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const drafts = createSignal();

/** A draft was put into the form from elsewhere, perhaps while the form is open. */
export const openDraft = (): void => drafts.emit();

/** @param open shows the draft that is kept now */
export function useOpenedDraft(open: () => void): void {
  const opened = useEffectEvent(open);
  useEffect(() => drafts.listen(() => opened()), []);
}

/**
 * The half-typed form, kept in the browser through a reload, a crash and a lost session. It includes the id
 * under which it is sent: if it was sent already, sending it again makes no second ticket.
 */
export interface Draft {
  repairId: string;
  fields: IntakeFields;
  /** Whether a photo is kept beside it. */
  hasPhoto: boolean;
}

export const draftKey = 'new-repair-draft';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isClient(value: unknown): value is Client {
  const isText = (name: string) => isRecord(value) && typeof value[name] === 'string';
  return ['id', 'name', 'email', 'phone', 'createdAt', 'updatedAt'].every(isText);
}

/** @returns null for what is not a draft, or not anymore */
export function readDraft(stored: string | null): Draft | null {
  if (stored === null) return null;
  let draft: unknown;
  try {
    draft = JSON.parse(stored);
  } catch {
    return null;
  }
  if (!isRecord(draft)) return null;
  const { repairId, fields: storedFields } = draft;
  if (typeof repairId !== 'string' || !uuidPattern.test(repairId) || !isRecord(storedFields)) {
    return null;
  }
  const { client, visitId } = storedFields;
  const known = intakeFields.flatMap((name) => {
    const value = storedFields[name];
    return typeof value === typeof emptyFields[name] ? [[name, value]] : [];
  });
  const fields: IntakeFields = {
    ...emptyFields,
    ...Object.fromEntries(known),
    client: isClient(client) ? client : null,
    visitId: typeof visitId === 'string' && uuidPattern.test(visitId) ? visitId : '',
  };
  const hasPhoto = draft.hasPhoto === true;
  return isBlank(fields) && !hasPhoto ? null : { repairId, fields, hasPhoto };
}

/** The draft of this browser. What does not parse is removed (specification, section 8). */
export function loadDraft(storage = draftStorage()): Draft | null {
  const stored = storage?.getItem(draftKey) ?? null;
  const draft = readDraft(stored);
  if (draft === null && stored !== null) storage?.removeItem(draftKey);
  return draft;
}

/** @returns whether the browser took it */
export function saveDraft(draft: Draft, storage = draftStorage()): boolean {
  if (storage === null) return false;
  try {
    if (isBlank(draft.fields) && !draft.hasPhoto) storage.removeItem(draftKey);
    else storage.setItem(draftKey, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(storage = draftStorage()): void {
  storage?.removeItem(draftKey);
}

/** How long the typing pauses before it is kept. In milliseconds. */
export const restMs = 300;

export type DraftKeeper = ReturnType<typeof draftKeeper>;

/** @param fields reads what is in the form */
export function draftKeeper(
  opened: Pick<Draft, 'repairId' | 'hasPhoto'>,
  fields: () => IntakeFields,
  storage = draftStorage(),
) {
  let { repairId, hasPhoto } = opened;
  let hasMorePhotos = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isOver) return;
    saveDraft({ repairId, fields: fields(), hasPhoto: hasPhoto || hasMorePhotos }, storage);
  }

  return {
    /** Something was typed: it is kept once the typing pauses. */
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
    /** More photos are kept separately (../kept-photos/). */
    morePhotosChanged(areThere: boolean): void {
      if (hasMorePhotos === areThere) return;
      hasMorePhotos = areThere;
      save();
    },
    /** From the next change on, the form is kept under another id. */
    rename(nextRepairId: string): void {
      repairId = nextRepairId;
    },
    /** Whether a change in storage says that another tab sent or cleared this very draft. */
    wasTakenAway({ key, oldValue, newValue }: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>) {
      return (
        key === draftKey &&
        readDraft(oldValue)?.repairId === repairId &&
        readDraft(newValue)?.repairId !== repairId
      );
    },
    /** It was sent or cleared: nothing is kept anymore. */
    end(): void {
      isOver = true;
      clearTimeout(timer);
      forgetDraft(storage);
    },
  };
}
