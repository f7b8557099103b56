import type { Sending } from '../../../domain/api-sendings.ts';
import { isolated } from '../../../domain/isolated.ts';
import type { SendingValues } from '../../../domain/sendings.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';

/** One-press actions on a watch that is sent out, each with an undo. They never reject. */

export type SendingStep = 'sentOn' | 'receivedOn' | 'hasPermission';

const titles: Readonly<Record<SendingStep, string>> = {
  sentOn: 'Watch sent out',
  receivedOn: 'Watch is back',
  hasPermission: 'Permission recorded',
};

function showFailure(error: unknown): void {
  if (error instanceof Error && isChangedMeanwhile(error)) {
    toasts.show({
      kind: 'error',
      title: 'Someone else changed this',
      detail: 'Nothing was changed. Check it, then try again.',
    });
  } else showRepairProblem(error);
}

/** Runs an action, reports the outcome with an undo, and refreshes the screen. */
async function withUndo(
  title: string,
  detail: string,
  act: () => Promise<() => Promise<unknown>>,
): Promise<void> {
  try {
    const undo = await act();
    const run = async () => {
      await undo().catch(showFailure);
      await refreshRepairs();
    };
    const action = { label: 'Undo', run: () => void run() };
    toasts.show({ kind: 'success', title, detail, action });
  } catch (error) {
    showFailure(error);
  }
  await refreshRepairs();
}

async function change(id: string, body: Partial<SendingValues>, seenVersion: string) {
  const { sending, repair } = await call('changeSending', { params: { id }, body, seenVersion });
  putRepair(repair);
  return sending;
}

/** Records the day on which a watch left or came back, or the customer's permission. */
export const markSending = (sending: Sending, step: SendingStep, today: string): Promise<void> =>
  withUndo(titles[step], isolated(sending.sentTo), async () => {
    const done = step === 'hasPermission' ? { [step]: true } : { [step]: today };
    const after = await change(sending.id, done, sending.updatedAt);
    return () => change(sending.id, { [step]: sending[step] }, after.updatedAt);
  });

/** Removes the record; the undo restores it as it was. */
export const removeSending = ({ id, ticketNumber, ...sending }: Sending): Promise<void> =>
  withUndo('Removed', isolated(sending.sentTo), async () => {
    const { createdAt: _, updatedAt, ...values } = sending;
    const { repair } = await call('removeSending', { params: { id }, seenVersion: updatedAt });
    putRepair(repair);
    return async () => {
      const body = { sendingId: id, ...values };
      putRepair((await call('addSending', { params: { ticketNumber }, body })).repair);
    };
  });
