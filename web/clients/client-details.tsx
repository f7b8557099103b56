import { useQuery } from '@tanstack/react-query';
import UserSearch from 'lucide/user-search';
import UserX from 'lucide/user-x';
import Wrench from 'lucide/wrench';
import { formatPhone } from '../../domain/phone.ts';
import { CallProblem } from '../data/call.ts';
import { clientQuery, repairsQuery } from '../data/queries.ts';
import { ClientHistory } from '../history/timeline.tsx';
import { Listing } from '../lists/listing.tsx';
import { usePagedList } from '../lists/paged-list.ts';
import { RepairLines } from '../repairs/repair-lines.tsx';
import { OptedOut } from '../texts/text-preview.tsx';
import { Card, DetailList } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { EmptyState, ErrorState, Loading, SkeletonLines, SkeletonRows } from '../ui/states.tsx';

/** Where there is room for both, something stands beside the directory. */
export function NoClientSelected() {
  return (
    <div className="hidden lg:block">
      <EmptyState icon={UserSearch} title="No client selected">
        Select a client to see the details and everything that was ever brought in.
      </EmptyState>
    </div>
  );
}

/** A chosen client with everything that was ever brought in. */
export function ClientDetails({ clientId }: { clientId: string }) {
  const query = useQuery(clientQuery(clientId));

  if (query.isPending) {
    return (
      <Card>
        <Loading label="Loading the client">
          <SkeletonLines lines={6} />
        </Loading>
      </Card>
    );
  }
  if (query.error instanceof CallProblem && query.error.code === 'client-not-found') {
    return (
      <EmptyState icon={UserX} title={query.error.title}>
        {query.error.detail}
      </EmptyState>
    );
  }
  if (!query.data) {
    return (
      <ErrorState
        title="Could not load the client"
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      >
        {query.error.message}
      </ErrorState>
    );
  }
  const { client } = query.data;
  return (
    <Card aria-labelledby="client-details-heading">
      <div className="flex flex-col gap-4">
        <h2 id="client-details-heading" dir="auto" className="break-words font-semibold text-lg">
          {client.name}
        </h2>
        <DetailList
          details={[
            {
              label: 'Phone',
              value: client.phone && formatPhone(client.phone),
            },
            {
              label: 'Texts',
              value: client.optedOutAt && <OptedOut since={client.optedOutAt} />,
            },
            { label: 'Email', value: <span className="break-all">{client.email}</span> },
            { label: 'Address', value: client.address, wide: true },
            { label: 'Client since', value: <DateTime iso={client.createdAt} show="date" /> },
          ]}
        />
        <ClientRepairs clientId={clientId} />
        <ClientHistory clientId={clientId} />
      </div>
    </Card>
  );
}

function ClientRepairs({ clientId }: { clientId: string }) {
  const list = usePagedList(repairsQuery({ clientId }));
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
            New Repair in the client’s row takes in a watch.
          </EmptyState>
        }
      >
        {(more) => (
          <>
            <RepairLines window={list.window} label="Repairs of the client" showTechnician />
            {more}
          </>
        )}
      </Listing>
    </section>
  );
}
