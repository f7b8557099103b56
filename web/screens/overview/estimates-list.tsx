import { useQuery } from '@tanstack/react-query';
import RefreshCw from 'lucide/refresh-cw';
import Send from 'lucide/send';
import { type ComponentProps, useState } from 'react';
import type { Answer } from '../../../domain/api.ts';
import type { Estimate } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPrice } from '../../../domain/money.ts';
import { type AcceptedFilter, useAddress } from '../../data/address.ts';
import { call } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import {
  estimateCountsQuery,
  estimatesQuery,
  pollEveryMs,
  techniciansQuery,
} from '../../data/queries.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { DeleteDialog } from '../../parts/list/delete-dialog.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import { Price } from '../../parts/money/price.tsx';
import { ListShapeSwitch, useShowsRows } from '../../parts/repair-list/list-shape.tsx';
import { ListTools } from '../../parts/repair-list/list-tools.tsx';
import { cardGrid, ListSkeleton } from '../../parts/repair-list/repair-list.tsx';
import { RowsAway } from '../../parts/repair-list/row-cells.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatCount } from '../../ui/counts.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { EmptyState } from '../../ui/states.tsx';
import { EstimateItem, estimateColumns } from './estimate-row.tsx';

type Show = AcceptedFilter | 'waiting';

export function EstimatesList() {
  const { accepted, set } = useAddress();
  const list = usePagedList({ ...estimatesQuery(accepted), refetchInterval: pollEveryMs });
  const { data: counts } = useQuery(estimateCountsQuery);
  // Who is named in a row decides how high it is.
  const { isLoading, failureCount } = useQuery(techniciansQuery);
  const awaitsNames = isLoading && failureCount === 0;
  const deletion = useDialogSubject<Estimate>();
  const { part, heading } = useKeptFocus();
  const [isRefreshing, setIsRefreshing] = useState(false);
  const areRows = useShowsRows('estimates');
  const skeleton = <ListSkeleton list="estimates" />;

  async function refreshNow() {
    setIsRefreshing(true);
    const { error } = await list.query.refetch();
    setIsRefreshing(false);
    if (error === null) toasts.show({ kind: 'success', title: 'Estimates refreshed!' });
    else showFailure(error, 'Estimates not refreshed');
  }

  return (
    <section ref={part} aria-labelledby="estimates-heading" className="@container">
      <h2 ref={heading} id="estimates-heading" tabIndex={-1} className="sr-only">
        Estimates
      </h2>
      <ListTools<Show>
        chips={{
          label: 'Show',
          value: accepted ?? 'waiting',
          items: [
            { value: 'waiting', label: 'Waiting' },
            ...(accepted !== null || counts?.acceptedThisMonth.count
              ? [{ value: 'this-month' as const, label: 'Accepted this month' }]
              : []),
          ],
          onChange: (next) =>
            set({ accepted: next === 'waiting' ? null : next }, { replace: true }),
        }}
        menus={[]}
      >
        <span className="flex [&>button]:size-compact">
          <IconButton
            icon={RefreshCw}
            label="Refresh"
            pending={isRefreshing}
            onClick={() => void refreshNow()}
          />
        </span>
        <ListShapeSwitch list="estimates" />
      </ListTools>
      {accepted !== null && <AcceptedSum counts={counts} />}
      <Listing
        list={list}
        what="the estimates"
        skeleton={skeleton}
        empty={
          accepted === null ? (
            <EmptyState icon={Send} title="No estimates waiting">
              Open a repair and press Send estimate: the customer’s answer shows up here.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing accepted this month">
              Accepted estimates stay here until the end of the month.
            </EmptyState>
          )
        }
      >
        {(more) =>
          awaitsNames ? (
            skeleton
          ) : (
            <>
              {areRows && <ListHead />}
              <LongList
                {...list.shown}
                label="Estimates"
                className={areRows ? 'divide-y rounded-b border bg-surface' : cardGrid}
              >
                {(estimate, place) => (
                  <EstimateItem
                    place={place}
                    estimate={estimate}
                    isRow={areRows}
                    onDelete={() => deletion.open(estimate)}
                  />
                )}
              </LongList>
              <RowsAway />
              {more}
            </>
          )
        }
      </Listing>
      {deletion.subject && <DeleteEstimate of={deletion} estimate={deletion.subject} />}
    </section>
  );
}

/** Like the head of the repairs table; this is no table, and each row says what it holds. */
const ListHead = () => (
  <div
    aria-hidden="true"
    className={`${estimateColumns} min-h-7 rounded-t border border-b-0 bg-sunken text-ink-muted text-sm pointer-coarse:min-h-8`}
  >
    <span className="col-start-2">Customer</span>
    <span>Watch and work</span>
    <span>Answer</span>
  </div>
);

const monthDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  day: 'numeric',
});

/** Its line keeps its place before it is known what it says. */
function AcceptedSum({ counts }: { counts: Answer<'countEstimates'> | undefined }) {
  const month = counts?.acceptedThisMonth;
  return (
    <p className="figures min-h-lh max-sm:text-sm">
      {month && (
        <>
          {formatCount(month.count)} accepted since {monthDay.format(new Date(month.since))} ·{' '}
          <b className="font-semibold">
            <Price dollars={month.total} />
          </b>
        </>
      )}
    </p>
  );
}

const failed = { title: 'Delete failed', detail: 'Could not delete estimate' };

function DeleteEstimate({
  estimate: { id, customerName, estimatePrice, repairId },
  ...question
}: Pick<ComponentProps<typeof DeleteDialog>, 'of'> & { estimate: Estimate }) {
  return (
    <DeleteDialog
      {...question}
      title={`Delete the estimate of ${formatPrice(estimatePrice)} for ${isolated(customerName)}?`}
      description={`Any answer from the customer will no longer count. Ticket ${repairId} stays and goes back to its technician, or to Pending if no one has it.`}
      remove={() => call('deleteEstimate', { params: { id } })}
      done="Estimate deleted"
      failed={() => failed}
      gone={['estimate-not-found']}
      refresh={refreshRepairs}
    />
  );
}
