import { randomBytes } from 'node:crypto';
import twilio from 'twilio';
import { webhookPaths } from '../../server/texts/twilio-webhooks.ts';

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

/** The texts that the stand-in for the provider keeps, and how it lists them. */
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
    body: text.body,
    date_created: rfc2822(text.createdAt),
    date_sent: text.sentAt === null ? null : rfc2822(text.sentAt),
    date_updated: rfc2822(text.sentAt ?? text.createdAt),
    direction: text.direction,
    error_code: text.errorCode,
    from: text.from,
    to: text.to,
    num_media: String(text.mediaCount),
    num_segments: '1',
    status: text.status,
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

  const textsTo = (to: string) =>
    (byNumber.get(to) ?? []).filter(({ direction }) => direction === 'outbound-api');

  return {
    texts,
    keep,
    take,
    asJson,
    list,
    /** How the ids of the texts that it takes from now on begin. */
    setLetters(next: string): void {
      letters = next;
    },
    textsTo,
    lastTo(to: string): StandInText {
      const text = textsTo(to).at(-1);
      if (!text) throw new Error(`Nothing was texted to ${to}`);
      return text;
    },
  };
}

type TextsOfProvider = ReturnType<typeof textsOfProvider>;

interface Parts {
  accountSid: string;
  authToken: string;
  texts: TextsOfProvider;
  clock: () => number;
}

/** What the stand-in for the provider does unasked by the shop: customers text through it, and it calls the shop. */
export function callsOfProvider({ accountSid, authToken, texts, clock }: Parts) {
  /** Where the shop really listens, if that is not the address that the provider knows. */
  const shop: { origin: string | null } = { origin: null };

  /** A request of the provider's, signed as its own package signs. */
  async function call(address: string, fields: Record<string, string>): Promise<Response> {
    const { pathname, search, origin } = new URL(address);
    return fetch(new URL(`${pathname}${search}`, shop.origin ?? origin), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, address, fields),
      },
      body: new URLSearchParams(fields),
    });
  }

  return {
    shop,

    /** Any request, signed for one address and sent to where the shop listens. */
    call,

    text(from: string, body: string, mediaCount = 0): StandInText {
      return texts.keep({
        sid: `${mediaCount > 0 ? 'MM' : 'SM'}${hex(16)}`,
        direction: 'inbound',
        to: standInNumber,
        from,
        body,
        status: 'received',
        errorCode: null,
        mediaCount,
        createdAt: clock(),
        sentAt: clock(),
        statusCallback: null,
      });
    },

    /** Hands a customer's text over to the shop, again each time it is called. */
    handOver(
      text: StandInText,
      publicUrl: string,
      more: Record<string, string> = {},
    ): Promise<Response> {
      return call(`${publicUrl}${webhookPaths.inbound}`, {
        ToCountry: 'US',
        ToState: '',
        SmsMessageSid: text.sid,
        NumMedia: String(text.mediaCount),
        SmsSid: text.sid,
        SmsStatus: 'received',
        Body: text.body,
        FromCountry: 'US',
        To: text.to,
        NumSegments: '1',
        MessageSid: text.sid,
        AccountSid: accountSid,
        From: text.from,
        ApiVersion: '2010-04-01',
        ...Object.fromEntries(
          Array.from({ length: text.mediaCount }, (_, index) => [
            `MediaUrl${index}`,
            `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Media/ME${index}`,
          ]),
        ),
        ...more,
      });
    },

    /** Tells the shop how far a text has come, at the address that the shop gave with it. */
    async report(text: StandInText, status: string, errorCode?: string): Promise<Response | null> {
      text.status = status;
      text.sentAt ??= clock();
      text.errorCode = errorCode === undefined ? null : Number(errorCode);
      if (text.statusCallback === null) return null;
      return call(text.statusCallback, {
        SmsSid: text.sid,
        SmsStatus: status,
        MessageStatus: status,
        To: text.to,
        MessageSid: text.sid,
        AccountSid: accountSid,
        From: text.from,
        ApiVersion: '2010-04-01',
        ...(errorCode === undefined ? {} : { ErrorCode: errorCode }),
      });
    },
  };
}
