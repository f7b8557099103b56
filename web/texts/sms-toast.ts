import type { SmsResult } from '../../domain/api-answers.ts';
import type { RecordableAnswer } from '../../domain/estimate-answers.ts';
import type { ToastMessage } from '../ui/toasts.ts';

export function sentToast(sms: SmsResult, title: string): ToastMessage {
  const detail = sms.detail ?? undefined;
  const outcome: Record<SmsResult['state'], ToastMessage> = {
    sent: { kind: 'success', title },
    sending: { kind: 'info', title: 'The text is on its way' },
    unknown: { kind: 'info', title: 'Not known whether the text was sent', detail },
    failed: { kind: 'error', title: 'The text was not sent', detail },
  };
  return outcome[sms.state];
}

const confirmed: Readonly<Record<SmsResult['state'], string>> = {
  sent: 'The customer gets the confirmation.',
  sending: 'The customer gets the confirmation.',
  unknown: "We can't tell yet whether the confirmation was sent. The ticket will show it.",
  failed: 'The confirmation did not go out.',
};

/** How the confirmation of a booked answer went. A customer who got none stays longer on the screen. */
export function bookedToast(answer: RecordableAnswer, sms: SmsResult | null): ToastMessage {
  const title = `Booked as ${answer}`;
  if (sms === null) {
    return { kind: 'info', title, detail: 'No confirmation may be texted. Phone the customer.' };
  }
  const advice = sms.state === 'failed' ? ` ${sms.detail ?? 'Phone the customer.'}` : '';
  const isDone = sms.state === 'sent' || sms.state === 'sending';
  return { kind: isDone ? 'success' : 'info', title, detail: `${confirmed[sms.state]}${advice}` };
}
