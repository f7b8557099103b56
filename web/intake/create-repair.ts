import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Answer } from '../../domain/api.ts';
import type { SmsResult } from '../../domain/api-answers.ts';
import { repeatSubmitGuardMs } from '../../domain/intake-rules.ts';
import { CallProblem, call } from '../api/call.ts';
import { showFailure } from '../api/failure-toast.ts';
import { refreshClients } from '../clients/client-cache.ts';
import { type ToastMessage, toasts } from '../ui/toasts.ts';
import type { NewRepair } from './intake-check.ts';

export type Created = Answer<'createRepair'>;

/** Source: specification, section 8. */
export function createdToast(sms: SmsResult): ToastMessage {
  switch (sms.state) {
    case 'sent':
      return { kind: 'success', title: 'Repair created and SMS notification sent!' };
    case 'failed':
      return {
        kind: 'error',
        title: 'Repair created but SMS failed',
        detail: 'Check SMS configuration',
      };
    default:
      return { kind: 'info', title: 'Repair created', detail: 'The SMS is still on its way.' };
  }
}

/**
 * Takes in a repair. A press while one is under way, or less than two seconds after the last, is
 * ignored (specification, section 5).
 */
export function useCreateRepair({
  onCreated,
  onRefused,
}: {
  onCreated: (created: Created) => void;
  onRefused: (problem: CallProblem) => void;
}) {
  const queryClient = useQueryClient();
  const lastSubmission = useRef(Number.NEGATIVE_INFINITY);

  const creating = useMutation({
    mutationFn: (repair: NewRepair) => call('POST /api/repairs', { body: repair }),
    onSuccess: (created) => {
      toasts.show(createdToast(created.sms));
      onCreated(created);
      void refreshClients(queryClient);
    },
    onError: (error) => {
      if (error instanceof CallProblem && error.code !== 'not-logged-in') onRefused(error);
      else showFailure(error, { title: 'Something went wrong', detail: error.message });
    },
  });

  /** @returns whether it is sent, and not ignored */
  function submit(repair: NewRepair): boolean {
    const now = Date.now();
    if (creating.isPending || now - lastSubmission.current < repeatSubmitGuardMs) return false;
    lastSubmission.current = now;
    creating.mutate(repair);
    return true;
  }

  return { submit, isPending: creating.isPending };
}
