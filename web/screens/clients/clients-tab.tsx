import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide/plus';
import UserSearch from 'lucide/user-search';
import UserX from 'lucide/user-x';
import Wrench from 'lucide/wrench';
import { useEffect, useRef } from 'react';
import type { Client } from '../../../domain/api-answers.ts';
import { customerOf } from '../../../domain/client-fields.ts';
import { isolated } from '../../../domain/isolated.ts';
import { languageNames } from '../../../domain/languages.ts';
import { formatPhone, phoneLink } from '../../../domain/phone.ts';
import { useAddress } from '../../data/address.ts';
import { CallProblem } from '../../data/call.ts';
import { clientQuery, repairsQuery } from '../../data/queries.ts';
import { useWantedFocus } from '../../data/wanted-focus.ts';
import { useWithheld } from '../../parts/client/withheld.ts';
import { ClientHistory } from '../../parts/history/timeline.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import { RepairLines } from '../../parts/repair/repair-lines.tsx';
import { OptedOut, Withheld } from '../../parts/text/text-preview.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { Button } from '../../ui/button.tsx';
import { DetailList } from '../../ui/card.tsx';
import { contactClasses } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { EmptyState, Loaded, SkeletonLines, SkeletonRows } from '../../ui/states.tsx';
import { type ClientActions, clientMenu, useClientActions } from './client-actions.tsx';
import { ClientDirectory } from './client-directory.tsx';

export function ClientsTab() {
  const { client: selectedId, set } = useAddress();
  const { dialogs, ...actions } = useClientActions();
  const details = useRef<HTMLElement>(null);
  /**
   * The client selected by a press, whose details then get the focus; a user who arrives with a client
   * selected stays at the top.
   */
  const wanted = useRef<string | null>(null);
  useWantedFocus('clients', () => details.current?.focus());

  useEffect(() => {
    if (selectedId === null || wanted.current !== selectedId) return;
    wanted.current = null;
    details.current?.focus();
  }, [selectedId]);

  function select({ id }: { id: string }) {
    if (id === selectedId) details.current?.focus();
    else {
      wanted.current = id;
      set({ client: id });
    }
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <ClientDirectory selectedId={selectedId} actions={{ ...actions, select }} />
      {selectedId === null ? (
        <NoClientSelected />
      ) : (
        <section ref={details} aria-label="Selected client" tabIndex={-1} className="min-w-0">
          <ClientDetails key={selectedId} clientId={selectedId} actions={{ ...actions, select }} />
        </section>
      )}
      {dialogs}
    </div>
  );
}

export function NoClientSelected() {
  return (
    <div className="hidden lg:block [section:not(:has(li))+&]:hidden">
      <EmptyState icon={UserSearch} title="No client selected">
        Select a client in the list to see their details and every repair they brought in.
      </EmptyState>
    </div>
  );
}

export function ClientDetails({ clientId, actions }: { clientId: string; actions: ClientActions }) {
  const query = useQuery(clientQuery(clientId));

  if (query.error instanceof CallProblem && query.error.code === 'client-not-found') {
    return (
      <EmptyState icon={UserX} title={query.error.title}>
        {query.error.detail}
      </EmptyState>
    );
  }
  return (
    <Loaded query={query} what="the client" skeleton={<SkeletonLines lines={6} />}>
      {({ client }) => <FoundClient client={client} actions={actions} />}
    </Loaded>
  );
}

function FoundClient({ client, actions }: { client: Client; actions: ClientActions }) {
  const withheld = useWithheld(customerOf(client));
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2
          id="client-details-heading"
          dir="auto"
          className="min-w-0 flex-1 basis-40 break-words py-1 text-left font-semibold text-lg"
        >
          {client.name}
        </h2>
        <div className="flex items-center gap-1">
          <Button icon={Plus} onClick={() => actions.newRepair(client)}>
            New Repair
          </Button>
          <Menu of={isolated(client.name)} groups={clientMenu(client, actions, 'details')} />
        </div>
      </div>
      <DetailList
        details={[
          {
            label: 'Phone',
            value: client.phone && (
              <a href={phoneLink(client.phone)} className={contactClasses}>
                {formatPhone(client.phone)}
              </a>
            ),
          },
          {
            label: 'Texts',
            value: client.optedOutAt ? (
              <OptedOut since={client.optedOutAt} />
            ) : (
              withheld && <Withheld words={withheld} />
            ),
          },
          { label: 'Client since', value: <DateTime iso={client.createdAt} show="date" /> },
          {
            label: 'Email',
            value: client.email && (
              <a href={`mailto:${client.email}`} className={`${contactClasses} wrap-anywhere`}>
                {client.email}
              </a>
            ),
            wide: true,
          },
          { label: 'Company', value: client.company && <bdi>{client.company}</bdi> },
          {
            label: 'Language of texts',
            value: client.language && languageNames[client.language],
          },
          { label: 'Pays by statement', value: client.paysByStatement && 'Yes' },
          { label: 'Agreed to texts', value: client.agreedToTexts && 'Yes' },
          { label: 'Address', value: client.address, wide: true },
        ]}
      />
      <ClientRepairs clientId={client.id} />
      <ClientHistory clientId={client.id} />
    </div>
  );
}

function ClientRepairs({ clientId }: { clientId: string }) {
  const list = usePagedList(repairsQuery({ clientId, view: 'row' }));
  return (
    <section aria-labelledby="client-repairs-heading" className="flex flex-col gap-2">
      <h3 id="client-repairs-heading" className="border-b pb-1 font-semibold">
        Repairs
      </h3>
      <Listing
        list={list}
        what="the client’s repairs"
        skeleton={<SkeletonRows rows={3} />}
        empty={
          <EmptyState icon={Wrench} title="No repairs yet">
            Press New Repair to add one.
          </EmptyState>
        }
      >
        {(more) => (
          <>
            <RepairLines shown={list.shown} label="The client’s repairs" showTechnician />
            {more}
          </>
        )}
      </Listing>
    </section>
  );
}
