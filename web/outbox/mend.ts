import { loadDraft, saveDraft } from '../intake/draft.ts';
import { keepDraftPhoto } from '../intake/draft-photo.ts';
import { newRepairId } from '../intake/repair-id.ts';
import { toasts } from '../ui/toasts.ts';
import { outbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/**
 * Puts a refused repair into the new-repair form. It stays in the outbox until the form was sent:
 * under the same id, so that it is replaced and not doubled.
 *
 * @returns whether it is there; the form then has to be opened
 */
export async function putIntoForm({
  repairId: oldId,
  fields,
  photo,
  refusal,
}: OutboxEntry): Promise<boolean> {
  const draft = loadDraft();
  if (draft !== null && draft.repairId !== oldId) {
    toasts.show({
      kind: 'info',
      title: 'The form is in use',
      detail: 'Something is half typed in “New repair”. Finish or clear it first.',
    });
    return false;
  }
  let repairId = oldId;
  if (refusal?.code === 'repair-id-taken') {
    repairId = newRepairId();
    await outbox.rename(oldId, repairId);
  }
  const hasPhoto = photo !== null;
  const isThere =
    (photo === null || (await keepDraftPhoto(repairId, photo))) &&
    (draft?.repairId === repairId || saveDraft({ repairId, fields, hasPhoto }));
  if (!isThere) {
    toasts.show({
      kind: 'error',
      title: 'The form could not be filled',
      detail: 'This browser’s storage is full or forbidden. The repair stays where it is.',
    });
  }
  return isThere;
}
