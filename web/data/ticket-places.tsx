import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useRef } from 'react';
import { addressOf, placeFrom, ticketAddress, useAddress } from './address.ts';
import { useLocation } from './location.tsx';
import { queryClient, repairQuery } from './queries.ts';

interface TicketPlaces {
  hrefOf(ticketNumber: string): string;
  open(ticketNumber: string): void;
  /** Asks for them while it is being pressed. */
  fetchAhead(ticketNumber: string): void;
}

const Places = createContext<TicketPlaces | null>(null);

const OpenTicket = createContext<string | null>(null);

/** @returns whether this ticket's details are open, so that its row is marked */
export const useIsOpenTicket = (ticketNumber: string): boolean => use(OpenTicket) === ticketNumber;

/**
 * Knows for all the ticket numbers on the screen where they lead, so that they need not each follow
 * the address: they are drawn again when the place changes, not when a ticket is opened.
 */
export function TicketPlacesProvider({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  const { ticket, openTicket } = useAddress();
  const latest = useRef(openTicket);
  useLayoutEffect(() => {
    latest.current = openTicket;
  });
  const place = addressOf({ ...placeFrom(new URLSearchParams(search)), ticket: null });
  const places = useMemo<TicketPlaces>(
    () => ({
      hrefOf: (ticketNumber) => ticketAddress(place, ticketNumber),
      open: (ticketNumber) => latest.current(ticketNumber),
      fetchAhead: (ticketNumber) => void queryClient.prefetchQuery(repairQuery(ticketNumber)),
    }),
    [place],
  );
  return (
    <Places value={places}>
      <OpenTicket value={ticket}>{children}</OpenTicket>
    </Places>
  );
}

export function useTicketPlaces(): TicketPlaces {
  const places = use(Places);
  if (places === null) throw new Error('A ticket number is outside <TicketPlacesProvider>');
  return places;
}
