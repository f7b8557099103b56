/**
 * What happens to an estimate by the mere passing of time: one reminder, and an end. Both are off
 * until a shop sets them. Shop decision (docs/decisions/texts.md, "Reminders and expiry").
 */

/** The part of the shop's configuration that the rules need. */
export interface TextingRules {
  readonly reminderAfterDays: number | null;
  /** Local times of the shop, as 09:00: texts go from the one to before the other. */
  readonly hours: { readonly from: string; readonly to: string };
  /** IANA name, as America/New_York; set wherever reminders are. */
  readonly timeZone: string | null;
  readonly estimateExpiresAfterDays: number | null;
}

const dayMs = 24 * 60 * 60_000;

/**
 * How late a reminder may still go: 7 days. A shop that switches reminders on must not text everybody
 * who did not answer last year.
 */
export const reminderLatenessDays = 7;

/** @returns whether the machine knows the time zone */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The time of day on the shop's wall, as 09:05, summer time and all. `now` is milliseconds since 1970. */
export function localTime(now: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
}

/** Whether reminders may leave now. `now` is milliseconds since 1970. */
export function mayRemindNow(rules: TextingRules, now: number): boolean {
  if (rules.reminderAfterDays === null || rules.timeZone === null) return false;
  const time = localTime(now, rules.timeZone);
  return time >= rules.hours.from && time < rules.hours.to;
}

/**
 * The span in which an estimate must have been sent to be reminded of now.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970, both ends included; null when none is
 */
export function remindedSpan(
  rules: TextingRules,
  now: number,
): { from: number; to: number } | null {
  if (rules.reminderAfterDays === null || !mayRemindNow(rules, now)) return null;
  const to = now - rules.reminderAfterDays * dayMs;
  return { from: to - reminderLatenessDays * dayMs, to };
}

/**
 * Until when an estimate must have been sent to have run out by now.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970, included; null when estimates do not run out
 */
export function expiredBefore(rules: TextingRules, now: number): number | null {
  return rules.estimateExpiresAfterDays === null
    ? null
    : now - rules.estimateExpiresAfterDays * dayMs;
}
