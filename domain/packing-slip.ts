import type { Repair } from './api-answers.ts';
import type { Sending } from './api-sendings.ts';
import { dateText } from './calendar-date.ts';
import { conditionLabels } from './condition.ts';
import { formatPrice } from './money.ts';
import type { Receipt } from './receipt.ts';
import { type WatchFacts, watchLines } from './watch-life.ts';

/** The slip in the box sent to a manufacturer or specialist. It names no customer. */
export interface PackingSlip {
  ticketNumber: string;
  facts: Receipt['facts'];
  /** The work to do, in paragraphs. */
  work: string[];
}

type Slipped = Pick<Repair, 'ticketNumber' | 'condition'> & WatchFacts;

/** @param today in the shop's time zone: the slip's date if the watch hasn't been sent yet */
export function packingSlipOf(sending: Sending, repair: Slipped, today: string): PackingSlip {
  const { sentTo, reference, work, carrier, trackingNumber, insuredValue, sentOn } = sending;
  const { ticketNumber, condition } = repair;
  const facts: [string, string | null][] = [
    ['To', sentTo],
    ['Your reference', reference],
    ['Date', dateText(sentOn ?? today)],
    ...watchLines(repair),
    ['Insured value', insuredValue === null ? null : formatPrice(insuredValue)],
    ['Carrier', carrier],
    ['Tracking number', trackingNumber],
  ];
  return {
    ticketNumber,
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
    work: [
      work,
      condition?.doNotPolish ? conditionLabels.doNotPolish : null,
      condition?.returnOldParts ? conditionLabels.returnOldParts : null,
    ].filter((line) => line !== null),
  };
}
