import { type CustomerDetails, clientFields, type IdentityField } from './client-fields.ts';
import { printedText } from './field-list.ts';
import { agreedPrice, type PricedTicket } from './payments.ts';
import { formatPhone } from './phone.ts';
import { type FieldGroup, namesOfGroup, type RepairValues, repairFields } from './repair-fields.ts';
import type { ShopSettings } from './shop-settings.ts';
import { shownTicketNumber } from './ticket-number.ts';
import { type TaxedTicket, taxOfTicket } from './ticket-tax.ts';

/** The printed ticket. Source: specification, sections 2 and 3 ("Printed ticket fields") and 9. */

/** What has become of its estimate; absent if it was taken in without the server. */
type Estimated = Omit<PricedTicket, 'repairPrice'>;

type PrintedCustomer = Pick<
  CustomerDetails,
  'customerName' | 'customerPhone' | 'customerEmail' | 'customerAddress'
>;

export interface TicketSource
  extends RepairValues,
    PrintedCustomer,
    Partial<Estimated & Pick<TaxedTicket, 'settledTax'>> {
  id: string;
  ticketNumber: string;
  assignedWatchmaker: string | null;
  /** ISO 8601, UTC */
  createdAt: string;
  /** Taken in without the server: its number is one that only this paper and one browser know. */
  isProvisional?: boolean;
}

/** What the shop's settings say about its tickets. */
export interface TicketChoices {
  printsReadyBy?: boolean;
  taxThousandths?: number;
}

export interface PrintedTicket {
  shop: ShopSettings['shop'];
  ticketNumber: string;
  /** It is marked as such, and has no code: no scanner would find the ticket by it. */
  isProvisional: boolean;
  /** Rows in the order of the specification; those without a value are left out. */
  rows: { label: string; value: string }[];
}

type Row = [label: string, value: string | null];

/** The lines of the fields of one group: of those that the paper's closed list has. */
const printedRows = (group: FieldGroup, repair: RepairValues): Row[] =>
  namesOfGroup(group).flatMap((name) => {
    const field = repairFields[name];
    return field.printedAs === null ? [] : [[field.printedAs, printedText(field, repair[name])]];
  });

const withoutEstimate: Estimated = {
  estimatePrice: null,
  estimateAcceptedAt: null,
  estimateDeclinedAt: null,
  isUnrepaired: false,
};

/**
 * The price that counts. Notes on another price would be read as if they were about this one, and an
 * accepted estimate takes the place of what was approved before.
 */
function printedPrice(
  repair: TicketSource,
): Pick<RepairValues, 'repairPrice' | 'priceNotes' | 'approvedUpTo'> {
  const estimated = { ...withoutEstimate, ...repair };
  const isAccepted = estimated.estimateAcceptedAt !== null || Boolean(estimated.acceptedSoFar);
  const repairPrice = agreedPrice(estimated);
  return {
    repairPrice,
    priceNotes: repairPrice === repair.repairPrice ? repair.priceNotes : null,
    // A copy that an older version kept in a browser has none.
    approvedUpTo: isAccepted ? null : (repair.approvedUpTo ?? null),
  };
}

/** Says that the price includes tax, if it does. */
function priceRows(repair: TicketSource, taxThousandths: number): Row[] {
  const tax = taxOfTicket({ ...withoutEstimate, ...repair }, taxThousandths)?.tax ?? 0;
  const label = repairFields.repairPrice.printedAs;
  return printedRows('price', { ...repair, ...printedPrice(repair) }).map(([name, value]) => [
    name,
    name === label && value !== null && tax > 0 ? `${value} incl. tax` : value,
  ]);
}

/** In the order of the specification. */
function customerRows(repair: PrintedCustomer): Row[] {
  const details: Record<IdentityField, string | null> = {
    name: repair.customerName,
    phone: formatPhone(repair.customerPhone),
    email: repair.customerEmail,
    address: repair.customerAddress,
  };
  return (Object.keys(details) as IdentityField[]).map((field) => [
    clientFields[field].printedAs,
    details[field],
  ]);
}

/**
 * What is on the paper.
 *
 * @param localTime turns the ISO time into the local date and the local time, in the reader's zone
 * @param choices whether the shop prints the date promised, which the specified ticket doesn't have; and its
 *   current tax rate, in thousandths of a percent
 */
export function printedTicket(
  repair: TicketSource,
  shop: ShopSettings['shop'],
  localTime: (iso: string) => { date: string; time: string },
  choices: TicketChoices = {},
): PrintedTicket {
  const { printsReadyBy = false, taxThousandths = 0 } = choices;
  const created = localTime(repair.createdAt);
  const groups: Record<FieldGroup, Row[]> = {
    price: priceRows(repair, taxThousandths),
    watch: printedRows('watch', repair),
    reference: printedRows('reference', repair),
    date: printsReadyBy ? printedRows('date', repair) : [],
    // The specified ticket has no line for them.
    contact: [],
    condition: [],
    pickup: [],
  };
  const { date: readyBy, ...typed } = groups;
  const rows: Row[] = [
    ...customerRows(repair),
    ['Watch', `${repair.watchBrand} ${repair.watchModel}`],
    ...Object.values(typed).flat(),
    ['Technician', repair.assignedWatchmaker],
    ['Date', created.date],
    ['Time', created.time],
    ...readyBy,
  ];
  return {
    shop,
    ticketNumber: shownTicketNumber(repair),
    isProvisional: repair.isProvisional ?? false,
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
  };
}
