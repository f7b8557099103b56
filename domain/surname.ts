/**
 * The part of the customer's name that goes on the bag label: enough for staff, less than all of it
 * for others who see the bag. Shop decision.
 */

/** Belong to the name after them. */
const particles = new Set(
  'al bin da das de del della den der di do dos du el ibn la las le los mac mc san st st. te ten ter van vande vander von y zu zum zur'.split(
    ' ',
  ),
);

const suffixes = /^(jr|sr|ii|iii|iv|md|phd|esq)\.?$/i;

/** Words in the name of a company, which has no surname. */
const companies =
  /&|\b(inc|llc|ltd|co|corp|company|gmbh|jewel(?:er|ler|ry)s?|watches|watch|repair|shop|store|gallery)\b/i;

/**
 * @returns the last name with its particles, "de la Cruz" of "José de la Cruz"; the whole name if it is a
 *   company's, a single word, or written without Latin letters, when no one knows which part is which
 */
export function surnameOf(name: string): string {
  const whole = name.trim().replace(/\s+/g, ' ');
  const [beforeComma = whole, afterComma] = whole.split(/\s*,\s*/);
  if (companies.test(whole) || !/\p{Script=Latin}/u.test(whole)) return whole;
  if (afterComma !== undefined && !suffixes.test(afterComma)) return beforeComma;
  const words = beforeComma.split(' ').filter((word, at) => at === 0 || !suffixes.test(word));
  let start = words.length - 1;
  while (start > 0 && particles.has((words[start - 1] ?? '').toLowerCase())) start -= 1;
  return words.slice(start).join(' ');
}
