import { hashKey } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '../../domain/api.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { CallProblem } from '../api/call.ts';
import { repairQuery } from '../api/queries.ts';
import { useAddress } from '../dashboard/address.ts';
import { watchLostFocus } from '../dashboard/lost-focus.ts';
import { Timeline } from '../history/timeline.tsx';
import { useIsCopy } from '../local-copies/outage.ts';
import { SimulatedPhoneButton } from '../simulator/simulated-phone-button.tsx';
import { TicketTexts } from '../texts/ticket-texts.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { isolated } from '../ui/isolated.ts';
import { Loading, Skeleton, SkeletonLines } from '../ui/skeleton.tsx';
import { useDeletedRepairs } from './deleted-repairs.ts';
import { useRepair } from './fresh-repair.ts';
import { NextStep } from './next-step.tsx';
import { RepairActions } from './repair-actions.tsx';
import {
  CustomerDetails,
  RepairEstimates,
  RepairSection,
  WatchDetails,
  WorkDetails,
} from './repair-details.tsx';
import { RepairStrip } from './repair-dialog-strip.tsx';
import { RepairDialogs } from './repair-dialogs.tsx';
import { RepairPhotos } from './repair-photos.tsx';

const RepairEditForm = lazy(async () => ({
  default: (await import('./repair-edit-form.tsx')).RepairEditForm,
}));

type Ticket = Answer<'getRepair'>;

/** What the shortest ticket takes, so that the dialog does not grow while its parts come. */
const leastHeight = 'md:min-h-224 lg:min-h-180';

/** The details of the ticket in the address, over whatever the tab shows. */
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
          <RepairStrip {...found} />
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

function TicketParts({
  ticket: { repair, estimates, messages, events },
  isCopy,
  isEditing,
  onEdit,
  onEdited,
  onDirtyChange,
  onTextingChange,
}: {
  ticket: Ticket;
  /** This browser's own, without texts and history. */
  isCopy: boolean;
  isEditing: boolean;
  onEdit: () => void;
  onEdited: () => void;
  onDirtyChange: (isDirty: boolean) => void;
  onTextingChange: (isTexting: boolean) => void;
}) {
  /** The form that had the focus is gone: it goes back to where it came from. */
  const [hasEdited, setHasEdited] = useState(false);
  if (isEditing && !hasEdited) setHasEdited(true);
  const mayEdit = isAllowed('edit', repair.status) && !isEditing;
  /** What is read second comes a frame later: all at once keeps a slow machine from answering too long. */
  const isWhole = useDeferredValue(true, false);
  return (
    <div className={classNames('flex flex-col gap-6', leastHeight)}>
      <div className="flex flex-col gap-3">
        <NextStep repair={repair} events={events} />
        <RepairActions repair={repair} />
      </div>
      <div className="grid gap-6 md:grid-cols-[3fr_2fr] md:gap-8">
        <div className="flex min-w-0 flex-col gap-6">
          <RepairSection title="Customer">
            <CustomerDetails repair={repair} />
          </RepairSection>
          <RepairSection
            title="Watch and request"
            action={
              mayEdit && (
                <Button variant="quiet" icon={Pencil} autoFocus={hasEdited} onClick={onEdit}>
                  Edit
                </Button>
              )
            }
          >
            {isEditing ? (
              <Suspense fallback={<SkeletonLines lines={6} />}>
                <RepairEditForm repair={repair} onDone={onEdited} onDirtyChange={onDirtyChange} />
              </Suspense>
            ) : (
              <WatchDetails repair={repair} />
            )}
          </RepairSection>
          {isWhole && (
            <>
              <RepairSection title="Work">
                <WorkDetails repair={repair} />
              </RepairSection>
              <RepairSection title="Estimates">
                <RepairEstimates estimates={estimates} />
              </RepairSection>
            </>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {isWhole && (
            <>
              <RepairSection title="Photos">
                <RepairPhotos repair={repair} />
              </RepairSection>
              <RepairSection
                title="Texts"
                action={<SimulatedPhoneButton phone={repair.customerPhone} />}
              >
                <TicketTexts
                  repair={repair}
                  messages={messages}
                  isCopy={isCopy}
                  onDirtyChange={onTextingChange}
                />
              </RepairSection>
              <RepairSection title="What happened">
                {isCopy ? <NotInCopy /> : <Timeline events={events} />}
              </RepairSection>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function NotInCopy() {
  return <p className="text-ink-muted">Shown again when the shop’s server is back.</p>;
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
          <Skeleton className="aspect-4/3 w-full" />
        </div>
      </div>
    </Loading>
  );
}
