import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { repeatSubmitGuardMs } from '../../../domain/duplicate-intakes.ts';
import type { Finish } from '../../actions/complete/finish-form.tsx';
import { showFinished } from '../../actions/complete/finishing.ts';
import { CallProblem, call, noConnection } from '../../data/call.ts';
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

function showCreated({ repair, sms }: Created, finish: Finish | undefined): void {
  // Also if the answer to an earlier request was lost.
  if (repair.collectedAt !== null) showFinished(repair, finish?.holdSeconds);
  else {
    const { textsAreSimulated } = queryClient.getQueryData(shopQuery.queryKey) ?? {};
    toasts.show(createdToast(sms, textsAreSimulated));
  }
}

/** A server that has not answered by then is away; it knows a repair that did arrive. */
const patienceMs = 15_000;

/** If it is away already, a customer does not wait for it again. */
const patienceWhenAwayMs = 4_000;

const patience = () => AbortSignal.timeout(isServerAway() ? patienceWhenAwayMs : patienceMs);

interface Sent {
  intake: Intake;
  /** Done while the customer waits. */
  finish: Finish | undefined;
}

/** What was not answered may have been done: another try is the same request. */
const notAnswered = () =>
  new CallProblem(
    {
      code: 'offline',
      title: noConnection,
      detail:
        'The shop’s server didn’t answer. Try again, or create the repair with this price and enter who did what on its ticket later.',
    },
    0,
    null,
  );

async function takeIn({ intake, finish }: Sent): Promise<TakenIn> {
  const { repair } = intake;
  try {
    const body = { ...repair, ...(finish && { finish }) };
    const created = await call('createRepair', { body, signal: patience() });
    // It may have been one that waited here and was edited.
    const { ticketNumber } = created.repair;
    const delivery = { ticketNumber, smsFailure: null, isWhole: true };
    await outbox.noteTicket(repair.repairId, delivery).catch(() => undefined);
    return { kind: 'created', created };
  } catch (error) {
    if (!isWorthKeeping(error)) throw error;
    // Nobody knows later what was paid at the counter.
    if (finish) throw notAnswered();
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
  onRefused: (problem: CallProblem, finish: Finish | undefined) => void;
}) {
  const lastSubmission = useRef(Number.NEGATIVE_INFINITY);

  const creating = useMutation({
    mutationFn: takeIn,
    onSuccess: (taken, { finish }) => {
      if (taken.kind === 'created') showCreated(taken.created, finish);
      else
        toasts.show({
          // Nothing is lost: a notice, not an alarm.
          kind: 'info',
          // Source: specification, section 8; beneath it what that means.
          title: 'Database error',
          detail:
            'Saving to local storage only\nSaved in this browser. It will be sent automatically.',
        });
      onTakenIn(taken);
      if (taken.kind === 'created') void refreshClients();
    },
    onError: (error, { finish }) => {
      // In its dialog the next press is for something else, or for what the server has just said.
      if (finish) lastSubmission.current = Number.NEGATIVE_INFINITY;
      if (error instanceof CallProblem && error.code !== 'not-logged-in') onRefused(error, finish);
      else showFailure(error, 'Something went wrong');
    },
  });

  /** @returns whether it is sent, and not ignored */
  function submit(intake: Intake, finish?: Finish): boolean {
    const now = Date.now();
    if (creating.isPending || now - lastSubmission.current < repeatSubmitGuardMs) return false;
    lastSubmission.current = now;
    creating.mutate({ intake, finish });
    return true;
  }

  return { submit, isPending: creating.isPending };
}
