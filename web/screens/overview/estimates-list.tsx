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
  overviewQuery,
  pollEveryMs,
} from '../../data/queries.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';
import { toasts } from '../../data/toasts.ts';
import { DeleteDialog } from '../../parts/list/delete-dialog.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import { Price } from '../../parts/money/price.tsx';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { formatCount } from '../../ui/counts.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { EstimateRow } from './estimate-row.tsx';

type Show = AcceptedFilter | 'waiting';

export function EstimatesList() {
  const { accepted, set } = useAddress();
  const list = usePagedList({ ...estimatesQuery(accepted), refetchInterval: pollEveryMs });
  const { data: overview } = useQuery(overviewQuery);
  const { data: counts } = useQuery(estimateCountsQuery);
  const deletion = useDialogSubject<Estimate>();
  const { part, heading } = useKeptFocus();
  const [isRefreshing, setIsRefreshing] = useState(false);

  async function refreshNow() {
    setIsRefreshing(true);
    const { error } = await list.query.refetch();
    setIsRefreshing(false);
    if (error === null) toasts.show({ kind: 'success', title: 'Estimates refreshed!' });
    else showFailure(error, 'Estimates not refreshed');
  }

  return (
    <section
      ref={part}
      aria-labelledby="estimates-heading"
      className="@container flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 ref={heading} id="estimates-heading" tabIndex={-1} className="font-semibold text-lg">
          Estimates
        </h2>
        <div className="order-last min-w-0 basis-full @2xl:order-none @2xl:mx-2 @2xl:flex-1">
          <Chips<Show>
            label="Show"
            value={accepted ?? 'waiting'}
            items={[
              { value: 'waiting', label: 'Waiting', count: overview?.estimates ?? null },
              {
                value: 'this-month',
                label: 'Accepted this month',
                count: counts?.acceptedThisMonth.count ?? null,
              },
            ]}
            onChange={(next) =>
              set({ accepted: next === 'waiting' ? null : next }, { replace: true })
            }
          />
        </div>
        <span className="ml-auto">
          <Button icon={RefreshCw} pending={isRefreshing} onClick={() => void refreshNow()}>
            Refresh
          </Button>
        </span>
      </div>
      {accepted !== null && <AcceptedSum counts={counts} />}
      <Listing
        list={list}
        what="the estimates"
        skeleton={<SkeletonRows />}
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
        {(more) => (
          <>
            <LongList
              {...list.shown}
              label="Estimates"
              className="divide-y rounded border bg-surface"
            >
              {(estimate, place) => (
                <EstimateRow
                  place={place}
                  estimate={estimate}
                  onDelete={() => deletion.open(estimate)}
                />
              )}
            </LongList>
            {more}
          </>
        )}
      </Listing>
      {deletion.subject && <DeleteEstimate of={deletion} estimate={deletion.subject} />}
    </section>
  );
}

const monthDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'long',
  day: 'numeric',
});

/** Its line is there before it is known what it says. */
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
