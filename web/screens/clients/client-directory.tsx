import { keepPreviousData } from '@tanstack/react-query';
import SearchX from 'lucide/search-x';
import Users from 'lucide/users';
import type { Client } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { useAddress } from '../../data/address.ts';
import { isPlainPress, Link } from '../../data/location.tsx';
import { clientsQuery } from '../../data/queries.ts';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { isFoundIn, MarkedText } from '../../parts/list/marked-text.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { FoundCount, longestQuery, useTypedQuery } from '../../parts/list/search-results.tsx';
import { OptedOut } from '../../parts/text/text-preview.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { Menu } from '../../ui/menu.tsx';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { type ClientActions, clientMenu } from './client-actions.tsx';

interface ClientDirectoryProps {
  selectedId: string | null;
  actions: ClientActions;
}

export function ClientDirectory({ selectedId, actions }: ClientDirectoryProps) {
  const { part, heading } = useKeptFocus();
  const { text, setText, q } = useTypedQuery();
  const list = usePagedList({ ...clientsQuery(q), placeholderData: keepPreviousData });

  return (
    <section
      ref={part}
      aria-labelledby="clients-heading"
      className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-[calc(var(--top-bar)+var(--control)+0.75rem+1px)] [@media(height<30rem)]:static"
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
            <LongList {...list.shown} label="Clients" className="divide-y">
              {(client, place) => (
                <ClientRow
                  place={place}
                  client={client}
                  query={q}
                  isSelected={client.id === selectedId}
                  actions={actions}
                />
              )}
            </LongList>
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
      Add a client here, or with their first repair.
    </EmptyState>
  );
}

/** Opens the client wherever it is pressed, beside the menu with everything else. */
function ClientRow({
  place,
  client,
  query,
  isSelected,
  actions,
}: {
  place: ItemPlace;
  client: Client;
  query: string;
  isSelected: boolean;
  actions: ClientActions;
}) {
  const { href } = useAddress();
  const { name, phone, email, address, optedOutAt } = client;
  return (
    <li
      {...place}
      aria-current={isSelected || undefined}
      className={classNames(
        'relative flex items-center gap-2 py-2 pr-2 pl-4',
        isSelected ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <div className="min-w-0 flex-1 break-words">
        <p dir="auto" className="text-left font-semibold">
          {/* As large as the row, below its menu. */}
          <Link
            to={href({ client: client.id })}
            onClick={(event) => {
              if (!isPlainPress(event)) return;
              event.preventDefault();
              actions.select(client);
            }}
            className="rounded after:absolute after:inset-0"
          >
            <MarkedText text={name} query={query} />
          </Link>
        </p>
        <ul className="flex flex-wrap gap-x-3 text-ink-muted text-sm">
          {phone !== '' && (
            <li>
              <MarkedText text={formatPhone(phone)} query={query} />
            </li>
          )}
          {optedOutAt !== null && (
            <li>
              <OptedOut since={optedOutAt} />
            </li>
          )}
          {email !== '' && (
            <li className="min-w-0 [overflow-wrap:anywhere]">
              <MarkedText text={email} query={query} />
            </li>
          )}
          {address !== null && isFoundIn(address, query) && (
            <li dir="auto" className="min-w-0">
              <MarkedText text={address} query={query} />
            </li>
          )}
        </ul>
      </div>
      <div className="relative">
        <Menu of={isolated(name)} groups={clientMenu(client, actions, 'row')} />
      </div>
    </li>
  );
}
