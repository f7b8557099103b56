import { keepPreviousData } from '@tanstack/react-query';
import SearchX from 'lucide/search-x';
import type { Client, Repair } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { ClientLink } from '../clients/client-link.tsx';
import { clientsQuery, repairsQuery } from '../data/queries.ts';
import { Listing } from '../lists/listing.tsx';
import { partOf, usePagedList } from '../lists/paged-list.ts';
import { FoundCount, MoreResults } from '../lists/search-results.tsx';
import { WindowedList } from '../lists/windowed-list.tsx';
import { RepairLines } from '../repairs/repair-lines.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, SkeletonLines, SkeletonRows } from '../ui/states.tsx';
import { MarkedText } from '../ui/text.tsx';

interface TechnicianGroup {
  /** The technician's id; null for what nobody has. */
  id: string | null;
  name: string;
  repairs: Repair[];
}

/**
 * Repairs by who has them, in the order in which each technician comes first; what nobody has comes
 * last, under "Unassigned" (specification, section 2, "Search").
 */
export function groupByTechnician(repairs: readonly Repair[]): TechnicianGroup[] {
  const groups = new Map<string | null, TechnicianGroup>();
  for (const repair of repairs) {
    const id = repair.assignedTo;
    const group = groups.get(id) ?? {
      id,
      name: id === null ? 'Unassigned' : (repair.assignedWatchmaker ?? id),
      repairs: [],
    };
    group.repairs.push(repair);
    groups.set(id, group);
  }
  return [...groups.values()].toSorted(
    (one, other) => Number(one.id === null) - Number(other.id === null),
  );
}

/** Each brings its own repairs: a page of fifty would ask for all of theirs at once. */
const resultsAtOnce = 10;

export function ClientResults({ q }: { q: string }) {
  const list = usePagedList({
    ...clientsQuery(q, resultsAtOnce),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="client-results-heading" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="client-results-heading" className="font-semibold text-lg">
          Client directory
        </h2>
        <FoundCount list={list} />
      </div>
      <Listing
        list={list}
        what="the clients"
        more={MoreResults}
        skeleton={<SkeletonRows rows={4} />}
        empty={
          <EmptyState icon={SearchX} title={`No client matches “${q}”`}>
            Try fewer letters, the phone number or the e-mail address.
          </EmptyState>
        }
      >
        {(more) => (
          <>
            <WindowedList {...list.window} label="Clients found" className="flex flex-col gap-3">
              {(client, place) => (
                <li {...place}>
                  <ClientResult client={client} q={q} />
                </li>
              )}
            </WindowedList>
            {more}
          </>
        )}
      </Listing>
    </section>
  );
}

function ClientResult({ client, q }: { client: Client; q: string }) {
  const nameId = `client-result-${client.id}`;
  return (
    <Card as="article" aria-labelledby={nameId}>
      <div className="flex flex-col gap-3">
        <div className="min-w-0 break-words">
          <h3 id={nameId} dir="auto" className="font-semibold">
            <ClientLink clientId={client.id}>
              <MarkedText text={client.name} query={q} />
            </ClientLink>
          </h3>
          <p className="flex flex-wrap gap-x-3 text-ink-muted text-sm">
            {client.phone !== '' && (
              <span>
                <MarkedText text={formatPhone(client.phone)} query={q} />
              </span>
            )}
            <span className="min-w-0 break-all">
              <MarkedText text={client.email} query={q} />
            </span>
            {client.address !== null && (
              <span dir="auto" className="min-w-0">
                <MarkedText text={client.address} query={q} />
              </span>
            )}
          </p>
        </div>
        <ClientRepairs clientId={client.id} />
      </div>
    </Card>
  );
}

function ClientRepairs({ clientId }: { clientId: string }) {
  const list = usePagedList(repairsQuery({ clientId }));
  return (
    <Listing
      list={list}
      what="the client’s repairs"
      more={MoreResults}
      skeleton={<SkeletonLines lines={2} />}
      empty={<p className="text-ink-muted text-sm">No repairs yet</p>}
    >
      {(more) => (
        <>
          {groupByTechnician(list.items).map((group) => (
            <div key={group.id}>
              <h4 dir="auto" className="break-words border-b pb-1 text-ink-muted text-sm">
                {group.name}
              </h4>
              <RepairLines
                window={partOf(list.window, `${group.id}`, group.repairs)}
                label={`Repairs, ${group.name}`}
              />
            </div>
          ))}
          {more}
        </>
      )}
    </Listing>
  );
}
