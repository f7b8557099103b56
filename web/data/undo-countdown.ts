import type { SmsResult } from '../../domain/api-answers.ts';
import { type ToastMessage, toasts } from './toasts.ts';

/** Counts down to the moment after which a completion can no longer be undone. */
export interface UndoCountdown {
  toastId: number;
  timer: ReturnType<typeof setTimeout>;
  /** What is said once the text to the customer has been sent. */
  words: (sms: SmsResult) => ToastMessage;
}

/** Those of this page, by their ticket numbers. */
const counting = new Map<string, UndoCountdown>();

export const startCounting = (ticketNumber: string, countdown: UndoCountdown) =>
  void counting.set(ticketNumber, countdown);

/** Takes the message away: its time has come, or there is nothing left to undo or send. */
export function stopCounting(ticketNumber: string): UndoCountdown | undefined {
  const countdown = counting.get(ticketNumber);
  if (countdown === undefined) return undefined;
  clearTimeout(countdown.timer);
  toasts.close(countdown.toastId);
  counting.delete(ticketNumber);
  return countdown;
}
