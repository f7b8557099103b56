import Trash2 from 'lucide/trash-2';
import Undo2 from 'lucide/undo-2';
import { type ComponentProps, Fragment } from 'react';
import type { DeletedItem } from '../../../domain/api-clients.ts';
import { keptDeletedDays } from '../../../domain/deletion.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { noLongerDeleted, type Restored, useRestoring } from '../../actions/delete/restoring.ts';
import { useAddress } from '../../data/address.ts';
import { CallProblem, call } from '../../data/call.ts';
import { Link } from '../../data/location.tsx';
import { deletedQuery } from '../../data/queries.ts';
import { refreshClients } from '../../data/repair-cache.ts';
import { actorWords, useOwnSession } from '../../parts/history/event-words.ts';
import { DeleteDialog } from '../../parts/list/delete-dialog.tsx';
import { Listing } from '../../parts/list/listing.tsx';
import { LongList } from '../../parts/list/long-list.tsx';
import { usePagedList } from '../../parts/list/paged-list.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { DateTime, TimeAgo } from '../../parts/time/date-time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { buttonClasses } from '../../ui/classes.ts';
import { useKeptFocus } from '../../ui/focus.ts';
import { useDialogSubject } from '../../ui/open-dialogs.ts';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';

export function DeletedSection() {
  const list = usePagedList(deletedQuery);
  const purge = useDialogSubject<DeletedItem>();
  const restoring = useRestoring();
  const ownSession = useOwnSession();
  const { part, heading } = useKeptFocus();
  return (
    <section ref={part} aria-labelledby="deleted-heading" className="flex flex-col gap-4">
      <h2 ref={heading} id="deleted-heading" tabIndex={-1} className="sr-only">
        Recently deleted
      </h2>
      <p className="max-w-prose text-ink-muted text-sm">
        For {keptDeletedDays} days you can restore a deleted repair with its ticket number,
        estimates, photos, texts and history, or put a deleted client back in the directory.
      </p>
      <div role="status" className="empty:hidden">
        {restoring.broughtBack && <BroughtBack item={restoring.broughtBack} />}
      </div>
      <Listing
        list={list}
        what="recently deleted items"
        skeleton={<SkeletonRows rows={3} />}
        empty={
          <EmptyState icon={Trash2} title="Nothing was deleted recently">
            Deleted repairs and clients stay here for {keptDeletedDays} days.
          </EmptyState>
        }
      >
        {(more) => (
          <Card as="div" flush>
            <LongList {...list.shown} label="Recently deleted" className="flex flex-col divide-y">
              {(item, place) => (
                <DeletedRow
                  place={place}
                  item={item}
                  ownSession={ownSession}
                  isPending={restoring.pendingId === item.id}
                  onRestore={() => restoring.restore(item)}
                  onPurge={() => purge.open(item)}
                />
              )}
            </LongList>
            {list.query.hasNextPage && <div className="pb-4">{more}</div>}
          </Card>
        )}
      </Listing>
      {purge.subject && <PurgeDialog of={purge} item={purge.subject} />}
    </section>
  );
}

/** What was restored last, a link to it, and what has changed meanwhile. Read out when it appears. */
function BroughtBack({ item: { id, ticketNumber, name, notes } }: { item: Restored }) {
  const { href } = useAddress();
  const [title, place, way] =
    ticketNumber === null
      ? [`Client ${isolated(name)} is back.`, { tab: 'clients', client: id } as const, 'client']
      : [`Repair ${ticketNumber} is back.`, { ticket: ticketNumber }, 'repair'];
  return (
    <Banner
      tone={notes.length > 0 ? 'warning' : 'info'}
      title={title}
      action={
        <Link to={href(place)} className={buttonClasses()}>
          Show the {way}
        </Link>
      }
    >
      {notes.length > 0 ? notes.map(isolated).join(' ') : undefined}
    </Banner>
  );
}

function DeletedRow({
  place,
  item,
  ownSession,
  isPending,
  onRestore,
  onPurge,
}: {
  place: ItemPlace;
  item: DeletedItem;
  ownSession: string | null;
  isPending: boolean;
  onRestore: () => void;
  onPurge: () => void;
}) {
  const titleId = `deleted-${item.id}`;
  const by = actorWords({ actor: 'staff', ...item }, ownSession);
  const facts = item.watch === null ? [item.email] : [item.watch, item.name];
  return (
    <li
      {...place}
      aria-labelledby={titleId}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-0.5 break-words">
        <p id={titleId} className="font-medium">
          {item.ticketNumber === null ? (
            <>
              Client <bdi>{item.name}</bdi>
            </>
          ) : (
            <>
              Repair <span className="figures">{item.ticketNumber}</span>
            </>
          )}
        </p>
        <p className="text-sm">
          {facts.filter(Boolean).map((fact) => (
            <Fragment key={fact}>
              <bdi>{fact}</bdi>
              {'\u00A0· '}
            </Fragment>
          ))}
          <span className="figures whitespace-nowrap">{formatPhone(item.phone)}</span>
        </p>
        <p className="text-ink-muted text-sm [&_time]:inline">
          Deleted <TimeAgo iso={item.deletedAt} />
          {`\u00A0· ${by}\u00A0· `}Kept until <DateTime iso={item.keptUntil} show="date" />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={Undo2} pending={isPending} aria-describedby={titleId} onClick={onRestore}>
          Restore
        </Button>
        <Button variant="quiet" aria-describedby={titleId} onClick={onPurge}>
          Delete for good
        </Button>
      </div>
    </li>
  );
}

function PurgeDialog({
  item: { id, ticketNumber, name },
  ...question
}: Pick<ComponentProps<typeof DeleteDialog>, 'of'> & { item: DeletedItem }) {
  const words =
    ticketNumber === null
      ? {
          title: `Delete client ${isolated(name)} for good?`,
          description:
            'You won’t be able to restore this client. Their repair tickets stay and keep showing their details. This can’t be undone.',
          remove: () => call('purgeClient', { params: { id } }),
        }
      : {
          title: `Delete repair ${ticketNumber} for ${isolated(name)} for good?`,
          description:
            'The ticket, its estimates, its photos and the content of its texts will be gone. This can’t be undone.',
          remove: () => call('purgeRepair', { params: { ticketNumber } }),
        };
  return (
    <DeleteDialog
      {...question}
      {...words}
      label="Delete for good"
      done="Deleted for good"
      failed={(error) => (error instanceof CallProblem ? error.title : 'Not deleted for good')}
      gone={noLongerDeleted}
      refresh={refreshClients}
    />
  );
}
