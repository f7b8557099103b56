import { hashKey } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { formatPhone, phoneLink } from '../../../domain/phone.ts';
import { mayCollect } from '../../../domain/pickup.ts';
import { currentPlace, placeFrom, useAddress } from '../../data/address.ts';
import { CallProblem } from '../../data/call.ts';
import { isDeletedRepair, isHiddenRepair, useDeletedRepairs } from '../../data/deleted-repairs.ts';
import { guardAddress, Link } from '../../data/location.tsx';
import { useOpenAction } from '../../data/open-action.ts';
import { useIsCopy } from '../../data/outage.ts';
import { queryClient, repairQuery } from '../../data/queries.ts';
import { useRepair } from '../../data/repair.ts';
import { scannedTicket } from '../../data/scanned-ticket.ts';
import { ClientLink } from '../../parts/client/client-link.tsx';
import { ActionFrame } from '../../parts/frame/action-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClasses, contactClasses } from '../../ui/classes.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { watchLostFocus } from '../../ui/focus.ts';
import { EmptyState, Loaded, Skeleton, SkeletonLines } from '../../ui/states.tsx';
import { SidePage, SidePageBody, SidePageHead } from './side-page.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketSections, TicketState } from './ticket-sections.tsx';

/** What would be lost with the ticket on the screen. */
const nothingOpen = { isEditing: false, isDirty: false, isTexting: false, isReplying: false };

/** The ticket in the address: over the content of the tab, or beside it on a wide screen. */
export function TicketPage() {
  const { ticket, closeTicket } = useAddress();
  /** Stays while it closes. */
  const [shown, setShown] = useState(ticket);
  const [work, setWork] = useState(nothingOpen);
  const deleted = useDeletedRepairs();
  const isDeleted = shown !== null && deleted.has(shown);
  const holdsWork = (work.isDirty || work.isTexting) && !isDeleted;
  /** Goes where the user wants to: to another row, to another tab, or back. */
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  if (ticket !== null && ticket !== shown) show(ticket);

  const mustAsk = useEffectEvent((search: string, go: () => void) => {
    if (!holdsWork || shown === null || isDeletedRepair(shown) || isHiddenRepair(shown))
      return false;
    if (placeFrom(new URLSearchParams(search)).ticket === shown) return false;
    setLeaving(() => go);
    return true;
  });
  useEffect(() => guardAddress((search, go) => mustAsk(search, go)), []);

  function show(next: string | null) {
    setShown(next);
    setWork(nothingOpen);
  }

  /** What is read second comes a frame later: all at once would block a slow machine for too long. */
  const drawn = useDeferredValue(shown);

  const query = useRepair(shown);
  const { data, error } = query;
  const isCopy = useIsCopy(hashKey(repairQuery(shown ?? '').queryKey));
  const isMissing =
    isDeleted || (error instanceof CallProblem && error.code === 'repair-not-found');
  const found = isMissing && ticket !== null ? undefined : data;

  return (
    <SidePage
      subject={ticket}
      holdsWork={holdsWork}
      origin={() =>
        document.querySelector<HTMLElement>(`main a[href$="ticket=${CSS.escape(shown ?? '')}"]`)
      }
      onClose={closeTicket}
      onClosed={() => {
        show(null);
        watchLostFocus();
      }}
    >
      <SidePageHead
        title={
          found ? (
            <>
              <span className="figures is-ticket-number block font-normal text-ink-muted text-sm">
                {shown}
              </span>
              <bdi>{found.repair.watchBrand}</bdi> <bdi>{found.repair.watchModel}</bdi>
            </>
          ) : (
            shown
          )
        }
      />
      {found ? (
        // Another ticket begins afresh, without what was open over the last one.
        <ActionFrame key={found.repair.id}>
          <PickupAfterScan ticketNumber={found.repair.ticketNumber} />
          <div className="flex flex-col gap-1 px-4 pb-3 max-sm:border-b sm:px-6">
            <Customer repair={found.repair} />
            <TicketState {...found} />
          </div>
          {/* A form has its own buttons: on a phone there is no room for both. */}
          <div
            data-foot
            data-aside={work.isEditing || work.isReplying || undefined}
            className="border-b bg-surface px-4 pb-3 max-sm:data-aside:hidden max-sm:sticky max-sm:bottom-0 max-sm:z-20 max-sm:order-last max-sm:mt-auto max-sm:border-t max-sm:border-b-0 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6"
          >
            <TicketActions
              repair={found.repair}
              estimates={found.estimates}
              messages={found.messages}
              isCopy={isCopy}
              onEdit={() => setWork({ ...work, isEditing: true })}
            />
          </div>
          <SidePageBody>
            <TicketSections
              ticket={found}
              isCopy={isCopy}
              isWhole={drawn === shown}
              isEditing={work.isEditing}
              onEdited={() => setWork({ ...work, isEditing: false, isDirty: false })}
              onDirtyChange={(isDirty) => setWork((now) => ({ ...now, isDirty }))}
              onTextingChange={(isTexting) => setWork((now) => ({ ...now, isTexting }))}
              onReplying={(isReplying) => setWork((now) => ({ ...now, isReplying }))}
            />
          </SidePageBody>
        </ActionFrame>
      ) : (
        <SidePageBody>
          {isMissing ? (
            <Missing ticketNumber={shown ?? ''} />
          ) : (
            <Loaded query={query} what="the ticket" skeleton={ticketSkeleton}>
              {() => null}
            </Loaded>
          )}
        </SidePageBody>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title="Discard your changes?"
        description={`Your changes to ticket ${shown} haven’t been saved.`}
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={() => {
          setLeaving(null);
          setWork(nothingOpen);
          leaving?.();
        }}
        onClose={() => setLeaving(null)}
      />
    </SidePage>
  );
}

function Customer({
  repair: { clientId, customerName, customerPhone, customerEmail },
}: {
  repair: Repair;
}) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-ink-muted">
      <span className="min-w-0 break-words text-ink pointer-coarse:w-full">
        <ClientLink clientId={clientId}>
          <bdi>{customerName}</bdi>
        </ClientLink>
      </span>
      {customerPhone && (
        <a href={phoneLink(customerPhone)} className={contactClasses}>
          {formatPhone(customerPhone)}
        </a>
      )}
      {customerEmail && (
        <a href={`mailto:${customerEmail}`} className={`${contactClasses} wrap-anywhere`}>
          {customerEmail}
        </a>
      )}
    </p>
  );
}

function Missing({ ticketNumber }: { ticketNumber: string }) {
  const { href, closeTicket } = useAddress();
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
          <Button onClick={closeTicket}>Close</Button>
        </div>
      }
    >
      There is no repair with the ticket number {ticketNumber}. It may have been deleted.
    </EmptyState>
  );
}

const ticketSkeleton = (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-6 w-64" />
    <div className="flex gap-2">
      <Skeleton className="h-control w-28" />
      <Skeleton className="h-control w-28" />
    </div>
    <div className="grid gap-8 @4xl:grid-cols-2">
      <SkeletonLines lines={8} />
      <SkeletonLines lines={8} />
    </div>
  </div>
);

/** Someone who scans the ticket of a watch that is ready has its owner in front of them. */
function PickupAfterScan({ ticketNumber }: { ticketNumber: string }) {
  const openDialog = useOpenAction();
  const isScanned = scannedTicket.useValue() === ticketNumber;

  const offer = useEffectEvent(async () => {
    scannedTicket.set(null);
    const { repair } = await queryClient.fetchQuery(repairQuery(ticketNumber));
    const isStillMeant = currentPlace().ticket === ticketNumber;
    if (mayCollect(repair) && isStillMeant) await openDialog('collect', repair);
  });

  useEffect(() => {
    // The ticket itself says what cannot be fetched.
    if (isScanned) offer().catch(() => undefined);
  }, [isScanned]);

  return null;
}
