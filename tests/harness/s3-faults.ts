/** What a bucket's stand-in can do wrong. */
export type S3Fault =
  /** Answers with an error of the service's. */
  | {
      kind: 'refuse';
      status: number;
      code: string;
      headers?: Record<string, string>;
      body?: string;
    }
  /** Does its work, and later than asked for. */
  | { kind: 'late'; milliseconds: number }
  /** Takes the request and never says anything. */
  | { kind: 'silent' }
  /** Sends the head of an answer and some of it, and then never the rest. */
  | { kind: 'stall' }
  /** Hangs up before anything is read. */
  | { kind: 'hang-up' }
  /** Hangs up in the middle of what is being stored. */
  | { kind: 'cut-upload' }
  /** Does its work, and hangs up instead of saying so. */
  | { kind: 'lose-answer' }
  /** Hangs up in the middle of the answer. */
  | { kind: 'cut-answer' }
  /** One bit of what is being stored arrives as another. */
  | { kind: 'alter-upload' }
  /** One bit of what is read arrives as another. */
  | { kind: 'alter-answer' }
  /** Answers with a page that no such service would send. */
  | { kind: 'page'; status: number; text: string };

export const slowDown = (retryAfter?: string): S3Fault => ({
  kind: 'refuse',
  status: 503,
  code: 'SlowDown',
  ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }),
});
