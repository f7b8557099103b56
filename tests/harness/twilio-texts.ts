import { randomBytes } from 'node:crypto';

/** A text as the provider keeps it. */
export interface StandInText {
  sid: string;
  direction: 'outbound-api' | 'inbound';
  to: string;
  from: string;
  body: string;
  status: string;
  errorCode: number | null;
  mediaCount: number;
  createdAt: number;
  /** null while it is queued. */
  sentAt: number | null;
  statusCallback: string | null;
}

export const standInNumber = '+13325550100';
export const trialWords = 'Sent from your Twilio trial account - ';

export const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const rfc2822 = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000');

/** The texts that the stand-in of the provider keeps, and how it lists them. */
export function textsOfProvider(accountSid: string, clock: () => number, isTrial: boolean) {
  const texts: StandInText[] = [];
  let letters = 'SM';
  const byNumber = new Map<string, StandInText[]>();
  function keep(text: StandInText): StandInText {
    texts.push(text);
    const number = text.direction === 'inbound' ? text.from : text.to;
    byNumber.set(number, [...(byNumber.get(number) ?? []), text]);
    return text;
  }

  const asJson = (text: StandInText) => ({
    sid: text.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text.body,
    date_created: rfc2822(text.createdAt),
    date_sent: text.sentAt === null ? null : rfc2822(text.sentAt),
    date_updated: rfc2822(text.sentAt ?? text.createdAt),
    direction: text.direction,
    error_code: text.errorCode,
    error_message: null,
    from: text.from,
    to: text.to,
    messaging_service_sid: null,
    num_media: String(text.mediaCount),
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    status: text.status,
    subresource_uris: {},
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}.json`,
  });

  function take(form: URLSearchParams): StandInText {
    const body = form.get('Body') ?? '';
    return keep({
      sid: `${letters}${hex(16)}`,
      direction: 'outbound-api',
      to: form.get('To') ?? '',
      from: form.get('From') ?? standInNumber,
      body: isTrial ? `${trialWords}${body}` : body,
      status: form.has('MessagingServiceSid') ? 'accepted' : 'queued',
      errorCode: null,
      mediaCount: 0,
      createdAt: clock(),
      sentAt: null,
      statusCallback: form.get('StatusCallback'),
    });
  }

  function list(query: URLSearchParams, path: string): object {
    const to = query.get('To');
    const from = query.get('From');
    const after = query.get('DateSent>');
    const size = Number(query.get('PageSize') ?? 50);
    const page = Number(query.get('Page') ?? 0);
    const matching = ((to !== null && byNumber.get(to)) || texts)
      .filter((text) => to === null || text.to === to)
      .filter((text) => from === null || text.from === from)
      .filter(
        (text) => after === null || (text.sentAt !== null && text.sentAt >= Date.parse(after)),
      )
      .toReversed();
    const next = new URLSearchParams(query);
    next.set('Page', String(page + 1));
    return {
      messages: matching.slice(page * size, (page + 1) * size).map(asJson),
      page,
      page_size: size,
      next_page_uri: matching.length > (page + 1) * size ? `${path}?${next}` : null,
    };
  }

  return {
    texts,
    keep,
    take,
    asJson,
    list,
    /** How the ids of the texts begin that it takes from now on. */
    setLetters(next: string): void {
      letters = next;
    },
    /** What a number was texted, in order. */
    textsTo: (to: string) =>
      (byNumber.get(to) ?? []).filter(({ direction }) => direction === 'outbound-api'),
  };
}

export type TextsOfProvider = ReturnType<typeof textsOfProvider>;
