import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { CallProblem, call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';
import { uploadPhoto } from '../../data/upload-photo.ts';
import { PhotoField } from '../../parts/photo/photo-field.tsx';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-field.tsx';

/** Corrects the note and the photo of a completed repair. */
export function EditCompletionDialog({ open, onClose, repair }: ActionProps) {
  /** The version that is being changed. */
  const [from, setFrom] = useState(repair);
  const stored = from.completionNotes ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  /** Whether a colleague has changed the note meanwhile. */
  const [hasOther, setHasOther] = useState(false);
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [isTakenAway, setIsTakenAway] = useState(false);
  const [uploaded, setUploaded] = useState<number | null>(null);
  const awayReason = useAwayReason();
  const notes = typed ?? stored;
  const saving = useMutation({
    mutationFn: () => save(from, { notes, photo, isTakenAway }, setUploaded),
    onSuccess: () => {
      toasts.show({ kind: 'success', title: 'Completion edited' });
      onClose();
    },
    onError: (error) => {
      // What a colleague stored is shown beside what was typed; saved again, this is the newer one.
      if (isChangedMeanwhile(error)) catchUp(error.document.repair as Repair);
      else showRepairProblem(error, undefined, 'in-place');
    },
    onSettled: (answer, failure) => {
      setUploaded(null);
      return refreshRepairs(answer, failure);
    },
  });
  const { error } = saving;
  const notesError =
    error instanceof CallProblem
      ? error.errors.find(({ path }) => path === 'completionNotes')?.message
      : undefined;

  function catchUp(now: Repair) {
    setFrom(now);
    setHasOther((now.completionNotes ?? '') !== stored);
  }

  function forget() {
    setTyped(null);
    setHasOther(false);
    setPhoto(null);
    setIsTakenAway(false);
    saving.reset();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title="Edit completion"
      description={repairLine(repair)}
      dirty={!saving.isSuccess && (notes !== stored || photo !== null || isTakenAway)}
      busy={saving.isPending}
      onSubmit={() => !saving.isPending && saving.mutate()}
      alert={<ProblemBanner problem={notesError !== undefined ? null : repairProblem(error)} />}
      footer={
        <FormButtons
          pending={saving.isPending}
          disabledReason={saving.isSuccess ? undefined : (reasonNotTo(repair) ?? awayReason)}
        >
          Save
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <TextArea
          label="Completion notes"
          optional
          value={notes}
          onChange={(event) => setTyped(event.target.value)}
          error={notesError}
        />
        {isChangedMeanwhile(error) && hasOther && stored !== notes && (
          <p className="whitespace-pre-line break-words text-ink-muted text-sm">
            Saved version: {stored === '' ? 'nothing' : isolated(stored)}
          </p>
        )}
        <PhotoField
          label={repair.completedPhotoUrl === null ? 'Completion photo' : 'New completion photo'}
          value={photo}
          onChange={setPhoto}
        />
        {repair.completedPhotoUrl !== null && photo === null && (
          <CheckField
            label="Remove the completion photo"
            checked={isTakenAway}
            onChange={(event) => setIsTakenAway(event.target.checked)}
          />
        )}
        {uploaded !== null && <ProgressBar label="Saving the photo" value={uploaded * 100} />}
      </div>
    </Dialog>
  );
}

/** The note first: a photo that cannot be stored leaves the dialog open with all that was typed. */
async function save(
  { ticketNumber, completionNotes, completedPhotoUrl, updatedAt }: Repair,
  { notes, photo, isTakenAway }: { notes: string; photo: Blob | null; isTakenAway: boolean },
  onProgress: (share: number) => void,
): Promise<void> {
  const hasOtherNotes = notes.trim() !== (completionNotes ?? '');
  const losesPhoto = photo === null && isTakenAway && completedPhotoUrl !== null;
  if (hasOtherNotes || losesPhoto) {
    const { repair } = await call('editRepair', {
      params: { ticketNumber },
      seenVersion: updatedAt,
      body: {
        ...(hasOtherNotes && { completionNotes: notes }),
        ...(losesPhoto && { completedPhotoUrl: null }),
      },
    });
    putRepair(repair);
  }
  if (photo !== null) await uploadPhoto(ticketNumber, 'completed', photo, onProgress);
}

function reasonNotTo({ status }: Repair): string | undefined {
  if (isAllowed('edit-completion', status)) return undefined;
  return `The ticket is now “${repairStatusLabel(status)}”.`;
}
