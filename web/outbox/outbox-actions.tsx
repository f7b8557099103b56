import Pencil from 'lucide/pencil';
import RotateCw from 'lucide/rotate-cw';
import Trash from 'lucide/trash-2';
import { useState } from 'react';
import { useGoTo } from '../data/go-to.ts';
import { loadDraft, openDraft, saveDraft } from '../intake/draft.ts';
import { keepDraftPhoto } from '../intake/draft-photo.ts';
import { newRepairId } from '../intake/repair-id.ts';
import { PhotoField } from '../photos/photo-field.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { panels } from '../ui/panels.ts';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';
import { outbox } from './outbox.ts';
import { type OutboxEntry, provisionalNumber } from './outbox-entry.ts';

/**
 * Puts a refused repair into the new-repair form. It stays in the outbox until the form was sent:
 * under the same id, so that it is replaced and not doubled.
 *
 * @returns whether it is there; the form then has to be opened
 */
async function putIntoForm({
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

function showNotDone(error: unknown): void {
  toasts.show({
    kind: 'error',
    title: 'Not changed',
    detail: `This browser’s storage did not take it. ${error instanceof Error ? error.message : ''}`,
  });
}

/** Sending the same bytes again would fail again. */
const needsAnotherPhoto: readonly string[] = [
  'photo-unreadable',
  'photo-too-large',
  'photo-too-many-pixels',
];

/** What staff can do about a repair that waits here; the most about one that was refused. */
export function OutboxActions({ entry, titleId }: { entry: OutboxEntry; titleId: string }) {
  const { repairId, refusal, ticketNumber } = entry;
  const goTo = useGoTo();

  async function mend() {
    if (!(await putIntoForm(entry).catch(showNotDone))) return;
    panels.close();
    goTo('new-repair');
    // After the way there, which begins a new form where the last repair's number is shown.
    openDraft();
  }

  const sendAgain = () => outbox.noteRefusal(repairId, null).catch(showNotDone);
  const mayMend = refusal !== null && ticketNumber === null;
  const wantsPhoto = refusal !== null && needsAnotherPhoto.includes(refusal.code);
  return (
    <>
      {mayMend && (
        <Button icon={Pencil} aria-describedby={titleId} onClick={mend}>
          Mend
        </Button>
      )}
      {refusal !== null && !wantsPhoto && (
        <Button icon={RotateCw} aria-describedby={titleId} onClick={sendAgain}>
          Send again
        </Button>
      )}
      <DiscardButton entry={entry} titleId={titleId} />
      {wantsPhoto && (
        <div className="w-full">
          <PhotoField
            label="Another photo"
            value={null}
            onChange={(photo) => {
              if (photo) outbox.replacePhoto(repairId, photo).catch(showNotDone);
            }}
          />
        </div>
      )}
    </>
  );
}

function DiscardButton({ entry, titleId }: { entry: OutboxEntry; titleId: string }) {
  const { repairId, repair, ticketNumber } = entry;
  const [asks, setAsks] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const isPhoto = ticketNumber !== null;

  async function discard() {
    setIsPending(true);
    try {
      const became = await outbox.discard(repairId);
      if (became !== null && !isPhoto) {
        toasts.show({
          kind: 'info',
          title: 'It was delivered just before',
          detail: `It is ${became} now. Delete that ticket if it is not wanted.`,
        });
      }
    } catch (error) {
      showNotDone(error);
    }
    setIsPending(false);
    setAsks(false);
  }

  return (
    <>
      <Button icon={Trash} variant="quiet" aria-describedby={titleId} onClick={() => setAsks(true)}>
        {isPhoto ? 'Go on without the photo' : 'Discard'}
      </Button>
      <ConfirmDialog
        open={asks}
        title={
          isPhoto
            ? `Discard the photo of ${ticketNumber}?`
            : `Discard the repair of ${isolated(repair.customerName)}?`
        }
        description={
          isPhoto
            ? 'The ticket stays. The photo is only in this browser and cannot be brought back.'
            : `${provisionalNumber(repairId)}, ${isolated(repair.watchBrand)} ${isolated(repair.watchModel)}, has not reached the server: it is only in this browser and cannot be brought back.`
        }
        confirmLabel="Discard"
        cancelLabel="Keep it"
        pending={isPending}
        onConfirm={discard}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
