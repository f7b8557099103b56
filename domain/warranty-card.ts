import type { Repair } from './api-answers.ts';
import type { Warranty } from './api-warranties.ts';
import { dateText } from './calendar-date.ts';
import { formatPhone } from './phone.ts';
import type { ShopSettings } from './shop-settings.ts';
import { daysText } from './warranty-term.ts';

/** The card that a customer gets at the pickup. It states what the shop recorded, nothing more. */
export interface WarrantyCard {
  shop: string;
  address: string;
  ticketNumber: string;
  contact: string;
  /** The latest of the last dates. */
  until: string;
  watch: string;
  /** Serial number and ticket number. */
  numbers: string;
  pickedUp: string;
  lines: { what: string; term: string }[];
}

type CardTicket = Pick<Repair, 'ticketNumber' | 'watchBrand' | 'watchModel' | 'serialNumber'>;

/** @returns null if no warranty on the ticket is running */
export function warrantyCardOf(
  { ticketNumber, watchBrand, watchModel, serialNumber }: CardTicket,
  warranties: readonly Warranty[],
  { name, address, phone }: Pick<ShopSettings['shop'], 'name' | 'address' | 'phone'>,
): WarrantyCard | null {
  const running = warranties
    .flatMap(({ what, days, from, until, continuedOn }) =>
      from === null || until === null || continuedOn !== null ? [] : { what, days, from, until },
    )
    .sort((one, other) => other.until.localeCompare(one.until));
  const [last] = running;
  if (last === undefined) return null;
  return {
    shop: name,
    address,
    ticketNumber,
    contact: formatPhone(phone),
    until: dateText(last.until),
    watch: `${watchBrand} ${watchModel}`,
    numbers: [serialNumber && `Serial ${serialNumber}`, ticketNumber].filter(Boolean).join(' · '),
    pickedUp: `Picked up ${dateText(last.from)}`,
    lines: running.map(({ what, days, until }) => ({
      what,
      term: `${daysText(days)}, until ${dateText(until)}`,
    })),
  };
}
