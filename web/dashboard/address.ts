import { useLocation, useNavigate } from 'react-router';
import { addressOf, type Place, placeAfter, placeFrom } from './place.ts';

/** Marks a step in the browser's history that back undoes: the ticket was opened from here. */
interface OpenedHere {
  isTicketOpenedHere: true;
}

function isOpenedHere(state: unknown): state is OpenedHere {
  return typeof state === 'object' && state !== null && 'isTicketOpenedHere' in state;
}

/** The place as it is at this moment: two changes in a row must not undo each other. */
export const currentPlace = () => placeFrom(new URLSearchParams(window.location.search));

/** The place in the address, and how to go elsewhere. */
export function useAddress() {
  const location = useLocation();
  const navigate = useNavigate();

  /** Goes to another place; `replace` for what back should skip, such as typing in a search. */
  function set(changes: Partial<Place>, { replace = false }: { replace?: boolean } = {}): void {
    navigate(addressOf(placeAfter(currentPlace(), changes)), { replace });
  }

  return {
    ...placeFrom(new URLSearchParams(location.search)),
    set,
    /** The address of another place, for a link. */
    href: (changes: Partial<Place>): string =>
      addressOf(placeAfter(placeFrom(new URLSearchParams(location.search)), changes)),
    /**
     * Opens a ticket's details over what is on the screen. They replace those of another ticket:
     * after scanning ten, the user has one to close.
     */
    openTicket(ticketNumber: string): void {
      const place = currentPlace();
      const opened: OpenedHere = { isTicketOpenedHere: true };
      const replace = place.ticket !== null;
      const state = replace ? location.state : opened;
      navigate(addressOf(placeAfter(place, { ticket: ticketNumber })), { replace, state });
    },
    /** Closes the details: a step back where they were opened from here, so that steps do not pile up. */
    closeTicket(): void {
      if (isOpenedHere(location.state)) navigate(-1);
      else set({ ticket: null }, { replace: true });
    },
  };
}
