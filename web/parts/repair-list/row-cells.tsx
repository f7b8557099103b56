import type { ReactNode } from 'react';
import { formatPhone } from '../../../domain/phone.ts';
import { useAwayReason } from '../../data/outage.ts';
import { TicketLink } from '../repair/ticket-link.tsx';

/** What the cells of a two-line row are made of. */

/** Its end is cut, even of what is read from the right; the title has all of it. */
export function Truncated({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <span dir="auto" title={text} className="block truncate text-left">
      {children}
    </span>
  );
}

/** Smaller, below what it belongs to; just as high if it is empty. */
export const SecondLine = ({ children }: { children?: ReactNode }) => (
  <span className={secondLineClasses}>{children}</span>
);

export const secondLineClasses =
  'block min-h-[1lh] truncate text-ink-muted text-sm [&_time]:inline';

/** The customer's name over the ticket's number and the phone. */
export function CustomerCell({
  name,
  ticketNumber,
  phone,
  email,
  mark = (text) => text,
}: {
  name: string;
  ticketNumber: string;
  phone: string;
  /** Beside the name, as far as there is room. */
  email?: string;
  /** Marks in them what was searched for. */
  mark?: (text: string) => ReactNode;
}) {
  return (
    <>
      <Truncated text={email ? `${name}, ${email}` : name}>
        <span className="font-semibold">{mark(name)}</span>
        {email && <bdi className="ml-2 text-ink-muted text-sm">{mark(email)}</bdi>}
      </Truncated>
      {/* Half a phone number is of no use: one that does not fit wraps, and what wraps is not seen. Around the line there is room for a finger. */}
      <span className="-my-1.5 flex h-[calc(1lh+0.75rem)] flex-wrap content-start gap-y-3 overflow-hidden whitespace-pre py-1.5 text-ink-muted text-sm">
        <TicketLink ticketNumber={ticketNumber} isQuiet>
          {mark(ticketNumber)}
        </TicketLink>
        {phone !== '' && (
          <span>
            {' · '}
            {mark(formatPhone(phone))}
          </span>
        )}
      </span>
    </>
  );
}

export const awayId = 'rows-away';

/** Below the rows, once for all of them: why nothing can be done now. */
export function RowsAway() {
  const awayReason = useAwayReason();
  return (
    awayReason !== undefined && (
      <p id={awayId} className="pt-2 text-ink-muted text-sm">
        {awayReason}
      </p>
    )
  );
}
