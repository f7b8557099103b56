import Pencil from 'lucide/pencil';
import RotateCw from 'lucide/rotate-cw';
import Trash from 'lucide/trash-2';
import { useState } from 'react';
import { useGoTo } from '../dashboard/go-to.ts';
import { openDraft } from '../intake/opened-draft.ts';
import { PhotoField } from '../photos/photo-field.tsx';
import { panels } from '../shortcuts/panels.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isolated } from '../ui/isolated.ts';
import { toasts } from '../ui/toasts.ts';
import { putIntoForm } from './mend.ts';
import { outbox } from './outbox.ts';
import { type OutboxEntry, provisionalNumber } from './outbox-entry.ts';

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
