import { z } from 'zod';
import { isCalendarDate } from './calendar-date.ts';
import { limits, tooLongMessage } from './field-list.ts';
import { centsFromDollars } from './money.ts';
import { phonePattern } from './phone.ts';

/** The fields that people fill in, with their limits and messages, once for the server and the forms. */

/**
 * Text, an at sign, text, a dot, text (specification, section 5, "Edit client"). No angle brackets:
 * they come from a pasted "Name <address>" or from markup, and belong to no address.
 */
export const emailPattern = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** Whether a text is an address, and not a substitute for one ("none"), which belongs to no one. */
export const isEmailAddress = (text: string): boolean => emailPattern.test(text.trim());

/** Characters no one types: controls, unpaired surrogates, and marks that change the reading direction of what follows. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/u;
const unprintableButLines =
  /[\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]|(?![\n\t])\p{Cc}/u;

/** A visible character. A text without one looks empty, so it counts as blank. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

interface TextRule {
  /** What the field is called in its messages. */
  label: string;
  /** The most characters after tidying (UTF-16 code units, as a form's maxlength counts them). */
  max: number;
  /** Whether line breaks are allowed. */
  lines?: boolean;
  /** The message when it is missing or blank; by default "{label} is required". */
  required?: string;
}

function tidy(text: string): string {
  return visible.test(text) ? text.replace(/\r\n?/g, '\n').normalize('NFC').trim() : '';
}

/**
 * The first broken rule ends the checks: one message for each field, and no pattern is ever run over
 * a text that is too long for it.
 */
const stopHere = (error: string) => ({ error, abort: true });

/** As {@link stopHere}, for a length: otherwise zod would measure lists, too. */
const stopAtLength = (error: string) => ({
  ...stopHere(error),
  when: ({ value }: { value: unknown }) => typeof value === 'string',
});

/** A length rule for lists only: zod would otherwise apply it to text, too. */
export const ofList = (error: string) => ({
  error,
  when: ({ value }: { value: unknown }) => Array.isArray(value),
});

/** The rule for a maximum length, for zod's `max`. */
export const atMost = (label: string, max: number) => stopAtLength(tooLongMessage(label, max));

/** What is said if there is something else instead of an object; an unknown part is named like any other. */
export const objectOr = (message: string) => ({
  error: ({ code }: { code: string }) => (code === 'invalid_type' ? message : undefined),
});

/** The message if there is nothing, and if there is something else. */
const missingOr = (missing: string, wrong: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? missing : wrong;

function baseText(rule: TextRule) {
  const missing = rule.required ?? `${rule.label} is required`;
  return z
    .string({ error: missingOr(missing, `${rule.label} must be text`) })
    .overwrite(tidy)
    .max(rule.max, atMost(rule.label, rule.max))
    .refine(
      (text) => !(rule.lines ? unprintableButLines : unprintable).test(text),
      stopHere(`${rule.label} contains characters that cannot be printed`),
    );
}

/**
 * Text that must be there; comes out trimmed, in Unicode's composed form, with plain line breaks.
 * Its messages are "{label} is required" (specification, section 5), or the rule's own.
 */
export function requiredText(rule: TextRule) {
  return baseText(rule).min(1, stopAtLength(rule.required ?? `${rule.label} is required`));
}

/** Text that may be missing, null or blank: all three are null. Tidied as {@link requiredText}. */
export function optionalText(rule: TextRule) {
  return baseText(rule)
    .nullish()
    .transform((text) => text || null);
}

/** An email address; its message is the specification's (section 5, "Edit client"). */
export function requiredEmail(rule: Omit<TextRule, 'max'>) {
  return requiredText({ ...rule, max: limits.email }).regex(
    emailPattern,
    'Please enter a valid email address',
  );
}

const phoneMessage = 'Please enter a valid phone number';

/**
 * A phone number at which a person can be reached, from any country. Whether it may be texted is
 * decided when there is a text to send. Shop decision: the specification only requires it.
 */
export function requiredPhone(rule: Omit<TextRule, 'max'>) {
  return requiredText({ ...rule, max: limits.phone }).regex(phonePattern, phoneMessage);
}

/** A phone that may be missing: stored as an empty string (specification, section 5, "New client"). */
export function optionalPhone(rule: Omit<TextRule, 'max'>) {
  return baseText({ ...rule, max: limits.phone })
    .refine((phone) => phone === '' || phonePattern.test(phone), phoneMessage)
    .nullish()
    .transform((phone) => phone ?? '');
}

/** A phone number that may be missing, null or blank: all three are null. */
export function optionalPhoneNumber(rule: Omit<TextRule, 'max'>) {
  return optionalText({ ...rule, max: limits.phone }).refine(
    (phone) => phone === null || phonePattern.test(phone),
    phoneMessage,
  );
}

/** Dollars, 0 or more, at most two decimals. @param required the message if there is none */
export function requiredPrice(label: string, required: string) {
  return z
    .number({ error: missingOr(required, `${label} must be a number`) })
    .min(0, stopHere(`${label} must be 0 or more`))
    .refine((dollars) => centsFromDollars(dollars) !== null, {
      message: `${label} must be at most $999,999.99, with at most 2 decimals`,
    });
}

/** As {@link requiredPrice} (specification, section 5); missing or null is null. */
export const optionalPrice = (label: string) =>
  requiredPrice(label, `${label} is required`)
    .nullish()
    .transform((dollars) => dollars ?? null);

/** A date on the calendar; missing, null or blank is null. Which dates are sensible depends on the day. */
export function optionalDate(label: string) {
  return z
    .string({ error: `${label} must be a date such as 2026-03-05` })
    .refine((date) => date === '' || isCalendarDate(date), {
      message: `${label} must be a date such as 2026-03-05`,
    })
    .nullish()
    .transform((date) => date || null);
}

/** One of a closed list. @param label how the message names it */
export const oneOf = <const Choices extends readonly string[]>(label: string, choices: Choices) =>
  z.enum(choices, `${label} must be one of ${choices.join(', ')}`);

/** As {@link oneOf}; missing or null is null. */
export const optionalChoice = <const Choices extends readonly string[]>(
  label: string,
  choices: Choices,
) =>
  oneOf(label, choices)
    .nullish()
    .transform((choice) => choice ?? null);

/** A number above 0 (specification, section 5, "Send estimate"). */
export const estimateAmount = z
  .number({
    error: (issue) =>
      issue.input === undefined ||
      issue.input === null ||
      (typeof issue.input === 'string' && issue.input.trim() === '')
        ? 'Please enter an estimate amount'
        : 'Please enter a valid estimate amount',
  })
  .refine((dollars) => dollars > 0 && centsFromDollars(dollars) !== null, {
    message: 'Please enter a valid estimate amount',
  });

/** @param rule what is said about everything else */
export const wholeNumber = (rule: string, least: number, most: number) =>
  z
    .number(rule)
    .refine((number) => Number.isInteger(number) && number >= least && number <= most, rule)
    .meta({ type: 'integer', minimum: least, maximum: most });

/** True or false; missing or null is false. */
export const optionalFlag = (label: string) =>
  z
    .boolean({ error: `${label} must be true or false` })
    .nullish()
    .transform((flag) => flag ?? false);

/** A UUID that the browser makes, so that a call that was interrupted can be repeated. */
export const uuidField = (label: string) =>
  z
    .string({ error: missingOr(`${label} is required`, `${label} must be text`) })
    .regex(
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
      `${label} must be a UUID in lowercase letters`,
    );

/** As {@link uuidField}, but callers may leave it out: then null. */
export const optionalUuid = (label: string) =>
  uuidField(label)
    .nullish()
    .transform((id) => id ?? null);

/** Text that is only looked up or compared. No stored text holds a NUL, and PostgreSQL refuses to compare with one. */
export const lookupText = (label: string, max: number) =>
  z
    .string(`${label} must be text`)
    .max(max, atMost(label, max))
    .refine((text) => !text.includes('\0'), `${label} contains characters that cannot be printed`);

export const dollars = z.number().describe('Dollars with at most 2 decimals');

export const calendarDate = z
  .string()
  .meta({ format: 'date', description: 'A date in the shop’s time zone, such as 2026-03-05' });
