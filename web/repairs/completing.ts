import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Repair, SmsResult } from '../../domain/api-answers.ts';
import { CallProblem, call, uploadPhoto } from '../api/call.ts';
import { type ToastMessage, toasts } from '../ui/toasts.ts';
import { refreshRepairs } from './repair-cache.ts';
import { repairProblem, showRepairProblem } from './repair-problem.ts';

/** Source: specification, section 8. A customer who was not told stays on the screen for longer. */
export function completedToast(sms: SmsResult): ToastMessage {
  switch (sms.state) {
    case 'sent':
      return { kind: 'success', title: 'Repair completed and SMS notification sent!' };
    case 'sending':
      return {
        kind: 'info',
        title: 'Repair marked as complete!',
        detail: 'The text to the customer is still on its way.',
      };
    case 'unknown':
      return {
        kind: 'info',
        title: 'Repair marked as complete!',
        detail:
          "We can't tell yet whether the text to the customer was sent. The ticket will show it.",
      };
    default:
      return {
        kind: 'info',
        title: 'Repair marked as complete!',
        detail: `The customer was not told by text. ${sms.detail ?? 'Please call them.'}`,
      };
  }
}

export interface Completion {
  notes: string;
  photo: Blob | null;
}

/** The photo did not get there, so nothing was completed yet. */
class PhotoNotSaved extends Error {
  readonly problem: CallProblem;

  constructor(problem: CallProblem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/**
 * Completes a repair: the photo first, so that the text to the customer can carry its link; then the
 * ticket. A photo that is already there is not sent again when only the rest has to be repeated.
 */
export function useCompleting(repair: Repair, onCompleted: () => void) {
  const queryClient = useQueryClient();
  const { ticketNumber, isSameDay } = repair;
  const failedTitle = isSameDay ? 'Failed to complete repair' : 'Error completing repair';
  const [uploaded, setUploaded] = useState<number | null>(null);
  const savedPhoto = useRef<Blob | null>(null);

  async function savePhoto(photo: Blob): Promise<void> {
    setUploaded(0);
    try {
      await uploadPhoto(ticketNumber, 'completed', photo, setUploaded);
      savedPhoto.current = photo;
    } catch (error) {
      throw error instanceof CallProblem ? new PhotoNotSaved(error) : error;
    } finally {
      setUploaded(null);
    }
  }

  const completing = useMutation({
    mutationFn: async ({ notes, photo }: Completion) => {
      if (photo !== null && photo !== savedPhoto.current) await savePhoto(photo);
      return call('POST /api/repairs/{ticketNumber}/complete', {
        params: { ticketNumber },
        body: { notes: notes.trim() || null, outcome: 'approved' },
      });
    },
    onSuccess: ({ sms }) => {
      toasts.show(completedToast(sms));
      onCompleted();
    },
    onError: (error) => {
      // Said in the dialog, where it can be answered.
      if (error instanceof PhotoNotSaved && error.problem.code !== 'repair-not-found') return;
      showRepairProblem(error instanceof PhotoNotSaved ? error.problem : error, failedTitle);
    },
    onSettled: () => refreshRepairs(queryClient),
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
    photoProblem: error instanceof PhotoNotSaved ? error.problem : null,
    /** What else went wrong; what the notes are refused for stands at their field. */
    problem:
      error instanceof PhotoNotSaved || notesError !== undefined
        ? null
        : repairProblem(error, failedTitle),
    /** What the server has against the notes. */
    notesError,
    forget(): void {
      savedPhoto.current = null;
      completing.reset();
    },
  };
}
