import { keepPreviousData } from '@tanstack/react-query';
import SearchX from 'lucide/search-x';
import Users from 'lucide/users';
import { useRef } from 'react';
import type { Client } from '../../domain/api-answers.ts';
import { useAddress } from '../data/address.ts';
import { clientsQuery } from '../data/queries.ts';
import { Listing } from '../lists/listing.tsx';
import { usePagedList } from '../lists/paged-list.ts';
import { FoundCount, longestQuery, useTypedQuery } from '../lists/search-results.tsx';
import { WindowedList } from '../lists/windowed-list.tsx';
import { Button } from '../ui/button.tsx';
import { useKeptFocus } from '../ui/focus.ts';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { SearchField } from '../ui/text-field.tsx';
import { ClientRow } from './client-row.tsx';

interface ClientDirectoryProps {
  selectedId: string | null;
  onSelect: (client: Client) => void;
  onNewRepair: (client: Client) => void;
  onEdit: (client: Client) => void;
  onDelete: (client: Client) => void;
}

/** All clients, or those that what is typed finds, newest first. */
export function ClientDirectory({
  selectedId,
  onSelect,
  onNewRepair,
  onEdit,
  onDelete,
}: ClientDirectoryProps) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  const { href } = useAddress();
  const { text, setText, q } = useTypedQuery();
  const list = usePagedList({ ...clientsQuery(q), placeholderData: keepPreviousData });

  return (
    <section
      ref={section}
      aria-labelledby="clients-heading"
      className="flex min-w-0 flex-col gap-4"
    >
      <h2 ref={heading} id="clients-heading" tabIndex={-1} className="sr-only">
        Clients
      </h2>
      <SearchField
        label="Search clients"
        placeholder="Name, phone, email or address"
        maxLength={longestQuery}
        value={text}
        onValueChange={setText}
      />
      {q !== '' && <FoundCount list={list} />}
      <Listing
        list={list}
        what="the clients"
        skeleton={<SkeletonRows rows={5} />}
        empty={<NoClients q={q} />}
      >
        {(more) => (
          // Specification, section 9: "Client list height: maximum 24rem".
          <div className="max-h-96 overflow-y-auto overscroll-contain rounded border bg-surface">
            <WindowedList {...list.window} label="Clients" className="divide-y">
              {(client, place) => (
                <ClientRow
                  place={place}
                  client={client}
                  query={q}
                  href={href({ client: client.id })}
                  isSelected={client.id === selectedId}
                  onSelect={() => onSelect(client)}
                  onNewRepair={() => onNewRepair(client)}
                  onEdit={() => onEdit(client)}
                  onDelete={() => onDelete(client)}
                />
              )}
            </WindowedList>
            {list.query.hasNextPage && <div className="pb-4">{more}</div>}
          </div>
        )}
      </Listing>
    </section>
  );
}

function NoClients({ q }: { q: string }) {
  const { set } = useAddress();
  if (q !== '') {
    return (
      <EmptyState icon={SearchX} title={`No client matches “${q}”`}>
        Try fewer letters, or the phone number.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Users}
      title="No clients yet"
      action={<Button onClick={() => set({ tab: 'new-client' })}>Add a client</Button>}
    >
      A client is added by hand or with their first repair.
    </EmptyState>
  );
}
