import type { ComponentProps } from 'react';
import type { Repair, Sibling } from '../../../domain/api-answers.ts';
import { queryClient, repairQuery } from '../../data/queries.ts';
import { Section } from '../../ui/card.tsx';
import { PrintAllButton } from '../print/print-button.tsx';
import { StatusBadge } from './status-badge.tsx';
import { TicketLink } from './ticket-link.tsx';

interface Visit {
  repair: Repair;
  /** The other repairs of its visit. */
  siblings: readonly Sibling[];
}

/** The other watches of the visit; nothing if there are none. */
export function Siblings(visit: Visit) {
  if (visit.siblings.length === 0) return null;
  return (
    <Section title="Same visit" level={3} action={<PrintVisit {...visit} />}>
      <ul className="flex flex-col divide-y">
        {visit.siblings.map(({ ticketNumber, watchBrand, watchModel, ...standing }) => (
          <li
            key={ticketNumber}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0"
          >
            <span className="min-w-0 break-words">
              <TicketLink ticketNumber={ticketNumber} /> <bdi>{watchBrand}</bdi>{' '}
              <bdi>{watchModel}</bdi>
            </span>
            <span>
              <StatusBadge {...standing} />
              {standing.collectedAt !== null &&
                (standing.shippedBy ? ' · shipped' : ' · picked up')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Prints every ticket of the visit, in the order in which they came in. */
export function PrintVisit({
  repair,
  siblings,
  ...rest
}: Visit & Pick<ComponentProps<typeof PrintAllButton>, 'onPrinted'>) {
  async function load() {
    const others = await Promise.all(
      siblings.map(({ ticketNumber }) => queryClient.fetchQuery(repairQuery(ticketNumber))),
    );
    return [repair, ...others.map((other) => other.repair)].sort((one, other) =>
      one.createdAt.localeCompare(other.createdAt),
    );
  }

  return <PrintAllButton count={siblings.length + 1} load={load} {...rest} />;
}
