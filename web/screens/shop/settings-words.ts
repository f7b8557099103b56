import type { TicketEvent } from '../../../domain/api-answers.ts';
import { dateText, weekDays } from '../../../domain/calendar-date.ts';
import type { EventWords } from '../../../domain/history-words.ts';
import { isolated } from '../../../domain/isolated.ts';
import { calendarNames } from '../../../domain/languages.ts';
import { formatPrice } from '../../../domain/money.ts';
import { timeText } from '../../../domain/opening-hours.ts';
import { type ShopSettings, settingsChanges } from '../../../domain/shop-settings.ts';
import { rateText } from '../../../domain/tax.ts';
import { eventWords } from '../../parts/history/event-words.ts';

/** What the history of the settings says about each change. */

const labels: Readonly<Record<string, string>> = {
  'shop.name': 'Name',
  'shop.address': 'Address',
  'shop.phone': 'Phone',
  'shop.email': 'Email',
  'shop.social': 'Social handle',
  'calendar.timeZone': 'Time zone',
  'calendar.openDays': 'Open days',
  'calendar.hours': 'Opening hours',
  'calendar.dayHours': 'Days with other hours',
  'calendar.closedDates': 'Closed dates',
  'calendar.usualDays': 'Typical turnaround (days)',
  'intake.isEmailRequired': 'Require an email',
  'ticket.printsReadyBy': 'Promised date on the ticket',
  'ticket.terms': 'Terms on the claim check',
  'texts.reminderAfterDays': 'Days before an estimate reminder',
  'texts.estimateExpiresAfterDays': 'Days before an estimate expires',
  'texts.estimateValidDays': 'Days an estimate on paper is valid',
  'texts.holdSeconds': 'Seconds to undo a completion',
  'texts.remindsOfPickUp': 'Pickup reminders',
  'texts.asksForConsent': 'Ask for consent to texts',
  'texts.onlyWithConsent': 'Text only with consent',
  'texts.consentWording': 'Consent wording',
  'texts.automaticToStrangers': 'Automatic texts per day to unknown numbers',
  'texting.accountSid': 'Real texts, Account SID',
  'texting.sender': 'Real texts, number or service',
  'texting.publicUrl': 'Real texts, public address',
  'texting.token': 'Real texts, Auth Token',
  places: 'Places',
  finalCheck: 'Final check',
  presets: 'Presets',
  taxThousandths: 'Tax rate',
  pricesIncludeTax: 'Prices include tax',
  cashFloat: 'Cash float',
  backups: 'Daily backup',
};

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** @returns e.g. "Thu, Nov 26, 2026 (Thanksgiving Day), Thu, Dec 24, 2026 to Sat, Jan 2, 2027" */
function closedWords(value: unknown): string {
  const spans = listOf(value).map(({ from, to, name }) => {
    const first = dateText(String(from));
    const dates = from === to ? first : `${first} to ${dateText(String(to))}`;
    return typeof name === 'string' ? `${dates} (${isolated(name)})` : dates;
  });
  return spans.join(', ') || 'none';
}

function presetWords(value: unknown): string {
  const presets = listOf(value).map(
    ({ name, price }) => `${isolated(String(name))} ${formatPrice(Number(price))}`,
  );
  return presets.join(', ') || 'none';
}

const hoursWords = ({ from, to }: Fields): string =>
  `${timeText(String(from))} to ${timeText(String(to))}`;

function dayHoursWords(value: unknown): string {
  const hours = fieldsOf(value);
  const days = weekDays.flatMap((day, at) => {
    const words = hoursWords(fieldsOf(hours[day]));
    return day in hours ? `${calendarNames.en.days[at]} ${words}` : [];
  });
  return days.join(', ') || 'none';
}

function shown(name: string, value: unknown): string {
  if (value === null || value === '')
    return name === 'calendar.timeZone' ? 'server time zone' : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'taxThousandths') return rateText(Number(value));
  if (name === 'cashFloat') return formatPrice(Number(value));
  if (name === 'calendar.closedDates') return closedWords(value);
  if (name === 'calendar.dayHours') return dayHoursWords(value);
  if (name === 'presets') return presetWords(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : isolated(value.join(', '));
  if (name === 'calendar.hours') return hoursWords(fieldsOf(value));
  if (name === 'backups') {
    const { dailyAt, keep, folder } = fieldsOf(value);
    const where = folder === null ? '' : `, in ${isolated(String(folder))}`;
    return `at ${timeText(String(dailyAt))}, ${keep} kept${where}`;
  }
  return isolated(String(value));
}

const technicianLabels = {
  name: 'name',
  email: 'email',
  specialties: 'specialties',
  isAway: 'away',
  isUnused: 'not used',
};

interface Change {
  label: string;
  was: string;
  is: string;
}

function technicianChanges(before: unknown, after: unknown): Change[] {
  const [were, are] = [before, after].map((list) =>
    Array.isArray(list) ? list.map(fieldsOf) : [],
  );
  return (are ?? []).flatMap((now, index) => {
    const was = were?.[index] ?? {};
    return Object.entries(technicianLabels).flatMap(([field, label]) =>
      JSON.stringify(was[field]) === JSON.stringify(now[field])
        ? []
        : {
            label: `${isolated(String(was.name ?? now.name))}, ${label}`,
            was: shown(field, was[field]),
            is: shown(field, now[field]),
          },
    );
  });
}

const staffNames = (list: unknown) =>
  (Array.isArray(list) ? list.map(fieldsOf) : []).map(
    ({ name, initials }) => `${name} (${initials})`,
  );

function changesIn(before: Fields, after: Fields): Change[] {
  return Object.keys(after).flatMap((name) => {
    if (name === 'technicians') return technicianChanges(before[name], after[name]);
    const [was, is] =
      name === 'staff'
        ? [staffNames(before[name]), staffNames(after[name])]
        : [before[name], after[name]];
    const label = name === 'staff' ? 'Staff' : (labels[name] ?? name);
    return { label, was: shown(name, was), is: shown(name, is) };
  });
}

/** @returns what differs between two versions of the settings, by name */
export function changedSettings(before: ShopSettings, after: ShopSettings): string[] {
  const changes = settingsChanges(before, after);
  return changesIn(changes.before, changes.after).map(({ label }) => label);
}

/** @returns what an event of the settings says; what {@link eventWords} says of any other */
export function settingsWords(event: Pick<TicketEvent, 'kind' | 'data'>): EventWords {
  const { before, after } = event.data;
  if (event.kind !== 'settings-changed') return eventWords(event);
  const details = changesIn(fieldsOf(before), fieldsOf(after)).map(
    ({ label, was, is }) => `${label}: ${was} → ${is}`,
  );
  return { title: 'Settings changed', details };
}
