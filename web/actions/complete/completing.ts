import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import type { CheckedLine } from '../../../domain/final-check.ts';
import { CallProblem, call } from '../../data/call.ts';
import { photoUploads } from '../../data/photo-uploads.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { useHoldSeconds } from '../../data/shop-settings.ts';
import { uploadPhoto } from '../../data/upload-photo.ts';
import { completedToast } from './completed-toast.ts';
import { offerUndo } from './undo-completion.ts';

export interface Completion {
  notes: string;
  photo: Blob | null;
  finalCheck: CheckedLine[] | undefined;
}

/**
 * Completes a repair: the photo first, so that the text to the customer can carry its link; then the ticket.
 * A photo that cannot be stored does not stop the completion: it waits on the ticket. One that is already
 * stored is not sent again when only the rest has to be repeated.
 */
export function useCompleting(repair: Repair, onCompleted: (hasUnsavedPhoto: boolean) => void) {
  const { ticketNumber, isSameDay } = repair;
  const failedTitle = isSameDay ? 'Failed to complete repair' : 'Error completing repair';
  const holdSeconds = useHoldSeconds();
  const [uploaded, setUploaded] = useState<number | null>(null);
  const savedPhoto = useRef<Blob | null>(null);

  /** @returns what kept it from being saved */
  async function savePhoto(photo: Blob): Promise<CallProblem | null> {
    setUploaded(0);
    try {
      await uploadPhoto(ticketNumber, 'completed', photo, setUploaded);
      savedPhoto.current = photo;
      return null;
    } catch (error) {
      if (error instanceof CallProblem) return error;
      throw error;
    } finally {
      setUploaded(null);
    }
  }

  const completing = useMutation({
    mutationFn: async ({ notes, photo, finalCheck }: Completion) => {
      const isNew = photo !== null && photo !== savedPhoto.current;
      const problem = isNew ? await savePhoto(photo) : null;
      const completed = await call('completeRepair', {
        params: { ticketNumber },
        body: { notes: notes.trim() || null, outcome: 'approved', holdSeconds, finalCheck },
      });
      // If only the answer to the upload was lost, the ticket has its photo.
      const isThere = completed.repair.completedPhotoUrl !== repair.completedPhotoUrl;
      const unsaved = photo !== null && problem !== null && !isThere ? { photo, problem } : null;
      return { completed, unsaved };
    },
    onSuccess: ({ completed, unsaved }) => {
      if (unsaved !== null) {
        const onSaved = () => void refreshRepairs();
        const { photo, problem } = unsaved;
        photoUploads.wait({ ticketNumber, kind: 'completed', photo, onSaved }, problem);
      }
      const hasUnsavedPhoto = unsaved !== null;
      offerUndo(completed, holdSeconds, completedToast(completed.sms, hasUnsavedPhoto), (sms) =>
        completedToast(sms, hasUnsavedPhoto),
      );
      onCompleted(hasUnsavedPhoto);
    },
    onError: (error) => showRepairProblem(error, failedTitle, 'in-place'),
    onSettled: refreshRepairs,
  });

  const { error } = completing;
  const notesError =
    error instanceof CallProblem
      ? error.errors.find(({ path }) => path === 'notes')?.message
      : undefined;
  return {
    /** Does nothing while it is under way, or done. */
    complete(completion: Completion): void {
      if (!completing.isPending && !completing.isSuccess) completing.mutate(completion);
    },
    isPending: completing.isPending,
    isDone: completing.isSuccess,
    /** How much of the photo has been sent, 0 to 1; null while none is on its way. */
    uploaded,
    /** What went wrong; why the notes are refused is shown at their field. */
    problem: notesError !== undefined ? null : repairProblem(error, failedTitle),
    /** What the server has against the notes. */
    notesError,
    forget(): void {
      savedPhoto.current = null;
      completing.reset();
    },
  };
}
