/**
 * Before the same is texted to a customer a second time within two minutes, staff are asked: of two
 * tabs, or after a reload, neither knows of the other. Shop decision (docs/decisions/texts.md).
 */

/** For how long a text counts as just sent: 2 minutes, in milliseconds. */
const justSentMs = 2 * 60_000;

/**
 * How long ago a text was sent, while it counts as just sent. By a clock that was set back since, it
 * was sent in the future: up to two minutes of that count as now, so that nobody is asked for hours.
 *
 * @param sentAt ISO 8601
 * @param now milliseconds since 1970, by the server's clock
 * @returns whole seconds, 0 to 119; null when it is too long ago
 */
export function secondsSinceSent(sentAt: string, now: number): number | null {
  const age = now - Date.parse(sentAt);
  return Math.abs(age) < justSentMs ? Math.max(0, Math.floor(age / 1000)) : null;
}

/** What staff are asked. @param seconds as {@link secondsSinceSent} gives them */
export function justSentQuestion(name: string, seconds: number): string {
  const ago = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `Already sent to ${name} ${ago} ago. Send again?`;
}
