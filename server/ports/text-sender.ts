/** The port through which texts are sent: to the provider, or to the simulated phone. */

export interface OutgoingText {
  /** Our own id of the text; the provider's callbacks carry it back. */
  reference: string;
  /** +1 and ten digits. */
  to: string;
  body: string;
  /** The account in force when it was recorded; not set for the simulated phone. */
  account?: string;
}

export type SendResult =
  /** The provider took it; it may still fail on its way. */
  | { kind: 'accepted'; sid: string }
  /** The provider refused it: it was not sent, and `code` says why; `sid` if it gave one that is not a text's. */
  | { kind: 'rejected'; code: string; sid?: string }
  /** No answer after the request left: it may or may not have been sent. */
  | { kind: 'unknown' };

/** What the provider says about a text that it took; the last three are final. */
export type DeliveryState = 'accepted' | 'sent' | 'delivered' | 'undelivered' | 'failed';

/** How far a text that the provider took has come. */
export interface Delivery {
  sid: string;
  state: DeliveryState;
  errorCode: string | null;
}

export type FindResult =
  /** With how far it has come, if that is further than having been taken. */
  | ({ kind: 'found'; sid: string } & Partial<Delivery>)
  /** The provider is sure that it never got such a text. */
  | { kind: 'not-found' }
  /** `isBusy` if the provider wants fewer requests. */
  | { kind: 'unknown'; isBusy?: boolean };

/** Why a picture of a customer's text did not come. */
export type MediaFailure =
  /** Larger than is fetched. */
  | { kind: 'too-large' }
  /** The provider no longer has it. */
  | { kind: 'gone' }
  /** It may come another time; `cause` is for the log. */
  | { kind: 'later'; cause: string };

export type MediaList = { kind: 'listed'; ids: string[] } | MediaFailure;
export type FetchedMedia = { kind: 'fetched'; bytes: Uint8Array } | MediaFailure;

/** Where the simulated phone leaves what it sends with its texts. */
export interface MediaSimulator {
  /** @returns the id of what was left, for the text that it goes with */
  keep(bytes: Uint8Array): Promise<string>;
  /** Takes away what the shop has fetched, or never will. */
  drop(id: string): Promise<void>;
}

export interface TextSender {
  /** Whether no real text is ever sent: the screens say so. */
  readonly isSimulated: boolean;
  /** Only the simulated phone has one. */
  readonly simulator?: MediaSimulator;
  /** Sends one text, once. Never throws: every failure is one of the three results. */
  send(text: OutgoingText): Promise<SendResult>;
  /**
   * Asks whether a text whose sending was cut short did go out.
   *
   * @param sentAfter ISO 8601: texts that are older do not count
   * @param isKnown whether a sid is already known as another text's: that one is passed over
   */
  find(
    text: OutgoingText & { sentAfter: string },
    isKnown?: (sid: string) => Promise<boolean>,
  ): Promise<FindResult>;
  /** The ids of what came with a customer's text. Never throws. */
  mediaOf(sid: string): Promise<MediaList>;
  /**
   * The bytes of what came with a customer's text, at most `maxPictureBytes`: not yet known to be a picture.
   * Never throws.
   *
   * @param sid the provider's id of the text
   * @param mediaId one of those that {@link mediaOf} gives
   */
  fetchMedia(sid: string, mediaId: string): Promise<FetchedMedia>;
}

/** A customer's text as the provider, or the simulated phone, hands it over. */
export interface ReceivedText {
  /** The provider's id: the same one again is a repeat and changes nothing. */
  sid: string;
  from: string;
  body: string;
  mediaCount: number;
  /** The ids of what came with it, if they are not to be asked for: only from the simulated phone. */
  mediaIds?: readonly string[];
  optOutType: string | undefined;
  /** When it was texted, ISO 8601, if it is handed over late. */
  textedAt?: string;
  /** The provider's account that it came through; not set for the simulated phone. */
  account?: string;
}

/** What a provider of real texts does besides sending. Every time is by the machine's clock. */
export interface TextProvider extends TextSender {
  readonly isSimulated: false;
  /** How far the machine's clock is ahead of the provider's, in milliseconds; null when not known. */
  clockAhead(): number | null;
  /** Asks again what the provider's clock shows. Never throws. */
  askTime(): Promise<void>;
  /** The texts that customers sent the shop since a time (ISO 8601), oldest first. */
  receivedSince(since: string): Promise<ReceivedText[]>;
  /** How far the shop's texts that were sent since a time (ISO 8601) have come. */
  deliveriesSince(since: string): Promise<Delivery[]>;
  /**
   * Whether a request to one of the shop's addresses is the provider's own.
   *
   * @param url as the provider called it, with its query
   */
  isGenuine(signature: string, url: string, fields: FormFields): boolean;
}

/** A form's fields; one that was given more than once has a list. */
export type FormFields = Readonly<Record<string, string | string[]>>;
