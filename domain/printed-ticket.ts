import {
  type ClientFieldName,
  type CustomerDetails,
  clientFields,
  clientOf,
} from './client-fields.ts';
import { fieldText } from './field-list.ts';
import { agreedPrice, type PricedTicket } from './payments.ts';
import { formatPhone } from './phone.ts';
import { namesOfPart, type RepairValues, repairFields } from './repair-fields.ts';
import type { ShopSettings } from './shop-settings.ts';
import { shownTicketNumber } from './ticket-number.ts';

/** The printed ticket. Source: specification, sections 2 and 3 ("Printed ticket fields") and 9. */

/** What has become of its estimate; nothing of it where it was taken in without the server. */
type Estimated = Omit<PricedTicket, 'repairPrice'>;

export interface TicketSource extends RepairValues, CustomerDetails, Partial<Estimated> {
  id: string;
  ticketNumber: string;
  assignedWatchmaker: string | null;
  /** ISO 8601, UTC */
  createdAt: string;
  /** Taken in without the server: its number is one that only this paper and one browser know. */
  isProvisional?: boolean;
}

export interface PrintedTicket {
  shop: ShopSettings['shop'];
  ticketNumber: string;
  /** It is marked as such, and has no code: no scanner would find the ticket by it. */
  isProvisional: boolean;
  /** Rows in the order of the specification; those without a value are left out. */
  rows: { label: string; value: string }[];
}

/** The lines of the fields of one part of the form. */
function printedRows(
  part: 'price' | 'watch' | 'date',
  repair: RepairValues,
): [string, string | null][] {
  return namesOfPart(part).flatMap((name): [string, string | null][] => {
    const field = repairFields[name];
    if (field.printedAs === null) return [];
    return [[field.printedAs, fieldText(field, repair[name] ?? null)]];
  });
}

const withoutEstimate: Estimated = {
  estimatePrice: null,
  estimateAcceptedAt: null,
  estimateDeclinedAt: null,
  isUnrepaired: false,
};

/** The price that counts. Notes on another one would be read as if they were about this one. */
function printedPrice(repair: TicketSource): Pick<RepairValues, 'repairPrice' | 'priceNotes'> {
  const repairPrice = agreedPrice({ ...withoutEstimate, ...repair });
  return { repairPrice, priceNotes: repairPrice === repair.repairPrice ? repair.priceNotes : null };
}

/** In the order of the specification. */
function customerRows(repair: CustomerDetails): [string, string | null][] {
  const { name, phone, ...rest } = clientOf(repair);
  const details: Record<ClientFieldName, string | null> = {
    name,
    phone: formatPhone(phone),
    ...rest,
  };
  return (Object.keys(details) as ClientFieldName[]).map((field) => [
    clientFields[field].printedAs,
    details[field],
  ]);
}

/**
 * What stands on the paper.
 *
 * @param localTime turns the ISO time into the local date and the local time, in the reader's zone
 * @param printsReadyBy whether the shop has the date promised on its tickets; the specified ticket has not
 */
export function printedTicket(
  repair: TicketSource,
  shop: ShopSettings['shop'],
  localTime: (iso: string) => { date: string; time: string },
  printsReadyBy = false,
): PrintedTicket {
  const created = localTime(repair.createdAt);
  const rows: [string, string | null][] = [
    ...customerRows(repair),
    ['Watch', `${repair.watchBrand} ${repair.watchModel}`],
    ...printedRows('price', { ...repair, ...printedPrice(repair) }),
    ...printedRows('watch', repair),
    ['Technician', repair.assignedWatchmaker],
    ['Date', created.date],
    ['Time', created.time],
    ...(printsReadyBy ? printedRows('date', repair) : []),
  ];
  return {
    shop,
    ticketNumber: shownTicketNumber(repair),
    isProvisional: repair.isProvisional ?? false,
    rows: rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
  };
}
