import { type ClientDetails, clientFieldNames, clientFields } from './client-fields.ts';
import { searchedTexts } from './field-list.ts';
import { repairFields, type SearchedValues, searchedNames } from './repair-fields.ts';
import { searchLine } from './search-text.ts';

/** What tickets and clients are found by, as the one line of each that is searched. */

/**
 * Everything that a ticket is found by, from the client, the watch, where it is, how it left, and the notes.
 *
 * @param notes the words of each
 */
export function repairSearchLine(
  repair: {
    ticketNumber: string;
    customerName: string;
    customerPhone: string;
    place: string | null;
    collectedBy: string | null;
    trackingNumber: string | null;
  } & SearchedValues,
  notes: readonly (string | null)[],
): string {
  const { ticketNumber, customerName, customerPhone } = repair;
  const { place, collectedBy, trackingNumber } = repair;
  const typed = searchedNames.flatMap((name) => searchedTexts(repairFields[name], repair[name]));
  return searchLine(
    [ticketNumber, customerName, ...typed, place, collectedBy, trackingNumber, ...notes],
    customerPhone,
  );
}

/** Everything that a client is found by. */
export function clientSearchLine({ phone, ...client }: ClientDetails): string {
  const typed = clientFieldNames.map((name) =>
    name === 'phone' || !clientFields[name].isSearched
      ? []
      : searchedTexts(clientFields[name], client[name]),
  );
  return searchLine(typed.flat(), phone);
}
