import type { Repair } from './api-answers.ts';
import type { Measurement } from './api-measurements.ts';
import type { TicketPhoto } from './api-ticket-photos.ts';
import type { ComeBackAnswer, Warranty } from './api-warranties.ts';
import type { Watch } from './api-watches.ts';
import { dateIn, dateText } from './calendar-date.ts';
import { emailPattern } from './field-schemas.ts';
import type { ListPaper } from './list-paper.ts';
import { measuredLines } from './measurement-record.ts';
import { stageLabel } from './measurements.ts';
import { formatPrice } from './money.ts';
import { agreedPrice } from './payments.ts';
import { repairFields } from './repair-fields.ts';
import { isOpen } from './repair-status.ts';
import { searchable } from './search-text.ts';
import { timingTable } from './timing-table.ts';
import { grouped, lastLiftAngle, watchFactNames, watchName, workName } from './watch-life.ts';
import { repairWarrantyText } from './watch-warranty.ts';

/** A watch's repairs on paper. It may go with a watch that is sold, so it names none of its owners. */

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const wordsOf = (text: string) => text.normalize('NFC').split(/[^\p{L}\p{M}\p{N}]+/u);

/** A short name is capitalized, such as "Li". Other short words are initials, or words such as "de". */
const mayBeName = (word: string) => word.length > 2 || /^(\p{Lu}\p{L}|\p{Lo})/u.test(word);

/**
 * @param names of everyone who ever brought in the watch, or may pick it up
 * @returns whether a text contains part of any of the names
 */
export function namesSomeone(text: string, names: readonly (string | null)[]): boolean {
  const known = new Set(names.flatMap((name) => wordsOf(name ?? '').map(searchable)));
  return wordsOf(text).some((word) => mayBeName(word) && known.has(searchable(word)));
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** In a phone number, with its area code but without its country code. */
const numberDigits = 10;

/** @returns whether a text has any of the addresses or phone numbers in it */
function reachesSomeone(
  text: string,
  emails: readonly (string | null)[],
  phones: readonly (string | null)[],
): boolean {
  const digits = digitsOf(text);
  return (
    emails.some((email) => email && text.toLowerCase().includes(email.toLowerCase())) ||
    phones.some((phone) => phone && digits.includes(digitsOf(phone).slice(-numberDigits)))
  );
}

type PrintedRepair = Parameters<typeof agreedPrice>[0] &
  Pick<
    Repair,
    | 'ticketNumber'
    | 'status'
    | 'createdAt'
    | 'completedAt'
    | 'estimateWork'
    | 'issue'
    | 'completionNotes'
    | 'customerName'
    | 'customerCompany'
    | 'customerEmail'
    | 'customerPhone'
    | 'secondContact'
    | 'secondPhone'
    | 'otherCollector'
    | 'collectedBy'
    | 'initialPhotoUrl'
    | 'completedPhotoUrl'
  >;

/** The known facts about a watch, as on the screen. */
export function factLines(
  watch: Watch,
  measurements: readonly Pick<Measurement, 'timing' | 'createdAt'>[],
): { label: string; value: string }[] {
  const { liftAngle = null } = lastLiftAngle(measurements)?.timing ?? {};
  return [
    ...watchFactNames.map((name) => ({
      label: repairFields[name].label,
      value: watch[name] ?? '',
    })),
    { label: 'Lift angle', value: liftAngle === null ? '' : `${liftAngle.toFixed(1)}°` },
  ].filter(({ value }) => value !== '');
}

/** @returns measurements other than timing, one per line */
export const otherBenchLines = (measurements: readonly Measurement[]): string[] =>
  measurements.flatMap((one) =>
    measuredLines(one).map((line) => `${stageLabel(one.kind, one.stage)}: ${line}`),
  );

/** @returns a ticket's measurements, one per line */
export function benchLines(measurements: readonly Measurement[]): string[] {
  const table = timingTable(measurements);
  return [
    ...(table?.rows.map(({ label, values }) => {
      const shown = values.flatMap((value, at) =>
        value === '' ? [] : `${table.stages[at]?.label.toLowerCase()} ${value}`,
      );
      return `${label}: ${shown.join(', ')}`;
    }) ?? []),
    ...otherBenchLines(measurements),
  ];
}

interface PrintedWatch {
  watch: Watch;
  /** Newest first, at least one. */
  repairs: readonly PrintedRepair[];
  measurements: readonly Measurement[];
  warranties: readonly Warranty[];
  comebacks: readonly ComeBackAnswer[];
  photos: readonly Pick<TicketPhoto, 'ticketNumber' | 'url'>[];
}

/**
 * @param timeZone the shop's
 * @param today the shop's date, as 2026-03-05
 */
export function watchPaper(
  { watch, repairs, measurements, warranties, comebacks, photos }: PrintedWatch,
  timeZone: string,
  today: string,
): ListPaper {
  const names = repairs.flatMap((one) => [
    ...[one.customerName, one.customerCompany, one.secondContact],
    ...[one.otherCollector, one.collectedBy],
  ]);
  // An “email” that is no address, such as “none”, reaches no one.
  const emails = repairs
    .map(({ customerEmail }) => customerEmail)
    .filter((email) => email !== null && emailPattern.test(email));
  const phones = repairs.flatMap(({ customerPhone, secondPhone }) => [customerPhone, secondPhone]);
  const dayOf = (iso: string) => dateIn(Date.parse(iso), timeZone);
  const lines = (...texts: (string | null)[]) =>
    texts.filter(
      (text): text is string =>
        text !== null && !namesSomeone(text, names) && !reachesSomeone(text, emails, phones),
    );
  const priceOf = (one: PrintedRepair) => {
    const price = agreedPrice(one);
    return price === null ? null : formatPrice(price);
  };
  const years = grouped(repairs, ({ createdAt }) => dayOf(createdAt).slice(0, 4));
  return {
    title: watchName(watch),
    facts: factLines(watch, measurements),
    columns: [
      { label: 'Date', isDate: true },
      { label: 'Work' },
      { label: 'Price', isNumber: true },
    ],
    groups: [...years].map(([year, ofYear]) => ({
      title: year,
      sum: null,
      rows: ofYear.map((one) => [
        [dateText(dayOf(one.completedAt ?? one.createdAt)), one.ticketNumber],
        [
          ...lines(
            capital(workName(one)),
            isOpen(one.status) ? 'Not finished' : one.completionNotes,
          ),
          ...benchLines(measurements.filter((each) => each.ticketNumber === one.ticketNumber)),
          ...lines(repairWarrantyText(one, warranties, comebacks, today) || null),
        ],
        lines(priceOf(one)),
      ]),
      // Without their captions, which may name someone.
      photos: ofYear.map(({ ticketNumber, initialPhotoUrl, completedPhotoUrl }) =>
        [
          initialPhotoUrl,
          completedPhotoUrl,
          ...photos.filter((one) => one.ticketNumber === ticketNumber).map(({ url }) => url),
        ].filter((url) => url !== null),
      ),
    })),
  };
}
