import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useAddress } from '../dashboard/address.ts';

/** A ticket's number; opens its details over what is on the screen. */
export function TicketLink({
  ticketNumber,
  children = ticketNumber,
}: {
  ticketNumber: string;
  /** Its number with marks in it, for instance. */
  children?: ReactNode;
}) {
  const { href, openTicket } = useAddress();

  function open(event: MouseEvent) {
    // In another tab or window, as the browser does it.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openTicket(ticketNumber);
  }

  return (
    <Link
      to={href({ ticket: ticketNumber })}
      onClick={open}
      className="figures rounded font-medium text-accent-ink underline decoration-line-strong underline-offset-2 hover:decoration-accent-ink"
    >
      {children}
    </Link>
  );
}
