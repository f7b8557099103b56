import type { ListedSending } from './api-sendings.ts';
import { dateText } from './calendar-date.ts';
import type { ListPaper } from './list-paper.ts';
import { centsFromDollars, dollarsFromCents, formatPrice } from './money.ts';
import { lateness } from './part-state.ts';
import { outFor } from './sent-out-state.ts';

/** Their total insured value in dollars. */
export const insuredTogether = (sendings: readonly Pick<ListedSending, 'insuredValue'>[]): number =>
  dollarsFromCents(
    sendings.reduce((sum, { insuredValue }) => sum + (centsFromDollars(insuredValue ?? 0) ?? 0), 0),
  );

/** The list of watches sent out, on paper. @param today in the shop's time zone */
export function sentOutPaper(sendings: readonly ListedSending[], today: string): ListPaper {
  const date = (day: string | null) => (day === null ? '' : dateText(day, today));
  const lines = (...texts: (string | null | undefined)[]) =>
    texts.filter((text): text is string => Boolean(text));
  return {
    title: 'Sent out',
    facts: [
      { label: 'Date', value: dateText(today) },
      { label: 'Watches', value: String(sendings.length) },
      { label: 'Insured', value: formatPrice(insuredTogether(sendings)) },
    ],
    columns: [
      { label: 'Watch' },
      { label: 'Out at' },
      { label: 'Carrier and tracking' },
      { label: 'Insured', isNumber: true },
      { label: 'Sent', isDate: true },
      { label: 'Expected', isDate: true },
    ],
    groups: [
      {
        title: null,
        sum: null,
        rows: sendings.map((one) => [
          lines(one.customerName, one.ticketNumber, `${one.watchBrand} ${one.watchModel}`),
          lines(one.sentTo, one.reference && `ref. ${one.reference}`),
          lines(one.carrier, one.trackingNumber),
          lines(one.insuredValue === null ? null : formatPrice(one.insuredValue)),
          one.sentOn === null
            ? ['Not sent yet']
            : lines(date(one.sentOn), outFor(one.sentOn, today)),
          lines(date(one.expectedOn), lateness(one.expectedOn, one.promisedOn, today)?.words),
        ]),
      },
    ],
  };
}
