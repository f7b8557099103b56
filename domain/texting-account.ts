import { z } from 'zod';
import { limits } from './field-list.ts';
import { atMost, objectOr } from './field-schemas.ts';
import { shopNameInText } from './texts.ts';

/** The account for real texts as a shop types it in, and what is said about it. */

/** As the provider's console shows them. */
export const accountSidPattern = /^AC[0-9a-f]{32}$/;
export const messagingServicePattern = /^MG[0-9a-f]{32}$/;

/** @returns a SID as the provider writes it; anything else as typed, without spaces at its ends */
const tidySid = (typed: string): string => {
  const text = typed.trim();
  return /^(ac|mg)[0-9a-f]{32}$/i.test(text)
    ? text.slice(0, 2).toUpperCase() + text.slice(2).toLowerCase()
    : text;
};
/** A number with its country, or a short code. */
export const senderNumberPattern = /^(\+[1-9]\d{6,14}|\d{5,6})$/;
export const authTokenPattern = /^[!-~]{1,200}$/;

const longestSid = 34;
const longestAddress = 200;
const longestSender = 40;

/**
 * @param typed a number in any of the usual ways, or the SID of a messaging service
 * @returns a US number as +1 and ten digits, a SID as the provider writes it; anything else as typed, without
 *   spaces, periods, hyphens and parentheses
 */
export function tidySender(typed: string): string {
  const text = typed.trim();
  if (/^MG/i.test(text)) return tidySid(text);
  const digits = text.replace(/[\s().-]/g, '');
  if (/^\d{10}$/.test(digits)) return `+1${digits}`;
  return /^1\d{10}$/.test(digits) ? `+${digits}` : digits;
}

/** @returns an address without what a paste leaves at its ends */
const tidyAddress = (typed: string) => typed.trim().replace(/\/+$/, '').toLowerCase();

/** A bare address: https, or http on this very machine, where a stand-in for the provider may be. */
const publicAddressPattern =
  /^(https:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?$/;

/** @param hostname as a URL has it */
export const isLoopback = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const stop = (error: string) => ({ error, abort: true });
const text = (label: string) => z.string(`${label} is required`);

/** What is asked for; the token only if none is kept, or for a different account. */
export const textingAccountFields = {
  accountSid: text('Account SID')
    .overwrite(tidySid)
    .max(longestSid, atMost('Account SID', longestSid))
    .regex(
      accountSidPattern,
      stop(
        'Account SID begins with AC and has 34 characters. Copy it from the provider’s console.',
      ),
    ),
  authToken: text('Auth Token')
    .overwrite((value) => value.trim())
    .max(limits.password, atMost('Auth Token', limits.password))
    .regex(authTokenPattern, stop('Auth Token has no spaces. Copy it from the provider’s console.'))
    .nullable()
    .describe('Null keeps the one that is stored for this account'),
  sender: text('Number or messaging service')
    .overwrite(tidySender)
    .max(longestSender, atMost('Number or messaging service', longestSender))
    .refine(
      (value) => senderNumberPattern.test(value) || messagingServicePattern.test(value),
      stop(
        'Type the number you text from, such as (212) 555-0100, or the SID that begins with MG.',
      ),
    )
    .describe('One of the account’s numbers, or the SID of a messaging service'),
  publicUrl: text('Public address')
    .overwrite(tidyAddress)
    .max(longestAddress, atMost('Public address', longestAddress))
    .regex(
      publicAddressPattern,
      stop(
        'Public address begins with https:// and has no path, such as https://shop.example.com.',
      ),
    )
    .describe('Where the provider reaches the shop; PUBLIC_URL, if set, takes precedence'),
};

export const textingAccountSchema = z.strictObject(
  textingAccountFields,
  objectOr('account must be an object'),
);

/** How the texts of a shop go out. */
export const textingSources = ['simulated', 'browser', 'environment'] as const;

/** The settings of the environment that stand in for the page's fields. */
export const textingVariables = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
  'TWILIO_MESSAGING_SERVICE_SID',
  'PUBLIC_URL',
] as const;

/** Why a call to the webhook was refused. */
export const refusedCallReasons = ['unsigned', 'other-account', 'wrong-signature'] as const;
export type RefusedCallReason = (typeof refusedCallReasons)[number];

const refusalWords: Readonly<Record<RefusedCallReason, string>> = {
  unsigned: 'It had no signature, so it was not from the provider.',
  'other-account': 'It was for another account. Check the Account SID.',
  'wrong-signature':
    'Its signature doesn’t match. Check the Auth Token, and that the address at the provider is exactly the one above.',
};

/** @returns why a call was refused, and what to look at */
export const refusedCallWords = (reason: RefusedCallReason): string => refusalWords[reason];

/** @returns the words of a test: the shop's name, and that nobody need answer */
export const testTextBody = (shop: { name: string }): string =>
  `${shopNameInText(shop)}: This is a test of our texts. You don't need to answer.`;
