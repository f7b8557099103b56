import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { addressOf, placeFrom, ticketAddress, useAddress } from './address.ts';

interface TicketPlaces {
  hrefOf(ticketNumber: string): string;
  /** Opens its details over what is on the screen. */
  open(ticketNumber: string): void;
}

const Places = createContext<TicketPlaces | null>(null);

/**
 * Knows for all the ticket numbers on the screen where they lead, so that not each of them follows
 * the address: they are drawn again when it is another place, not when a ticket is opened.
 */
export function TicketPlacesProvider({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  const { openTicket } = useAddress();
  const latest = useRef(openTicket);
  useLayoutEffect(() => {
    latest.current = openTicket;
  });
  const place = addressOf({ ...placeFrom(new URLSearchParams(search)), ticket: null });
  const places = useMemo<TicketPlaces>(
    () => ({
      hrefOf: (ticketNumber) => ticketAddress(place, ticketNumber),
      open: (ticketNumber) => latest.current(ticketNumber),
    }),
    [place],
  );
  return <Places value={places}>{children}</Places>;
}

export function useTicketPlaces(): TicketPlaces {
  const places = use(Places);
  if (places === null) throw new Error('A ticket number stands outside of <TicketPlacesProvider>');
  return places;
}
