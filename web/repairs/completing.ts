import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CompletionSms, Repair } from '../../domain/api-answers.ts';
import { CallProblem, call, uploadPhoto } from '../data/call.ts';
import { refreshRepairs } from '../data/repair-cache.ts';
import { photoUploads } from '../photos/photo-uploads.ts';
import { type ToastMessage, toasts } from '../ui/toasts.ts';
import { repairProblem, showRepairProblem } from './repair-problem.ts';

const photoWaits = 'The photo is not saved yet. It waits on the ticket.';

/** Source: specification, section 8. A customer who was not told stays on the screen for longer. */
export function completedToast(sms: CompletionSms, hasUnsavedPhoto = false): ToastMessage {
  const about = aboutText(sms);
  const details = [about, hasUnsavedPhoto && photoWaits].filter(
    (detail) => detail !== null && detail !== false,
  );
  return {
    kind: details.length === 0 ? 'success' : 'info',
    title:
      sms.state === 'sent'
        ? 'Repair completed and SMS notification sent!'
        : 'Repair marked as complete!',
    detail: details.join('\n') || undefined,
  };
}

/** What to know about the text to the customer; nothing where it was sent. */
function aboutText({ state, detail }: CompletionSms): string | null {
  switch (state) {
    case 'sent':
      return null;
    case 'held':
      return 'The text to the customer leaves in a moment.';
    case 'sending':
      return 'The text to the customer is still on its way.';
    case 'unknown':
      return "We can't tell yet whether the text to the customer was sent. The ticket will show it.";
    default:
      return `The customer was not told by text. ${detail ?? 'Please call them.'}`;
  }
}

export interface Completion {
  notes: string;
  photo: Blob | null;
}

/**
 * Completes a repair: the photo first, so that the text to the customer can carry its link; then the
 * ticket. A photo that cannot be stored does not stop that: it waits on the ticket. One that is
 * already there is not sent again when only the rest has to be repeated.
 */
export function useCompleting(repair: Repair, onCompleted: (hasUnsavedPhoto: boolean) => void) {
  const { ticketNumber, isSameDay } = repair;
  const failedTitle = isSameDay ? 'Failed to complete repair' : 'Error completing repair';
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
    mutationFn: async ({ notes, photo }: Completion) => {
      const isNew = photo !== null && photo !== savedPhoto.current;
      const problem = isNew ? await savePhoto(photo) : null;
      const completed = await call('POST /api/repairs/{ticketNumber}/complete', {
        params: { ticketNumber },
        body: { notes: notes.trim() || null, outcome: 'approved' },
      });
      // Where only the answer to the upload was lost, the ticket has its photo.
      const isThere = completed.repair.completedPhotoUrl !== repair.completedPhotoUrl;
      const unsaved = photo !== null && problem !== null && !isThere ? { photo, problem } : null;
      return { sms: completed.sms, unsaved };
    },
    onSuccess: ({ sms, unsaved }) => {
      if (unsaved !== null) {
        const onSaved = () => void refreshRepairs();
        const { photo, problem } = unsaved;
        photoUploads.wait({ ticketNumber, kind: 'completed', photo, onSaved }, problem);
      }
      toasts.show(completedToast(sms, unsaved !== null));
      onCompleted(unsaved !== null);
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
    /** Nothing while it is under way, or done. */
    complete(completion: Completion): void {
      if (!completing.isPending && !completing.isSuccess) completing.mutate(completion);
    },
    isPending: completing.isPending,
    isDone: completing.isSuccess,
    /** How much of the photo has been sent, 0 to 1; null while none is on its way. */
    uploaded,
    /** What went wrong; what the notes are refused for stands at their field. */
    problem: notesError !== undefined ? null : repairProblem(error, failedTitle),
    /** What the server has against the notes. */
    notesError,
    forget(): void {
      savedPhoto.current = null;
      completing.reset();
    },
  };
}
