import { problemTexts } from '../../../domain/problems.ts';
import { CallProblem } from '../../data/call.ts';
import type { ToastMessage } from '../../data/toasts.ts';

/** What staff are told when an estimate did not go out. Source: specification, section 8. */
export interface SendFailure {
  /** Stays in the dialog: it failed, or (`warning`) nobody knows yet whether it was sent. */
  tone: 'danger' | 'warning';
  headline: string;
  /** What it was, or what to do about it, in plain words: smaller, beneath. */
  advice?: string;
  /** The server itself is waiting to find out: until then, pressing again is no use. */
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

/** The answer was incomplete, or the server broke off: the text may have gone out before. */
function unconfirmed(): SendFailure {
  const { title } = problemTexts['sms-unknown'];
  const detail = 'The server did not confirm it.';
  return {
    tone: 'warning',
    headline: title,
    // The same id goes with the next try.
    advice: `${detail} If it was sent, the ticket will show it. You can safely send it again: the customer gets only one text.`,
    mustNotRepeat: false,
    toast: { kind: 'info', title, detail },
  };
}

export function sendFailure(error: Error): SendFailure {
  if (!(error instanceof CallProblem)) return unconfirmed();
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
    case 'unreadable-answer':
    case 'internal':
    case 'unavailable':
      return unconfirmed();
    default: {
      const text = error.errors[0]?.message ?? detail;
      return failed(errorOccurred(text), text);
    }
  }
}
