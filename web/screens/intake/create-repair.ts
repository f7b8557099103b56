import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { repeatSubmitGuardMs } from '../../../domain/submissions.ts';
import { CallProblem, call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import type { Created, Intake } from '../../data/intake/intake.ts';
import { isServerAway } from '../../data/outage.ts';
import { createdToast } from '../../data/outbox/created-toast.ts';
import { keepIntake } from '../../data/outbox/keep-intake.ts';
import { outbox } from '../../data/outbox/outbox.ts';
import { isWorthKeeping } from '../../data/outbox/outbox-entry.ts';
import { queryClient, shopQuery } from '../../data/queries.ts';
import { refreshClients } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';

export type TakenIn = { kind: 'created'; created: Created } | { kind: 'kept' };

/** A server that has not answered by then is away; it knows a repair that did arrive. */
const patienceMs = 15_000;

/** Where it is away already, a customer does not wait for it again. */
const patienceWhenAwayMs = 4_000;

const patience = () => AbortSignal.timeout(isServerAway() ? patienceWhenAwayMs : patienceMs);

async function takeIn(intake: Intake): Promise<TakenIn> {
  const { repair } = intake;
  try {
    const created = await call('createRepair', { body: repair, signal: patience() });
    // It may have been one that waited here and was edited.
    const { ticketNumber } = created.repair;
    const delivery = { ticketNumber, smsFailure: null, isWhole: true };
    await outbox.noteTicket(repair.repairId, delivery).catch(() => undefined);
    return { kind: 'created', created };
  } catch (error) {
    if (!isWorthKeeping(error)) throw error;
    await keepIntake(intake);
    return { kind: 'kept' };
  }
}

/**
 * Takes in a repair. A press while one is under way, or less than two seconds after the last, is
 * ignored (specification, section 5).
 */
export function useCreateRepair({
  onTakenIn,
  onRefused,
}: {
  onTakenIn: (taken: TakenIn) => void;
  onRefused: (problem: CallProblem) => void;
}) {
  const lastSubmission = useRef(Number.NEGATIVE_INFINITY);

  const creating = useMutation({
    mutationFn: takeIn,
    onSuccess: (taken) => {
      toasts.show(
        taken.kind === 'created'
          ? createdToast(
              taken.created.sms,
              queryClient.getQueryData(shopQuery.queryKey)?.textsAreSimulated,
            )
          : {
              // Nothing is lost: a notice, not an alarm.
              kind: 'info',
              // Source: specification, section 8; beneath it what that means.
              title: 'Database error',
              detail:
                'Saving to local storage only\nSaved in this browser. It will be sent automatically.',
            },
      );
      onTakenIn(taken);
      if (taken.kind === 'created') void refreshClients();
    },
    onError: (error) => {
      if (error instanceof CallProblem && error.code !== 'not-logged-in') onRefused(error);
      else showFailure(error, 'Something went wrong');
    },
  });

  /** @returns whether it is sent, and not ignored */
  function submit(intake: Intake): boolean {
    const now = Date.now();
    if (creating.isPending || now - lastSubmission.current < repeatSubmitGuardMs) return false;
    lastSubmission.current = now;
    creating.mutate(intake);
    return true;
  }

  return { submit, isPending: creating.isPending };
}
