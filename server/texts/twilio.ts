import { setTimeout as wait } from 'node:timers/promises';
import { neverSentCode } from '../../domain/text-delivery.ts';
import { type Clock, isoTime } from '../base/clock.ts';
import type { TwilioSettings } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import type {
  Delivery,
  FindResult,
  OutgoingText,
  ReceivedText,
  SendResult,
  TextProvider,
} from '../ports/text-sender.ts';
import {
  type Failure,
  failureOf,
  openTwilio,
  providerClock,
  usualPatienceMs,
} from './twilio-client.ts';
import { twilioMedia } from './twilio-media.ts';
import { deliveryOf, webhookPaths } from './twilio-webhooks.ts';

/** Too many requests: the only refusal after which the same text may simply be sent again. */
const tooMany = '20429';

/** How long to wait before each further try after that, in milliseconds. */
const busyWaitsMs = [500, 1000, 2000];

/** No further try begins after this long: a lookup of the text meanwhile must not be misled. */
const maxTryingMs = 20_000;

/** A text may be listed late: before this age its absence proves nothing. */
const certainAfterMs = 10 * 60_000;

/** How long before its record a text may be listed: the clock may have been ahead then. */
const recordedAheadMs = 24 * 60 * 60_000;

/** As many as the provider lists at once, and as many in all as one customer can have gotten. */
const listing = { pageSize: 200, limit: 1000 };
const receivedListing = { pageSize: 200, limit: 5000 };

export interface TwilioDeps {
  settings: TwilioSettings;
  /** The shop's own address, e.g. https://shop.example */
  publicUrl: string;
  clock: Clock;
  log: Log;
  /** How long each answer may take, in milliseconds. */
  patienceMs?: number;
  /** Waiting between tries. */
  delay?: (milliseconds: number) => Promise<unknown>;
}

export async function createTwilioProvider(deps: TwilioDeps): Promise<TextProvider> {
  const { settings, publicUrl, clock, log, patienceMs = usualPatienceMs, delay = wait } = deps;
  const time = providerClock(clock, log);
  const { rest, validateRequest } = await openTwilio(settings, time, patienceMs);
  const { sender } = settings;
  /** Converts the provider's times to the machine's, and back. */
  const here = (theirs: number) => theirs + (time.ahead() ?? 0);
  const there = (ours: number) => ours - (time.ahead() ?? 0);
  /** For texts whose sending, by a clock set back since, is in the future: when each was first looked up. */
  const firstAsked = new Map<string, number>();

  async function sendOnce(text: OutgoingText): Promise<SendResult | Failure> {
    try {
      const { sid } = await rest.messages.create({
        to: text.to,
        body: text.body,
        ...('number' in sender
          ? { from: sender.number }
          : { messagingServiceSid: sender.messagingServiceSid }),
        statusCallback: `${publicUrl}${webhookPaths.status}?reference=${encodeURIComponent(text.reference)}`,
      });
      return typeof sid === 'string' && sid !== ''
        ? { kind: 'accepted', sid }
        : { kind: 'unclear', cause: 'no sid' };
    } catch (error) {
      return failureOf(error);
    }
  }

  function resultOf(outcome: SendResult | Failure, reference: string): SendResult {
    if (outcome.kind === 'refused') {
      return { kind: 'rejected', code: outcome.code ?? tooMany };
    }
    if (outcome.kind !== 'unreached' && outcome.kind !== 'unclear') return outcome;
    log.warn({ cause: outcome.cause, text: reference }, 'The text provider gave no clear answer');
    return outcome.kind === 'unreached'
      ? { kind: 'rejected', code: neverSentCode }
      : { kind: 'unknown' };
  }

  async function ownNumbers(): Promise<string[]> {
    if ('number' in sender) return [sender.number];
    const service = rest.messaging.v1.services(sender.messagingServiceSid);
    return (await service.phoneNumbers.list(listing)).map(({ phoneNumber }) => phoneNumber);
  }

  /** The texts to or from each of the shop's numbers, newest first, since a time of the machine's. */
  async function textsSince(side: 'to' | 'from', since: string) {
    const dateSentAfter = new Date(there(Date.parse(since)));
    const lists = [];
    for (const number of await ownNumbers()) {
      lists.push(await rest.messages.list({ [side]: number, dateSentAfter, ...receivedListing }));
    }
    return lists;
  }

  return {
    isSimulated: false,

    ...twilioMedia(settings, rest, patienceMs),

    clockAhead: time.ahead,

    async askTime(): Promise<void> {
      await rest.api.v2010
        .accounts(settings.accountSid)
        .fetch()
        .catch((error: unknown) => {
          log.warn(failureOf(error), 'The text provider’s time could not be read');
        });
    },

    async send(text): Promise<SendResult> {
      const begun = clock();
      for (const waitMs of [...busyWaitsMs, null]) {
        const outcome = await sendOnce(text);
        const isBusy =
          outcome.kind === 'refused' &&
          outcome.status === 429 &&
          (outcome.code ?? tooMany) === tooMany;
        if (!isBusy || waitMs === null || clock() - begun > maxTryingMs) {
          return resultOf(outcome, text.reference);
        }
        await delay(waitMs);
      }
      return { kind: 'rejected', code: tooMany };
    },

    async find(text, isKnown): Promise<FindResult> {
      const sentAfter = Date.parse(text.sentAfter);
      const first = Math.min(sentAfter, firstAsked.get(text.reference) ?? clock());
      if (sentAfter > first) firstAsked.set(text.reference, first);
      try {
        // Not narrowed down by the time of sending: what is still queued has none.
        const listed = await rest.messages.list({ to: text.to, ...listing });
        // An older text with the same words has another sid.
        const since = isKnown ? first - recordedAheadMs : sentAfter;
        // Its times have whole seconds.
        const from = Math.floor(there(since) / 1000) * 1000;
        const matching = listed
          .filter(
            ({ direction, body, dateCreated }) =>
              direction.startsWith('outbound') &&
              // A trial account puts a note in front.
              body.endsWith(text.body) &&
              dateCreated.getTime() >= from,
          )
          .sort((one, other) => one.dateCreated.getTime() - other.dateCreated.getTime());
        for (const { sid, status, errorCode } of matching) {
          if (await isKnown?.(sid)) continue;
          // The words went with their ticket: any text to that phone may be the one.
          if (text.body === '') return { kind: 'unknown' };
          const delivery = deliveryOf(sid, status, errorCode);
          return { kind: 'found', sid, ...(delivery?.state === 'accepted' ? {} : delivery) };
        }
        const isCertain = listed.length < listing.limit && clock() - first >= certainAfterMs;
        return { kind: isCertain ? 'not-found' : 'unknown' };
      } catch (error) {
        const failure = failureOf(error);
        log.warn(
          { ...failure, text: text.reference },
          'The text provider could not be asked about a text',
        );
        const isBusy = failure.kind === 'refused' && failure.status === 429;
        return { kind: 'unknown', ...(isBusy && { isBusy }) };
      }
    },

    async receivedSince(since): Promise<ReceivedText[]> {
      const received: (ReceivedText & { textedAt: string })[] = [];
      for (const listed of await textsSince('to', since)) {
        // Newest first, in whole seconds: of two texts in the same second the later comes first.
        for (const message of listed.toReversed()) {
          if (message.direction !== 'inbound') continue;
          received.push({
            sid: message.sid,
            from: message.from,
            body: message.body,
            mediaCount: Number(message.numMedia) || 0,
            optOutType: undefined,
            textedAt: isoTime(here((message.dateSent ?? message.dateCreated).getTime())),
          });
        }
      }
      return received.sort((one, other) => Date.parse(one.textedAt) - Date.parse(other.textedAt));
    },

    async deliveriesSince(since): Promise<Delivery[]> {
      const deliveries: Delivery[] = [];
      for (const listed of await textsSince('from', since)) {
        for (const { sid, status, errorCode } of listed) {
          // Customers' texts have another word.
          const delivery = deliveryOf(sid, status, errorCode);
          if (delivery) deliveries.push(delivery);
        }
      }
      return deliveries;
    },

    isGenuine(signature, url, fields) {
      // A request line may name another host, and then this is no address.
      return URL.canParse(url) && validateRequest(settings.authToken, signature, url, fields);
    },
  };
}
