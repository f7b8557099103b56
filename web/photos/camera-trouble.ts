/** Why there is no picture from the camera, in words that say what to do. */

export type CameraTrouble = 'insecure' | 'refused' | 'missing' | 'in-use' | 'failed';

/** @param errorName the name of what `getUserMedia` threw */
export function cameraTrouble(errorName: string): CameraTrouble {
  switch (errorName) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'in-use';
    default:
      return 'failed';
  }
}

interface TroubleText {
  title: string;
  advice: string;
  /** Whether another try can go better without leaving the page. */
  canRetry: boolean;
}

export const cameraTroubleTexts: Record<CameraTrouble, TroubleText> = {
  insecure: {
    title: 'The camera cannot be used here.',
    advice:
      'Browsers allow it only over a secure connection (an address that begins with https) or on the shop’s server itself. Choose a file instead; on a phone or tablet that offers the camera too.',
    canRetry: false,
  },
  refused: {
    title: 'The browser was not allowed to use the camera.',
    advice:
      'Allow the camera for this site in the browser’s settings and try again, or choose a file.',
    canRetry: true,
  },
  missing: {
    title: 'No camera was found.',
    advice: 'Connect one and try again, or choose a file.',
    canRetry: true,
  },
  'in-use': {
    title: 'The camera is in use.',
    advice: 'Close the other program or tab that uses it and try again, or choose a file.',
    canRetry: true,
  },
  failed: {
    title: 'The camera could not be started.',
    advice: 'Try again, or choose a file.',
    canRetry: true,
  },
};
