import { clockGapText } from '../../domain/clock.ts';
import type { Clock } from '../base/clock.ts';
import type { TwilioSettings } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { property } from '../database/outage.ts';

/** The provider's own package. It is large, so only a shop with real texts loads it. */

/** How long the provider may take to answer, in milliseconds. */
export const usualPatienceMs = 15_000;

export type TwilioClient = Awaited<ReturnType<typeof openTwilio>>;

/**
 * @param time learns what the provider's clock shows from each answer
 * @param patienceMs how long to wait for each answer
 */
export async function openTwilio(
  settings: TwilioSettings,
  time: ProviderClock,
  patienceMs = usualPatienceMs,
) {
  const { default: twilio } = await import('twilio');
  const { accountSid, authToken, apiBaseUrl } = settings;
  const httpClient = new twilio.RequestClient({
    timeout: patienceMs,
    // Retries are decided here: the package cannot tell a text from a lookup.
    autoRetry: false,
    // A connection that was kept open may be gone when the next text wants it, and then nobody knows
    // whether that text was sent.
    keepAlive: false,
  });
  const request = httpClient.request.bind(httpClient);
  httpClient.request = async (options) => {
    const asked = time.now();
    const uri = apiBaseUrl === null ? options.uri : atBase(options.uri, apiBaseUrl);
    const response = await request({ ...options, uri });
    time.note(response.headers?.date, asked);
    return response;
  };
  return {
    rest: twilio(accountSid, authToken, { httpClient, accountSid, autoRetry: false }),
    validateRequest: twilio.validateRequest,
    sign: twilio.getExpectedTwilioSignature,
  };
}

function atBase(uri: string, base: string): string {
  const { pathname, search } = new URL(uri);
  return new URL(`${pathname}${search}`, base).href;
}

export type ProviderClock = ReturnType<typeof providerClock>;

/** The header has whole seconds. */
const headerMs = 1000;

/** How far the machine's clock is from the provider's, by the Date of its answers. */
export function providerClock(clock: Clock, log: Pick<Log, 'warn'>) {
  let ahead: number | null = null;

  return {
    now: clock,

    /** How far the machine's clock is ahead, in milliseconds; null before the first answer. */
    ahead: () => ahead,

    /**
     * Takes the time of an answer. It was made between the question and now, so a difference that
     * this explains counts as none.
     *
     * @param date the answer's header
     * @param asked when the question left, by the machine's clock
     */
    note(date: unknown, asked: number): void {
      const stamped = Date.parse(String(date));
      if (Number.isNaN(stamped)) return;
      const least = asked - stamped - headerMs;
      const most = clock() - stamped;
      const before = clockGapText(ahead);
      ahead = least > 0 || most < 0 ? (least + most) / 2 : 0;
      const words = clockGapText(ahead);
      if (words !== null && words !== before) {
        log.warn(
          { aheadSeconds: Math.round(ahead / 1000) },
          `This machine’s clock is ${words}, compared with the text provider’s: let the network set it (docs/running.md)`,
        );
      }
    },
  };
}

/** Why a request did not bring what was asked for. */
export type Failure =
  /** The provider answered that it did not do it. */
  | { kind: 'refused'; status: number; code: string | null }
  /** Nothing ever reached the provider. */
  | { kind: 'unreached'; cause: string }
  /** No answer, or none that says whether it was done. */
  | { kind: 'unclear'; cause: string };

/** What happens before the first byte of a request is sent. */
const beforeLeaving = new Set(['getaddrinfo', 'connect']);

/** A machine with several addresses fails once for each. */
function attempts(error: unknown): unknown[] {
  const cause = property(error, 'cause') ?? error;
  return cause instanceof AggregateError ? cause.errors : [cause];
}

function neverLeft(error: unknown): boolean {
  return attempts(error).every(
    (attempt) =>
      beforeLeaving.has(String(property(attempt, 'syscall'))) ||
      // The server cannot prove that it is the provider, so nothing was sent to it.
      /CERT|UNABLE_TO_VERIFY/.test(String(property(attempt, 'code'))),
  );
}

/** Reads what the package throws. Nothing of the request is repeated: it has phone numbers in it. */
export function failureOf(error: unknown): Failure {
  const status = property(error, 'status');
  if (typeof status === 'number') {
    const code = property(error, 'code');
    const known = typeof code === 'number' && code > 0 ? String(code) : null;
    return status >= 400 && status < 500 && (known !== null || status === 429)
      ? { kind: 'refused', status, code: known }
      : { kind: 'unclear', cause: `HTTP ${status}` };
  }
  const cause = String(property(error, 'code') ?? property(error, 'name') ?? 'unknown');
  return neverLeft(error) ? { kind: 'unreached', cause } : { kind: 'unclear', cause };
}
