import RefreshCw from 'lucide/refresh-cw';
import Send from 'lucide/send';
import { type ComponentProps, useRef, useState } from 'react';
import type { Estimate } from '../../domain/api-answers.ts';
import { formatPrice } from '../../domain/money.ts';
import { call } from '../data/call.ts';
import { showFailure } from '../data/failure-toast.ts';
import { estimatesQuery, pollEveryMs } from '../data/queries.ts';
import { refreshRepairs } from '../data/repair-cache.ts';
import { DeleteDialog } from '../lists/delete-dialog.tsx';
import { Listing } from '../lists/listing.tsx';
import { usePagedList } from '../lists/paged-list.ts';
import { WindowedList } from '../lists/windowed-list.tsx';
import { Button } from '../ui/button.tsx';
import { useKeptFocus } from '../ui/focus.ts';
import { useDialogSubject } from '../ui/open-dialogs.ts';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { isolated } from '../ui/text.tsx';
import { toasts } from '../ui/toasts.ts';
import { EstimateRow } from './estimate-row.tsx';

/** Estimates that wait for the customer's answer or, after it, for staff. */
export function EstimatesList() {
  const list = usePagedList({ ...estimatesQuery, refetchInterval: pollEveryMs });
  const deletion = useDialogSubject<Estimate>();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  const [isRefreshing, setIsRefreshing] = useState(false);

  async function refreshNow() {
    setIsRefreshing(true);
    const { error } = await list.query.refetch();
    setIsRefreshing(false);
    if (error === null) toasts.show({ kind: 'success', title: 'Estimates refreshed!' });
    else showFailure(error, { title: 'Estimates not refreshed', detail: error.message });
  }

  return (
    <section
      ref={section}
      aria-labelledby="estimates-heading"
      className="@container flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 ref={heading} id="estimates-heading" tabIndex={-1} className="font-semibold text-lg">
          Estimates
        </h2>
        <Button icon={RefreshCw} pending={isRefreshing} onClick={() => void refreshNow()}>
          Refresh
        </Button>
      </div>
      <Listing
        list={list}
        what="the estimates"
        skeleton={<SkeletonRows />}
        empty={
          <EmptyState icon={Send} title="No estimates waiting">
            Open a repair and press Send estimate: the customer’s answer shows up here.
          </EmptyState>
        }
      >
        {(more) => (
          <>
            <WindowedList
              {...list.window}
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
            </WindowedList>
            {more}
          </>
        )}
      </Listing>
      {deletion.subject && <DeleteEstimate of={deletion} estimate={deletion.subject} />}
    </section>
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
      description={`The customer’s answer to it no longer counts. Ticket ${repairId} stays and goes back to the bench, or to Pending when nobody has it.`}
      remove={() => call('DELETE /api/estimates/{id}', { params: { id } })}
      done="Estimate deleted"
      failed={() => failed}
      gone={['estimate-not-found']}
      refresh={refreshRepairs}
    />
  );
}
