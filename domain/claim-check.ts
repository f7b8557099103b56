import type { Estimate, Repair } from './api-answers.ts';
import { dateIn, dateText } from './calendar-date.ts';
import {
  type AreaState,
  areaNames,
  type Condition,
  conditionAreas,
  conditionLabels,
} from './condition.ts';
import { printedText } from './field-list.ts';
import { formatPrice } from './money.ts';
import { formatPhone } from './phone.ts';
import {
  type AmountLine,
  amountLines,
  type PrintableTicket,
  printedPrice,
  printedPriceOfTicket,
} from './printed-price.ts';
import {
  type FieldGroup,
  namesOfGroup,
  type RepairFieldName,
  type RepairValues,
  repairFields,
} from './repair-fields.ts';
import type { ShopSettings } from './shop-settings.ts';

/**
 * The paper a customer takes home after leaving a watch: what was handed over, in what condition, and
 * what was agreed. It is also what the customer signs, word for word. Shop decision
 * (docs/decisions/data.md, "Signatures").
 */

export interface Line {
  label: string;
  value: string;
}

/** Everything on the paper except the signature and later amendments, as printed. */
export interface ClaimCheck {
  shop: ShopSettings['shop'];
  ticketNumber: string;
  /** Date and time, in the shop's zone. */
  takenIn: string;
  customer: Line[];
  watch: Line[];
  condition: Line[];
  /** Things not to forget, such as "Do not polish". */
  flags: string[];
  /** The price of the work, with the total last; empty until there is a price. */
  estimate: AmountLine[];
  /** The shop's own. */
  terms: string | null;
  /** Name or initials of the staff member; null if no one was chosen. */
  receivedBy: string | null;
}

type ClaimTicket = RepairValues &
  PrintableTicket &
  Pick<Repair, 'ticketNumber' | 'createdAt' | 'customerName' | 'customerPhone'>;

type ClaimEstimate = Pick<
  Estimate,
  'estimatePrice' | 'work' | 'lines' | 'taxThousandths' | 'tax' | 'isReplaced' | 'declinedAt'
>;

type ClaimSettings = Pick<ShopSettings, 'shop' | 'ticket' | 'staff' | 'taxThousandths'>;

/** Fields that are not on a line of their own: brand and model share one, and prices are in the estimate. */
const withoutLine: readonly RepairFieldName[] = [
  ...(['watchBrand', 'watchModel'] as const),
  ...(['repairPrice', 'priceNotes'] as const),
];

/** Labels that differ from those of the forms. */
const ownLabels: Partial<Record<RepairFieldName, string>> = { expectedOn: 'Estimated ready' };

const timeFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone });

/**
 * @param iso a time
 * @param timeZone of the shop (IANA name)
 * @returns e.g. "Mon, Nov 23, 2026, 4:12 PM"
 */
export function paperTime(iso: string, timeZone: string): string {
  const at = Date.parse(iso);
  // Some versions of the locale data put a narrow space before PM.
  const time = timeFormat(timeZone).format(at).replace('\u202f', ' ');
  return `${dateText(dateIn(at, timeZone))}, ${time}`;
}

/** @returns a staff member's name; the initials for someone who is no longer in the list */
export const staffName = (initials: string | null, staff: ShopSettings['staff']): string | null =>
  staff.find((one) => one.initials === initials)?.name ?? initials;

/** Problems first. */
const stateLabels: Readonly<Record<AreaState, string>> = {
  damaged: 'Damaged',
  missing: 'Missing',
  worn: 'Worn',
  fine: 'Fine',
};
const statesInOrder = Object.keys(stateLabels) as AreaState[];

const valued = (lines: readonly (readonly [label: string, value: string | null])[]): Line[] =>
  lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/** The areas by their state, each with its note: "Damaged", "Crystal: chip at 4 o’clock". */
function areaLines({ areas }: Condition): [label: string, value: string][] {
  if (areaNames.every((area) => areas[area] === undefined)) return [];
  const inState = (wanted: AreaState | null) =>
    areaNames
      .filter((area) => (areas[area]?.state ?? null) === wanted)
      .map((area) => [conditionAreas[area], areas[area]?.note].filter(Boolean).join(': '))
      .join(' · ');
  return [
    ...statesInOrder.map((state): [string, string] => [stateLabels[state], inState(state)]),
    ['Not checked', inState(null)],
  ];
}

function conditionLines(condition: Condition): Line[] {
  const { running, hasWater, accessories, statedValue } = condition;
  return valued([
    ...areaLines(condition),
    [conditionLabels.running, running && capital(running)],
    [conditionLabels.hasWater, hasWater ? 'Yes' : null],
    [conditionLabels.accessories, accessories],
    [
      conditionLabels.statedValue,
      statedValue === null ? null : `${formatPrice(statedValue)}, by the customer`,
    ],
  ]);
}

const flagsOf = ({ doNotPolish, returnOldParts }: Condition): string[] => [
  ...(doNotPolish ? [conditionLabels.doNotPolish] : []),
  ...(returnOldParts ? [conditionLabels.returnOldParts] : []),
];

/** The work and its price: what stays agreed, else the current estimate's, else the price on the ticket. */
function estimateOf(
  repair: ClaimTicket,
  estimates: readonly ClaimEstimate[],
  taxThousandths: number,
): AmountLine[] {
  const estimate = repair.acceptedSoFar
    ? undefined
    : estimates.find(({ isReplaced }) => !isReplaced);
  if ((estimate?.declinedAt ?? null) !== null) return [];
  const printed = estimate
    ? printedPrice({ ...estimate, price: estimate.estimatePrice, tax: estimate })
    : printedPriceOfTicket(repair, taxThousandths);
  return printed === null ? [] : amountLines(printed);
}

const linesOf = (group: FieldGroup, repair: RepairValues): Line[] =>
  valued(
    namesOfGroup(group)
      .filter((name) => !withoutLine.includes(name))
      .map((name) => [
        ownLabels[name] ?? repairFields[name].label,
        printedText(repairFields[name], repair[name]),
      ]),
  );

/**
 * The claim check as it would be printed now.
 *
 * @param ticket with its estimates; money in dollars
 * @param timeZone of the shop (IANA name)
 * @param initials of the staff member who receives the watch; null for no one
 */
export function claimCheckOf(
  { repair, estimates }: { repair: ClaimTicket; estimates: readonly ClaimEstimate[] },
  { shop, ticket, staff, taxThousandths }: ClaimSettings,
  { timeZone, initials }: { timeZone: string; initials: string | null },
): ClaimCheck {
  const { condition } = repair;
  const isAccepted = repair.estimateAcceptedAt !== null || Boolean(repair.acceptedSoFar);
  const groups: Record<FieldGroup, Line[]> = {
    // For the shop's calls only.
    contact: [],
    watch: linesOf('watch', repair),
    reference: linesOf('reference', repair),
    date: linesOf('date', repair),
    // An accepted estimate replaces the earlier ceiling.
    price: linesOf('price', {
      ...repair,
      approvedUpTo: isAccepted ? null : repair.approvedUpTo,
    }),
    pickup: linesOf('pickup', repair),
    condition: condition === null ? [] : conditionLines(condition),
  };
  return {
    shop,
    ticketNumber: repair.ticketNumber,
    takenIn: paperTime(repair.createdAt, timeZone),
    customer: [
      ...valued([
        ['Customer', repair.customerName],
        ['Phone', repair.customerPhone && formatPhone(repair.customerPhone)],
      ]),
      ...groups.contact,
      ...groups.pickup,
      ...groups.date,
      ...groups.price,
    ],
    watch: [
      { label: 'Watch', value: `${repair.watchBrand} ${repair.watchModel}` },
      ...groups.watch,
      ...groups.reference,
    ],
    condition: groups.condition,
    flags: condition === null ? [] : flagsOf(condition),
    estimate: estimateOf(repair, estimates, taxThousandths),
    terms: ticket.terms,
    receivedBy: staffName(initials, staff),
  };
}
