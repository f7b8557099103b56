import { CallProblem } from '../data/call.ts';
import type { ToastMessage } from '../ui/toasts.ts';

/** What staff are told when an estimate did not go out. Source: specification, section 8. */
export interface SendFailure {
  /** Stays in the dialog: a failure, or that nobody knows yet. */
  tone: 'danger' | 'warning';
  headline: string;
  /** What it was, or what to do about it, in plain words: smaller, beneath. */
  advice?: string;
  /** Nobody knows yet whether a text went out: a second one must not follow. */
  mustNotRepeat: boolean;
  toast: ToastMessage;
}

const sendingFailed: ToastMessage = {
  kind: 'error',
  title: 'SMS sending failed',
  detail: 'Please verify the phone number format and text-message provider setup.',
};

function errorOccurred(message: string): ToastMessage {
  return {
    kind: 'error',
    title: 'Error sending estimate',
    detail: `An error occurred: ${message}`,
  };
}

/** Any failure after the form's own check passed has these words in the dialog. */
function failed(toast: ToastMessage, advice: unknown): SendFailure {
  return {
    tone: 'danger',
    headline:
      'Failed to send SMS. Please check phone number format and text-message provider configuration.',
    ...(typeof advice === 'string' ? { advice } : {}),
    mustNotRepeat: false,
    toast,
  };
}

export function sendFailure(error: Error): SendFailure {
  if (!(error instanceof CallProblem)) return failed(errorOccurred(error.message), error.message);
  const { code, title, detail, document } = error;
  switch (code) {
    case 'sms-failed':
      return failed(sendingFailed, document.advice);
    case 'phone-not-textable':
      return failed(sendingFailed, detail);
    case 'sms-unknown':
    case 'estimate-in-flight':
      return {
        tone: 'warning',
        headline: title,
        advice: detail,
        mustNotRepeat: true,
        toast: { kind: 'info', title, detail },
      };
    case 'offline':
      // The same id goes with the next try.
      return failed(errorOccurred(detail), `${detail} It is texted only once.`);
    default: {
      const text = error.errors[0]?.message ?? detail;
      return failed(errorOccurred(text), text);
    }
  }
}
