import { CallProblem } from '../api/call.ts';
import type { ToastMessage } from '../ui/toasts.ts';

/** What staff are told when an estimate did not go out. Source: specification, section 8. */
export interface SendFailure {
  /** Stays in the dialog. */
  tone: 'danger' | 'warning';
  title?: string;
  text: string;
  /** What to do about it, in plain words. */
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

export function sendFailure(error: Error): SendFailure {
  if (!(error instanceof CallProblem)) {
    const text = error.message;
    return { tone: 'danger', text, mustNotRepeat: false, toast: errorOccurred(text) };
  }
  const { code, title, detail, document } = error;
  switch (code) {
    case 'sms-failed': {
      const advice = document.advice;
      return {
        tone: 'danger',
        text: 'Failed to send SMS. Please check phone number format and text-message provider configuration.',
        ...(typeof advice === 'string' ? { advice } : {}),
        mustNotRepeat: false,
        toast: sendingFailed,
      };
    }
    case 'phone-not-textable':
      return { tone: 'danger', text: detail, mustNotRepeat: false, toast: sendingFailed };
    case 'sms-unknown':
    case 'estimate-in-flight':
      return {
        tone: 'warning',
        title,
        text: detail,
        mustNotRepeat: true,
        toast: { kind: 'info', title, detail },
      };
    default: {
      const text = error.errors[0]?.message ?? detail;
      return {
        tone: 'danger',
        title,
        text,
        mustNotRepeat: false,
        toast: errorOccurred(text),
      };
    }
  }
}
