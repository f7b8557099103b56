import type { RepairRow } from '../../../domain/api-answers.ts';
import { needsEstimate } from '../../../domain/price-ceiling.ts';
import { isAllowed, type RepairStatus, repairStatuses } from '../../../domain/repair-status.ts';
import { useActionsOn } from '../../data/open-action.ts';
import { repairsQuery } from '../../data/queries.ts';
import { usePagedList } from '../../parts/list/paged-list.ts';
import { PromiseMark } from '../../parts/repair/promise.tsx';
import { estimateSteps, NextStep } from '../../parts/repair/repair-actions.tsx';
import { Approval, Costs, Request } from '../../parts/repair/repair-summary.tsx';
import { StatusBadge } from '../../parts/repair/status-badge.tsx';
import { opensItsTicket, TicketLink } from '../../parts/repair/ticket-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';

/** What a technician can work on: the rest waits for a customer. */
const workable: readonly RepairStatus[] = repairStatuses.filter(
  (status) => isAllowed('start', status) || isAllowed('complete', status),
);

/** The first repair on the bench that can be worked on, no matter how the list below is filtered. */
export function WhatsNext({ technicianId }: { technicianId: string }) {
  const { query, items } = usePagedList(
    repairsQuery({ technicianId, status: [...workable], sort: 'bench', limit: 1 }),
  );
  const [next] = items;
  if (query.isError && next === undefined) return null;
  return (
    <Card aria-labelledby="whats-next" flush>
      <div className="@container">
        <div className="flex min-h-[calc(var(--control)+1rem)] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
          <h3 id="whats-next" className="font-semibold">
            What’s next
          </h3>
          {next !== undefined && <Next repair={next} />}
          {next === undefined && query.isPending && <Shape />}
          {next === undefined && query.isSuccess && (
            <p className="text-ink-muted">Nothing to start right now.</p>
          )}
        </div>
      </div>
    </Card>
  );
}

const layout = 'flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-4 gap-y-2 sm:flex-nowrap';

const words = 'flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-4 gap-y-1';

/** As high on a phone for a short name as for a long one. */
const summary = 'line-clamp-2 min-w-0 flex-1 basis-60 break-words max-sm:min-h-[2lh]';

function Shape() {
  return (
    <Loading label="Loading what’s next…">
      <div className={layout}>
        <div className={words}>
          <div className={summary}>
            <Skeleton className="h-4 w-60" />
          </div>
          <div className="max-sm:min-h-[1lh] max-sm:basis-full" />
        </div>
        <Skeleton className="h-control w-28" />
      </div>
    </Loading>
  );
}

function Next({ repair }: { repair: RepairRow }) {
  const { ticketNumber, customerName, watchBrand, watchModel } = repair;
  const { open, opening } = useActionsOn(repair);
  const mustAsk = needsEstimate(repair);
  const estimate = isAllowed('send-estimate', repair.status) ? estimateSteps(repair) : [];
  return (
    <div {...opensItsTicket} className={`${layout} cursor-pointer`}>
      <div className={words}>
        <p className={summary}>
          <TicketLink ticketNumber={ticketNumber} />{' '}
          <bdi className="font-medium">
            {watchBrand} {watchModel}
          </bdi>{' '}
          · <bdi>{customerName}</bdi>{' '}
          <bdi className="text-ink-muted">
            · <Request repair={repair} />
          </bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge {...repair} />
          <span>
            <PromiseMark repair={repair} isInLine />
            {repair.isSameDay && (repair.expectedOn === null ? 'Same day' : ', same day')}
          </span>
          <Costs repair={repair} />
          <Approval repair={repair} />
        </p>
      </div>
      <span className="flex gap-1.5 max-sm:flex-wrap sm:shrink-0">
        <NextStep repair={repair} />
        <span className={mustAsk ? 'contents' : 'hidden @4xl:contents'}>
          {/* The first of them is the next step if the customer has to be asked. */}
          {estimate.slice(mustAsk ? 1 : 0).map(({ dialog, label }) => (
            <Button key={dialog} pending={opening === dialog} onClick={() => open(dialog)}>
              {label}
            </Button>
          ))}
        </span>
      </span>
    </div>
  );
}
