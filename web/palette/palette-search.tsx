import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Client, Repair } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { jumpQuery } from '../api/queries.ts';
import { useAddress } from '../dashboard/address.ts';
import { useGoTo } from '../dashboard/go-to.ts';
import { useRested } from '../search/rested.ts';
import { MarkedText } from '../ui/marked-text.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { PaletteGroup } from './palette-item.ts';

/** Tickets and clients that match what is typed; the last answer stays until the next one is there. */
export function usePaletteSearch(text: string) {
  const rested = useRested(text);
  // An emptied field has nothing to wait for.
  const q = text === '' ? '' : rested;
  const { openTicket } = useAddress();
  const goTo = useGoTo();
  const { data, error, isPlaceholderData, isSuccess } = useQuery({
    ...jumpQuery(q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const { repairs = [], clients = [] } = q === '' ? {} : (data ?? {});
  const groups: PaletteGroup[] = [
    {
      heading: 'Tickets',
      items: repairs.map((repair) => ({
        id: repair.id,
        shown: <Ticket repair={repair} q={q} />,
        run: () => openTicket(repair.ticketNumber),
      })),
    },
    {
      heading: 'Clients',
      items: clients.map((client) => ({
        id: client.id,
        shown: <ClientFound client={client} q={q} />,
        run: () => goTo('clients', { client: client.id }),
      })),
    },
  ];
  return {
    groups,
    /** The answer is that to what is typed now. */
    isCurrent: q === text && (q === '' || (isSuccess && !isPlaceholderData)),
    error: q === '' ? null : error,
  };
}

function Ticket({ repair, q }: { repair: Repair; q: string }) {
  const { ticketNumber, customerName, customerPhone, watchBrand, watchModel, serialNumber } =
    repair;
  const more = [formatPhone(customerPhone), serialNumber].filter(Boolean).join(' · ');
  return (
    <span className="flex min-w-0 items-center justify-between gap-3">
      <span className="flex min-w-0 flex-col">
        <span className="truncate">
          <span className="figures font-medium">
            <MarkedText text={ticketNumber} query={q} />
          </span>{' '}
          <MarkedText text={customerName} query={q} />
        </span>
        <span className="truncate text-ink-muted text-sm">
          <MarkedText text={`${watchBrand} ${watchModel}`} query={q} />
          {more !== '' && ' · '}
          <MarkedText text={more} query={q} />
        </span>
      </span>
      <StatusBadge status={repair.status} />
    </span>
  );
}

function ClientFound({ client, q }: { client: Client; q: string }) {
  const more = [formatPhone(client.phone), client.email].filter(Boolean).join(' · ');
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">
        <MarkedText text={client.name} query={q} />
      </span>
      <span className="truncate text-ink-muted text-sm">
        <MarkedText text={more} query={q} />
      </span>
    </span>
  );
}
