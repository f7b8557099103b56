import type { SmsResult } from '../../domain/api-answers.ts';
import type { RecordableAnswer } from '../../domain/estimate-answers.ts';
import type { ToastMessage } from '../ui/toasts.ts';

export function sentToast(sms: SmsResult, title: string): ToastMessage {
  const detail = sms.detail ?? undefined;
  switch (sms.state) {
    case 'sent':
      return { kind: 'success', title };
    case 'sending':
      return { kind: 'info', title: 'The text is on its way' };
    case 'unknown':
      return { kind: 'info', title: 'Not known whether the text was sent', detail };
    case 'failed':
      return { kind: 'error', title: 'The text was not sent', detail };
  }
}

/** How the confirmation of a booked answer went. A customer who got none stays longer on the screen. */
export function bookedToast(answer: RecordableAnswer, sms: SmsResult | null): ToastMessage {
  const title = `Booked as ${answer}`;
  switch (sms?.state) {
    case 'sent':
    case 'sending':
      return { kind: 'success', title, detail: 'The customer gets the confirmation.' };
    case undefined:
      return { kind: 'info', title, detail: 'No confirmation may be texted. Phone the customer.' };
    case 'unknown':
      return {
        kind: 'info',
        title,
        detail: "We can't tell yet whether the confirmation was sent. The ticket will show it.",
      };
    default:
      return {
        kind: 'info',
        title,
        detail: `The confirmation did not go out. ${sms?.detail ?? 'Phone the customer.'}`,
      };
  }
}
