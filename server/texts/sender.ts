/** The port to whoever carries the texts: the provider, or the simulated phone. */

export interface OutgoingText {
  /** Our own id of the text; the provider's callbacks carry it back. */
  reference: string;
  /** +1 and ten digits. */
  to: string;
  body: string;
}

export type SendResult =
  /** The provider took it; it may still fail on its way. */
  | { kind: 'accepted'; sid: string }
  /** The provider refused it: it was not sent, and `code` says why. */
  | { kind: 'rejected'; code: string }
  /** No answer after the request left: it may or may not have been sent. */
  | { kind: 'unknown' };

export type FindResult =
  | { kind: 'found'; sid: string }
  /** The provider is sure that it never got such a text. */
  | { kind: 'not-found' }
  | { kind: 'unknown' };

export interface TextSender {
  /** Whether no real text ever leaves: the screens say so. */
  readonly isSimulated: boolean;
  /** Sends one text, once. Never throws: whatever goes wrong is one of the three results. */
  send(text: OutgoingText): Promise<SendResult>;
  /**
   * Asks whether a text whose sending was cut short did go out.
   *
   * @param sentAfter ISO 8601: texts that are older do not count
   */
  find(text: OutgoingText & { sentAfter: string }): Promise<FindResult>;
}
