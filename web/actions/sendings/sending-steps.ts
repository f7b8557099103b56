import type { Sending } from '../../../domain/api-sendings.ts';
import { isolated } from '../../../domain/isolated.ts';
import type { SendingValues } from '../../../domain/sendings.ts';
import { call } from '../../data/call.ts';
import { isChangedMeanwhile } from '../../data/changed-meanwhile.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { toasts } from '../../data/toasts.ts';

/** What is done with one press about a watch that is sent out, each with its undo. They never fail. */

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
      detail: 'Nothing was changed. Look at it, then try again.',
    });
  } else showRepairProblem(error);
}

/** Says how it went, reads again what is on the screen, and offers the undo. */
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

/** Writes down the day on which a watch left or came back, or that the customer agreed. */
export const markSending = (sending: Sending, step: SendingStep, today: string): Promise<void> =>
  withUndo(titles[step], isolated(sending.sentTo), async () => {
    const done = step === 'hasPermission' ? { [step]: true } : { [step]: today };
    const after = await change(sending.id, done, sending.updatedAt);
    return () => change(sending.id, { [step]: sending[step] }, after.updatedAt);
  });

/** Removes what was recorded; undone, it is back as it was. */
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
