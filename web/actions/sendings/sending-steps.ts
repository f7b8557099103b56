import type { Sending } from '../../../domain/api-sendings.ts';
import { isolated } from '../../../domain/isolated.ts';
import type { SendingValues } from '../../../domain/sendings.ts';
import { call } from '../../data/call.ts';
import { putRepair } from '../../data/repair-cache.ts';
import { withUndo } from '../../data/undoable.ts';

/** One-press actions on a watch that is sent out, each with an undo. They never reject. */

export type SendingStep = 'sentOn' | 'receivedOn' | 'hasPermission';

const titles: Readonly<Record<SendingStep, string>> = {
  sentOn: 'Watch sent out',
  receivedOn: 'Watch is back',
  hasPermission: 'Permission recorded',
};

const toast = (title: string, { sentTo }: SendingValues) => ({
  title,
  detail: isolated(sentTo),
  what: 'this',
});

async function change(id: string, body: Partial<SendingValues>, seenVersion: string) {
  const { sending, repair } = await call('changeSending', { params: { id }, body, seenVersion });
  putRepair(repair);
  return sending;
}

/** Records the day on which a watch left or came back, or the customer's permission. */
export const markSending = (sending: Sending, step: SendingStep, today: string): Promise<void> =>
  withUndo(toast(titles[step], sending), async () => {
    const done = step === 'hasPermission' ? { [step]: true } : { [step]: today };
    const after = await change(sending.id, done, sending.updatedAt);
    return () => change(sending.id, { [step]: sending[step] }, after.updatedAt);
  });

/** Removes the record; the undo restores it as it was. */
export const removeSending = ({ id, ticketNumber, ...sending }: Sending): Promise<void> =>
  withUndo(toast('Removed', sending), async () => {
    const { createdAt: _, updatedAt, ...values } = sending;
    const { repair } = await call('removeSending', { params: { id }, seenVersion: updatedAt });
    putRepair(repair);
    return async () => {
      const body = { sendingId: id, ...values };
      putRepair((await call('addSending', { params: { ticketNumber }, body })).repair);
    };
  });
