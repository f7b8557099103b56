import type { MouseEvent, ReactNode } from 'react';
import { isPlainPress } from '../../data/location.tsx';
import { useIsOpenTicket, useTicketPlaces } from '../../data/ticket-places.tsx';
import { classNames, reachClasses } from '../../ui/classes.ts';

/** What answers to a press itself, or covers the row. */
const controls = 'a, button, label, input, select, textarea, dialog, [role="dialog"], [popover]';

/** For what shows one ticket: a press beside its controls is one on its number; selected text stays selected. */
export const opensItsTicket = {
  onClick(event: MouseEvent<HTMLElement>) {
    const { target, currentTarget } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest(controls) || !isPlainPress(event)) return;
    if (getSelection()?.isCollapsed === false) return;
    const link = currentTarget.querySelector<HTMLElement>('a[data-ticket]');
    link?.focus({ preventScroll: true });
    link?.click();
  },
};

/** A ticket's number; opens its details beside or over what is on the screen. */
export function TicketLink({
  ticketNumber,
  isQuiet = false,
  children = ticketNumber,
}: {
  ticketNumber: string;
  /** In a row that opens the ticket anyway: only the next step is blue there. */
  isQuiet?: boolean;
  /** Its number with marks in it, for instance. */
  children?: ReactNode;
}) {
  const { hrefOf, open, fetchAhead } = useTicketPlaces();
  const isOpen = useIsOpenTicket(ticketNumber);

  function follow(event: MouseEvent) {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    open(ticketNumber);
  }

  return (
    <a
      data-ticket={ticketNumber}
      href={hrefOf(ticketNumber)}
      aria-current={isOpen || undefined}
      onPointerDown={() => fetchAhead(ticketNumber)}
      onClick={follow}
      className={classNames(
        reachClasses,
        isOpen && 'is-current',
        isQuiet
          ? 'figures rounded underline-offset-2 hover:text-ink hover:underline'
          : 'figures rounded font-medium text-accent underline decoration-line-strong underline-offset-2 hover:decoration-accent',
      )}
    >
      {children}
    </a>
  );
}

/** After words about a ticket that exists already; nothing if there is none. */
export function ExistingTicket({ ticketNumber }: { ticketNumber: unknown }) {
  if (typeof ticketNumber !== 'string') return null;
  return (
    <>
      {' '}
      It is <TicketLink ticketNumber={ticketNumber} />.
    </>
  );
}
