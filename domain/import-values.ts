import { momentOnWall } from './clock.ts';
import { type Language, languageNames, languages } from './languages.ts';
import { parsePrice } from './money.ts';
import { type RepairStatus, repairStatuses } from './repair-status.ts';
import { searchable } from './search-text.ts';
import type { Technician } from './shop-settings.ts';

/** What other programs write into their cells → our values. A message if that fails. */

export type Read<Value> = { value: Value } | { message: string };

/** @returns the value, or the message if there is none */
const read = <Value>(value: Value | undefined, message: string): Read<Value> =>
  value === undefined ? { message } : { value };

/** How much of a cell a message quotes: as much as can be read at a glance. */
function shown(cell: string): string {
  const text = cell.trim();
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Hyphens for spaces and underscores, as our own statuses have them. */
const statusWord = (cell: string) => searchable(cell).replace(/[\s_-]+/g, '-');

/** What other programs call them. */
const statusAliases = new Map(
  Object.entries<RepairStatus>({
    new: 'pending',
    open: 'pending',
    received: 'pending',
    waiting: 'pending',
    'checked-in': 'pending',
    working: 'in-progress',
    'in-repair': 'in-progress',
    done: 'completed',
    complete: 'completed',
    finished: 'completed',
    closed: 'completed',
    delivered: 'completed',
    collected: 'completed',
    'picked-up': 'completed',
    repaired: 'completed',
    'ready-for-pickup': 'ready',
    'ready-for-collection': 'ready',
  }),
);

/** @returns null for an empty cell */
export function readStatus(cell: string): Read<RepairStatus | null> {
  const word = statusWord(cell);
  const status = repairStatuses.find((one) => one === word) ?? statusAliases.get(word);
  return read(
    word === '' ? null : status,
    `Status "${shown(cell)}" is not one that a repair can have (${repairStatuses.join(', ')})`,
  );
}

/** How other programs say that it is done and that the customer has it. */
const collectedWords = ['collected', 'picked-up', 'delivered'];

/** @returns whether a status says that the customer has the watch */
export const saysCollected = (cell: string): boolean => collectedWords.includes(statusWord(cell));

const yes = ['yes', 'y', 'true', '1', 'x'];
const no = ['', 'no', 'n', 'false', '0'];

export function readFlag(label: string, cell: string): Read<boolean> {
  const word = searchable(cell);
  const isKnown = yes.includes(word) || no.includes(word);
  const message = `${label} must be yes or no, not "${shown(cell)}"`;
  return read(isKnown ? yes.includes(word) : undefined, message);
}

/** Reads a language's English name, own name or code. @returns null for an empty cell */
export function readLanguage(label: string, cell: string): Read<Language | null> {
  const word = searchable(cell);
  const own: Readonly<Record<Language, string>> = { en: 'english', es: 'espanol' };
  const found = languages.find((one) =>
    [one, own[one], searchable(languageNames[one])].includes(word.split('-')[0] ?? ''),
  );
  const names = Object.values(languageNames).join(' or ');
  return read(word === '' ? null : found, `${label} must be ${names}, not "${shown(cell)}"`);
}

/** @returns dollars, null for an empty cell */
export function readPrice(label: string, cell: string): Read<number | null> {
  return read(
    cell.trim() === '' ? null : (parsePrice(cell) ?? undefined),
    `${label} must be an amount in dollars such as 1,250.00, at most 999,999.99, not "${shown(cell)}"`,
  );
}

/**
 * Finds one of the shop's technicians: by id, else by name.
 *
 * @returns null if both cells are empty
 */
export function readTechnician<One extends Pick<Technician, 'id' | 'name'>>(
  id: string,
  name: string,
  technicians: readonly One[],
): Read<One | null> {
  const given = name.trim() === '' ? id : name;
  const found =
    technicians.find((one) => one.id === id.trim()) ??
    technicians.find((one) => searchable(one.name) === searchable(name));
  const names = technicians.map((one) => one.name).join(', ');
  return read(
    given.trim() === '' ? null : found,
    `Technician "${shown(given)}" is not one of this shop’s (${names})`,
  );
}

/** Dates and times as other programs write them → ISO 8601 in UTC. */

const secondMs = 1000;
const hourMs = 60 * 60 * secondMs;

/** A date without a time: noon is on the same day in every time zone. */
const noon = 12 * hourMs;

const clock =
  /^(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?\s*(?<half>[ap]\.?m\.?)?$/i;
const datePatterns = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  // The month comes first, as in the shop's country …
  /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4})$/,
  // … but with dots the day does, wherever dots are written.
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
];
const whole =
  /^(?<date>[\d./-]+)(?:(?:[T,]\s*|\s+)(?<time>\d[\d:.,]*(?:\s*[ap]\.?m\.?)?))?\s*(?<zone>Z|UTC|[+-]\d\d:?\d\d)?$/i;

const dateRule = (label: string, cell: string) =>
  `${label} must be a date such as 2024-03-05 or 3/5/2024, not "${shown(cell)}"`;

/** @returns milliseconds since midnight; null if it is not a time of day */
function readClock(text: string): number | null {
  const found = clock.exec(text)?.groups;
  if (!found) return null;
  const half = found.half?.[0]?.toLowerCase();
  const shownHour = Number(found.hour);
  if (half !== undefined && (shownHour < 1 || shownHour > 12)) return null;
  const hour = half === undefined ? shownHour : (shownHour % 12) + (half === 'p' ? 12 : 0);
  const minute = Number(found.minute);
  const second = Number(found.second ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const millisecond = Number((found.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  return hour * hourMs + (minute * 60 + second) * secondMs + millisecond;
}

/** @returns midnight as if it were UTC; null if there is no such date */
function readDate(text: string): number | null {
  for (const pattern of datePatterns) {
    const found = pattern.exec(text)?.groups;
    if (!found) continue;
    const month = Number(found.month) - 1;
    const made = new Date(Date.UTC(Number(found.year), month, Number(found.day)));
    const isReal = made.getUTCMonth() === month && made.getUTCDate() === Number(found.day);
    return isReal ? made.getTime() : null;
  }
  return null;
}

function zoneOffset(zone: string): number {
  const found = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3]);
  return (found[1] === '-' ? -minutes : minutes) * 60_000;
}

/**
 * A date on the calendar, written as {@link readTime} reads it; a time of day beside it is left out.
 *
 * @returns as 2026-03-05, null for an empty cell
 */
export function readCalendarDate(label: string, cell: string): Read<string | null> {
  const text = cell.trim();
  if (text === '') return { value: null };
  const date = text.length > 40 ? null : readDate(whole.exec(text)?.groups?.date ?? '');
  return read(
    date === null ? undefined : new Date(date).toISOString().slice(0, 10),
    dateRule(label, cell),
  );
}

/** Clocks differ a little, and time zones may have been left out: a day. */
const maxAheadMs = 24 * hourMs;

/**
 * A date, or a date and a time: ISO 8601, or month/day/year as 3/5/2024, or day.month.year.
 *
 * @param timeZone the zone of times that name none, e.g. America/New_York
 * @param now milliseconds since 1970: nothing has happened after it
 * @returns ISO 8601 in UTC, null for an empty cell
 */
export function readTime(
  label: string,
  cell: string,
  timeZone: string,
  now: number,
): Read<string | null> {
  const text = cell.trim();
  if (text === '') return { value: null };
  const found = text.length > 40 ? undefined : whole.exec(text)?.groups;
  const date = readDate(found?.date ?? '');
  const time = found?.time === undefined ? noon : readClock(found.time);
  const zone = found?.zone;
  if (date === null || time === null || (zone !== undefined && found?.time === undefined)) {
    return { message: dateRule(label, cell) };
  }
  const wall = date + time;
  const fraction = wall % secondMs;
  const moment =
    zone === undefined
      ? momentOnWall(wall - fraction, timeZone) + fraction
      : wall - zoneOffset(zone);
  if (moment < 0) return { message: `${label} is before 1970` };
  if (moment > now + maxAheadMs) return { message: `${label} is in the future` };
  return { value: new Date(moment).toISOString() };
}
