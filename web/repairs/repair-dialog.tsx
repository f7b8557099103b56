import { hashKey } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { Estimate, Repair } from '../../domain/api-answers.ts';
import { estimateLabel } from '../../domain/estimate-answers.ts';
import { useAddress } from '../data/address.ts';
import { CallProblem } from '../data/call.ts';
import { useDeletedRepairs } from '../data/deleted-repairs.ts';
import { useIsCopy } from '../data/outage.ts';
import { repairQuery } from '../data/queries.ts';
import { buttonClasses, classNames } from '../ui/classes.ts';
import { TimeAgo } from '../ui/date-time.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { watchLostFocus } from '../ui/focus.ts';
import { EmptyState, Loading, Skeleton, SkeletonLines } from '../ui/states.tsx';
import { SameDayBadge, StatusBadge } from '../ui/status-badge.tsx';
import { isolated, Price } from '../ui/text.tsx';
import { HolderName } from './holder-name.tsx';
import { RepairDialogs } from './repair-dialogs.tsx';
import { useRepair } from './ticket-dialog.ts';
import { leastHeight, TicketParts } from './ticket-parts.tsx';

/** What a customer at the counter asks first: how far it is, what it costs, who has it, since when. */
export function RepairStrip({
  repair,
  estimates,
}: {
  repair: Repair;
  /** Newest first. */
  estimates: readonly Estimate[];
}) {
  const { status, isSameDay, createdAt } = repair;
  return (
    <ul aria-label="At a glance" className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <li className="flex flex-wrap gap-1">
        <StatusBadge status={status} />
        {isSameDay && <SameDayBadge />}
      </li>
      <Costs
        repairPrice={repair.repairPrice}
        estimate={estimates.find(({ isReplaced }) => !isReplaced)}
      />
      <li className="min-w-0 break-words">
        <span className="sr-only">Technician: </span>
        <HolderName repair={repair} />
      </li>
      <li className="text-ink-muted">
        Taken in <TimeAgo iso={createdAt} />
      </li>
    </ul>
  );
}

/** The agreed price, and what the customer says to the newest estimate. */
function Costs({
  repairPrice,
  estimate,
}: {
  repairPrice: number | null;
  estimate: Estimate | undefined;
}) {
  return (
    <>
      {estimate && (
        <li className="font-medium">
          Estimate <Price dollars={estimate.estimatePrice} />{' '}
          {estimateLabel(estimate).toLowerCase()}
        </li>
      )}
      {repairPrice !== null && (
        <li className="font-medium">
          Price <Price dollars={repairPrice} />
        </li>
      )}
      {estimate === undefined && repairPrice === null && (
        <li className="text-ink-muted">No price</li>
      )}
    </>
  );
}

/** The details of the ticket in the address, over the content of the tab. */
export function RepairDialog() {
  const { ticket, closeTicket } = useAddress();
  /** Stays while the dialog closes. */
  const [shown, setShown] = useState(ticket);
  const [isEditing, setIsEditing] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  const [isTexting, setIsTexting] = useState(false);
  if (ticket !== null && ticket !== shown) {
    setShown(ticket);
    stopEditing();
    setIsTexting(false);
  }

  /** The parts come a frame after the dialog, which is not to be seen yet, in slices. */
  const drawn = useDeferredValue(ticket);
  const isDrawn = ticket === null || drawn === ticket;

  const { data, error, refetch, isFetching } = useRepair(ticket ?? shown);
  const isCopy = useIsCopy(hashKey(repairQuery(ticket ?? shown ?? '').queryKey));
  const deleted = useDeletedRepairs();
  const isMissing =
    (shown !== null && deleted.has(shown)) ||
    (error instanceof CallProblem && error.code === 'repair-not-found');
  const found = isMissing && ticket !== null ? undefined : data;

  function stopEditing() {
    setIsEditing(false);
    setIsDirty(false);
  }

  return (
    <Dialog
      open={ticket !== null}
      onClose={closeTicket}
      onClosed={() => {
        setShown(null);
        stopEditing();
        setIsTexting(false);
        watchLostFocus();
      }}
      title={found?.repair.ticketNumber ?? shown ?? ''}
      description={
        found &&
        `${isolated(found.repair.watchBrand)} ${isolated(found.repair.watchModel)} · ${isolated(found.repair.customerName)}`
      }
      strip={
        found ? (
          <RepairDialogs key={found.repair.id}>
            <RepairStrip {...found} />
          </RepairDialogs>
        ) : isMissing || error ? undefined : (
          <Skeleton className="h-6 w-64" />
        )
      }
      size="large"
      dirty={isDirty || isTexting}
      isForReading
      isPlace
    >
      {found && !isDrawn ? (
        <div className={leastHeight} />
      ) : found ? (
        // Another ticket begins afresh, without what was open over the last one.
        <RepairDialogs key={found.repair.id}>
          <TicketParts
            ticket={found}
            isCopy={isCopy}
            isEditing={isEditing}
            onEdit={() => setIsEditing(true)}
            onEdited={stopEditing}
            onDirtyChange={setIsDirty}
            onTextingChange={setIsTexting}
          />
        </RepairDialogs>
      ) : isMissing ? (
        <Missing ticketNumber={shown ?? ''} />
      ) : error ? (
        <ErrorState
          title="The ticket could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {error.message}
        </ErrorState>
      ) : (
        <TicketSkeleton />
      )}
    </Dialog>
  );
}

function Missing({ ticketNumber }: { ticketNumber: string }) {
  const { href } = useAddress();
  return (
    <EmptyState
      title="Repair not found"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link
            to={href({ tab: 'search', q: ticketNumber, ticket: null })}
            className={buttonClasses({ variant: 'primary' })}
          >
            Search for it
          </Link>
          <DialogClose>Close</DialogClose>
        </div>
      }
    >
      There is no repair with the ticket number {ticketNumber}. It may have been deleted.
    </EmptyState>
  );
}

function TicketSkeleton() {
  return (
    <Loading label="Loading the ticket…">
      <div className={classNames('flex flex-col gap-6', leastHeight)}>
        <div className="flex gap-2">
          <Skeleton className="h-control w-28" />
          <Skeleton className="h-control w-28" />
        </div>
        <div className="grid gap-8 md:grid-cols-[3fr_2fr]">
          <SkeletonLines lines={8} />
          <SkeletonLines lines={8} />
        </div>
      </div>
    </Loading>
  );
}
