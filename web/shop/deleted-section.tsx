import Trash2 from 'lucide/trash-2';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { DeletedItem } from '../../domain/api-clients.ts';
import { keptDeletedDays } from '../../domain/deletion.ts';
import { useAddress } from '../data/address.ts';
import { deletedQuery } from '../data/queries.ts';
import { Listing } from '../lists/listing.tsx';
import { usePagedList } from '../lists/paged-list.ts';
import { WindowedList } from '../lists/windowed-list.tsx';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { buttonClasses } from '../ui/classes.ts';
import { useKeptFocus } from '../ui/focus.ts';
import { useDialogSubject } from '../ui/open-dialogs.ts';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { isolated } from '../ui/text.tsx';
import { DeletedRow } from './deleted-row.tsx';
import { useOwnSession } from './own-session.ts';
import { PurgeDialog } from './purge-dialog.tsx';
import { type Restored, useRestoring } from './restoring.ts';

/** What came back last, the way there, and what has changed meanwhile. Read out when it appears. */
export function BroughtBack({ broughtBack }: { broughtBack: Restored | null }) {
  const { href } = useAddress();
  return (
    <div role="status" className="empty:hidden">
      {broughtBack && (
        <Banner
          tone={broughtBack.notes.length > 0 ? 'warning' : 'info'}
          title={
            broughtBack.ticketNumber === null
              ? `Client ${isolated(broughtBack.name)} is back.`
              : `Repair ${broughtBack.ticketNumber} is back.`
          }
          action={
            <Link
              to={
                broughtBack.ticketNumber === null
                  ? href({ tab: 'clients', client: broughtBack.id })
                  : href({ ticket: broughtBack.ticketNumber })
              }
              className={buttonClasses()}
            >
              {broughtBack.ticketNumber === null ? 'Show the client' : 'Show the repair'}
            </Link>
          }
        >
          {broughtBack.notes.length > 0 ? broughtBack.notes.map(isolated).join(' ') : undefined}
        </Banner>
      )}
    </div>
  );
}

/** What was deleted lately, and the way back. */
export function DeletedSection() {
  const list = usePagedList(deletedQuery);
  const purge = useDialogSubject<DeletedItem>();
  const restoring = useRestoring();
  const ownSession = useOwnSession();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  return (
    <section ref={section} aria-labelledby="deleted-heading" className="flex flex-col gap-4">
      <h2 ref={heading} id="deleted-heading" tabIndex={-1} className="sr-only">
        Recently deleted
      </h2>
      <p className="max-w-prose text-ink-muted text-sm">
        For {keptDeletedDays} days a deleted repair can be brought back with the same ticket number,
        its estimates, photos, texts and history, and a deleted client into the directory.
      </p>
      <BroughtBack broughtBack={restoring.broughtBack} />
      <Listing
        list={list}
        what="what was deleted"
        skeleton={<SkeletonRows rows={3} />}
        empty={
          <EmptyState icon={Trash2} title="Nothing was deleted lately">
            Deleted repairs and clients wait here for {keptDeletedDays} days.
          </EmptyState>
        }
      >
        {(more) => (
          <Card as="div" flush>
            <WindowedList
              {...list.window}
              label="Recently deleted"
              className="flex flex-col divide-y"
            >
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
            </WindowedList>
            {list.query.hasNextPage && <div className="pb-4">{more}</div>}
          </Card>
        )}
      </Listing>
      {purge.subject && (
        <PurgeDialog
          open={purge.isOpen}
          onClose={purge.close}
          onClosed={purge.forget}
          item={purge.subject}
        />
      )}
    </section>
  );
}
