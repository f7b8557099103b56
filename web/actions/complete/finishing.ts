import type { Repair } from '../../../domain/api-answers.ts';
import { formatPrice } from '../../../domain/money.ts';
import type { ToastMessage } from '../../data/toasts.ts';
import { offerUndo } from './undo-completion.ts';

/** What is said about repairs that are done while their customers wait. */

const finishedToast = ({ ticketNumber, paid }: Repair): ToastMessage => ({
  kind: 'success',
  title: 'Done while waiting',
  detail: `${ticketNumber} · ${paid > 0 ? `${formatPrice(paid)} paid` : 'nothing to pay'}`,
});

/** Says that a repair is done, and offers to undo that for this many seconds. */
export function showFinished(repair: Repair, seconds = 0): void {
  const message = finishedToast(repair);
  offerUndo({ repair, sms: null }, seconds, message, () => message);
}
