import twilio from 'twilio';
import { webhookPaths } from '../../server/texts/twilio.ts';
import { hex, type StandInText, standInNumber, type TextsOfProvider } from './twilio-texts.ts';

interface Parts {
  accountSid: string;
  authToken: string;
  texts: TextsOfProvider;
  clock: () => number;
}

/** What the stand-in of the provider does by itself: customers text through it, and it calls the shop. */
export function callsOfProvider({ accountSid, authToken, texts, clock }: Parts) {
  /** Where the shop really listens, where that is not the address that the provider knows. */
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

    /** A customer texts the shop; nothing is handed over yet. */
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

    /** Hands a customer's text over to the shop, once more each time. */
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
