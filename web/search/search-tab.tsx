import Search from 'lucide/search';
import { type KeyboardEvent, useRef } from 'react';
import { ticketNumberPattern } from '../../domain/ticket-number.ts';
import { useAddress } from '../data/address.ts';
import { queryClient, repairQuery } from '../data/queries.ts';
import { useWantedFocus } from '../data/wanted-focus.ts';
import { longestQuery, useTypedQuery } from '../lists/search-results.tsx';
import { EmptyState } from '../ui/states.tsx';
import { SearchField } from '../ui/text-field.tsx';
import { ClientResults, RepairResults } from './results.tsx';

/** One field for both: repairs, and the client directory with each client's repairs. */
export function SearchTab() {
  const { text, setText, q } = useTypedQuery();
  const box = useRef<HTMLDivElement>(null);
  const openTyped = useOpenTyped();
  useWantedFocus('search', () => {
    const field = box.current?.querySelector('input');
    field?.focus();
    field?.select();
  });

  return (
    <div className="flex flex-col gap-6">
      <div ref={box} className="max-w-2xl">
        <SearchField
          label="Search repairs and clients"
          placeholder="Name, phone, ticket, serial number, brand or model"
          maxLength={longestQuery}
          value={text}
          onValueChange={setText}
          onKeyDown={openTyped}
        />
      </div>
      {q === '' ? (
        <EmptyState icon={Search} title="Find a repair or a client">
          Type part of a name, a phone number in any format, a ticket or serial number, a brand or a
          model.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <RepairResults q={q} />
          {/* Below the repairs it comes after them: it would be pushed down as they come. */}
          <div className="min-w-0 max-lg:[section:has([role=status][aria-busy])+&]:hidden">
            <ClientResults q={q} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Enter opens the ticket whose whole number was typed. Where there is none, the results say so. */
function useOpenTyped() {
  const { openTicket } = useAddress();

  return async ({ key, currentTarget: field }: KeyboardEvent<HTMLInputElement>) => {
    const typed = field.value;
    const ticketNumber = typed.trim().toUpperCase();
    if (key !== 'Enter' || !ticketNumberPattern.test(ticketNumber)) return;
    try {
      await queryClient.fetchQuery(repairQuery(ticketNumber));
    } catch {
      return;
    }
    // A user who has typed on or gone elsewhere meanwhile no longer wants it.
    if (document.activeElement === field && field.value === typed) openTicket(ticketNumber);
  };
}
