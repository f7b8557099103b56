import Trash2 from 'lucide/trash-2';
import { useRef } from 'react';
import type { DeletedItem } from '../../domain/api-clients.ts';
import { keptDeletedDays } from '../../domain/deletion.ts';
import { deletedQuery } from '../api/queries.ts';
import { Listing } from '../dashboard/listing.tsx';
import { usePagedList } from '../dashboard/paged-list.ts';
import { WindowedList } from '../dashboard/windowed-list.tsx';
import { useOwnSession } from '../history/own-session.ts';
import { Card } from '../ui/card.tsx';
import { useDialogSubject } from '../ui/dialog-subject.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useKeptFocus } from '../ui/kept-focus.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { BroughtBack } from './brought-back.tsx';
import { DeletedRow } from './deleted-row.tsx';
import { PurgeDialog } from './purge-dialog.tsx';
import { useRestoring } from './restoring.ts';

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
