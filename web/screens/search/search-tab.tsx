import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Search from 'lucide/search';
import SearchX from 'lucide/search-x';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Client } from '../../../domain/api-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { ticketNumberPattern } from '../../../domain/ticket-number.ts';
import { useAddress } from '../../data/address.ts';
import type { Listed } from '../../data/list-pages.ts';
import {
  clientsQuery,
  foundAtOnce,
  queryClient,
  repairQuery,
  repairsQuery,
  watchesQuery,
} from '../../data/queries.ts';
import { useWantedFocus } from '../../data/wanted-focus.ts';
import { ClientLink } from '../../parts/client/client-link.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { MarkedText } from '../../parts/list/marked-text.tsx';
import { type PagedList, usePagedList } from '../../parts/list/paged-list.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { FoundCount, longestQuery, useTypedQuery } from '../../parts/list/search-results.tsx';
import { RepairLines } from '../../parts/repair/repair-lines.tsx';
import { EmptyState, SkeletonLines, SkeletonRows } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { FoundRepair } from './found-repair.tsx';
import { WatchResults } from './found-watches.tsx';
import { groupByTechnician } from './technician-groups.ts';

/** As wide as a phone. */
const listFrame = 'max-sm:-mx-4 max-sm:border-y sm:rounded sm:border';

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
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <RepairResults q={q} />
          <FoundBeside q={q} />
        </div>
      )}
    </div>
  );
}

/** Nothing is shown below what is still to come, which would push it down. */
function FoundBeside({ q }: { q: string }) {
  const { data, isPending, failureCount } = useQuery({
    ...watchesQuery(q),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex min-w-0 flex-col gap-6 max-lg:[section:has(.is-loading)+&]:hidden">
      <WatchResults q={q} watches={data?.items ?? []} />
      <div hidden={isPending && failureCount === 0} className="min-w-0">
        <ClientResults q={q} />
      </div>
    </div>
  );
}

/** Enter opens the ticket whose whole number was typed. If there is none, the results say so. */
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
    // A user who has kept typing or gone elsewhere meanwhile no longer wants it.
    if (document.activeElement === field && field.value === typed) openTicket(ticketNumber);
  };
}

function Results<Item extends Listed>({
  list,
  similarTo,
  name,
  title = name,
  nothing,
  advice,
  className,
  children,
}: {
  list: PagedList<Item>;
  /** What was typed, if nothing matches it and the list is of similar spellings. */
  similarTo: string | null;
  name: 'Repairs' | 'Clients';
  title?: string;
  nothing: string;
  advice: string;
  className: string;
  children: (item: Item, place: ItemPlace) => ReactNode;
}) {
  const id = `found-${name}`;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        <FoundCount list={list} isSimilar={similarTo !== null} />
      </div>
      {similarTo !== null && list.items.length > 0 && (
        <p className="wrap-anywhere text-ink-muted">
          Nothing matches “{similarTo}”. Closest matches:
        </p>
      )}
      <Listing
        list={list}
        what={`the ${name.toLowerCase()}`}
        byPress
        skeleton={<SkeletonRows rows={4} />}
        empty={
          <EmptyState icon={SearchX} title={nothing}>
            {advice}
          </EmptyState>
        }
      >
        {(more) => (
          <>
            <LongList {...list.shown} label={`${name} found`} className={className}>
              {children}
            </LongList>
            {more}
          </>
        )}
      </Listing>
    </section>
  );
}

/** Only then is it worthwhile to ask for similar spellings. */
const hasNone = <Item extends Listed>({ query, items }: PagedList<Item>): boolean =>
  query.data !== undefined && !query.isPlaceholderData && items.length === 0;

export function RepairResults({ q }: { q: string }) {
  const query = { q, limit: foundAtOnce, view: 'row' } as const;
  const list = usePagedList({ ...repairsQuery(query), placeholderData: keepPreviousData });
  const isNone = hasNone(list);
  const similar = usePagedList({ ...repairsQuery({ ...query, similar: 'true' }), enabled: isNone });
  return (
    <Results
      list={isNone ? similar : list}
      similarTo={isNone ? q : null}
      name="Repairs"
      nothing={`No repair matches “${q}”`}
      advice="Try fewer letters, or the phone or ticket number."
      className={`divide-y bg-surface ${listFrame}`}
    >
      {(repair, place) => <FoundRepair place={place} repair={repair} q={q} />}
    </Results>
  );
}

export function ClientResults({ q }: { q: string }) {
  const list = usePagedList({
    ...clientsQuery(q, foundAtOnce),
    placeholderData: keepPreviousData,
  });
  const isNone = hasNone(list);
  const similar = usePagedList({ ...clientsQuery(q, foundAtOnce, 'true'), enabled: isNone });
  return (
    <Results
      list={isNone ? similar : list}
      similarTo={isNone ? q : null}
      name="Clients"
      title="Client directory"
      nothing={`No client matches “${q}”`}
      advice="Try fewer letters, the phone number or the email address."
      className={`divide-y bg-surface ${listFrame}`}
    >
      {(client, place) => <ClientResult place={place} client={client} q={q} />}
    </Results>
  );
}

function ClientResult({ place, client, q }: { place: ItemPlace; client: Client; q: string }) {
  const nameId = `client-result-${client.id}`;
  return (
    <li {...place} className="px-4 py-3">
      <article aria-labelledby={nameId} className="flex flex-col gap-3">
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
      </article>
    </li>
  );
}

function ClientRepairs({ clientId }: { clientId: string }) {
  const list = usePagedList(repairsQuery({ clientId, view: 'row' }));
  return (
    <Listing
      list={list}
      what="the client’s repairs"
      byPress
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
                shown={{ ...list.shown, items: group.repairs }}
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
