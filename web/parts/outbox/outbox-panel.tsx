import { listText } from '../../../domain/list-text.ts';
import { useKeptNotes } from '../../data/kept-notes/kept-notes.ts';
import { useKeptPhotos, useWaitingPhotos } from '../../data/kept-photos/kept-photos.ts';
import { useOutbox } from '../../data/outbox/outbox.ts';
import { provisionalNumber } from '../../data/outbox/outbox-entry.ts';
import { type PanelProps, panels } from '../../data/panels.ts';
import { logOut } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { countedText } from '../../ui/counts.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { KeptNoteItem } from './kept-note-item.tsx';
import { KeptPhotoItem, photoSubject } from './kept-photo-item.tsx';
import { DeliveredItem, OutboxItem } from './outbox-item.tsx';

export function OutboxPanel({ open, onClose }: PanelProps) {
  const { entries, receipts } = useOutbox();
  const notes = useKeptNotes();
  const photos = useWaitingPhotos();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Waiting to sync"
      description="Saved in this browser only. It will be sent automatically, in this order, once the shop’s server can be reached."
    >
      {entries.length + receipts.length + notes.length + photos.length === 0 && (
        <p className="text-ink-muted">All changes are synced.</p>
      )}
      <div className="-mx-4 -mt-4 flex flex-col [&>:first-child>:first-child]:border-t-0">
        {entries.length > 0 && (
          <ul aria-label="Waiting" className="flex flex-col">
            {entries.map((entry) => (
              <OutboxItem key={entry.repairId} entry={entry} />
            ))}
          </ul>
        )}
        {notes.length > 0 && (
          <ul aria-label="Notes waiting" className="flex flex-col">
            {notes.map((note) => (
              <KeptNoteItem key={note.noteId} note={note} />
            ))}
          </ul>
        )}
        {photos.length > 0 && (
          <ul aria-label="Photos waiting" className="flex flex-col">
            {photos.map((photo) => (
              <KeptPhotoItem key={photo.photoId} photo={photo} />
            ))}
          </ul>
        )}
        {receipts.length > 0 && (
          <>
            <h3 className="border-t px-4 pt-4 pb-2 font-semibold">Synced</h3>
            <ul aria-label="Synced" className="flex flex-col">
              {receipts.map((receipt) => (
                <DeliveredItem key={receipt.repairId} receipt={receipt} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What could not be delivered, among the other things that staff should look at. */
export function OutboxAttention() {
  const { entries } = useOutbox();
  const refused = entries.filter(({ refusal }) => refusal !== null);
  const waiting = entries.length - refused.length;
  return (
    <>
      <ul aria-label="Not synced" className="empty:hidden">
        {refused.map((entry) => (
          <OutboxItem key={entry.repairId} entry={entry} />
        ))}
      </ul>
      {waiting > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t px-4 py-1 text-sm">
          <p>{countedText(waiting, 'more item')} in this browser only.</p>
          <Button variant="quiet" onClick={() => void panels.open('outbox')}>
            Show
          </Button>
        </div>
      )}
    </>
  );
}

/** At most this many are listed; the rest are only counted. */
const maxNamed = 5;

/** Asks before a logout that leaves work behind. Source: docs/decisions/offline.md. */
export function LogOutPanel({ open, onClose }: PanelProps) {
  const { entries } = useOutbox();
  const notes = useKeptNotes();
  const photos = useKeptPhotos().filter(({ isReady }) => isReady);
  const lines = [
    ...entries.map(({ repairId, repair, ticketNumber }) => (
      <li key={repairId} className="break-words">
        {ticketNumber === null ? provisionalNumber(repairId) : `Photo of ${ticketNumber}`}
        {' · '}
        <bdi>{repair.customerName}</bdi>, <bdi>{repair.watchBrand}</bdi>{' '}
        <bdi>{repair.watchModel}</bdi>
      </li>
    )),
    ...notes.map(({ noteId, ticketNumber }) => <li key={noteId}>Note on {ticketNumber}</li>),
    ...photos.map((photo) => <li key={photo.photoId}>Photo of {photoSubject(photo)}</li>),
  ];
  const kept = [
    entries.length > 0 && countedText(entries.length, 'repair'),
    notes.length > 0 && countedText(notes.length, 'note'),
    photos.length > 0 && countedText(photos.length, 'photo'),
  ].filter((part) => part !== false);
  const more = lines.length - maxNamed;
  return (
    <ConfirmDialog
      open={open}
      title={kept.length === 0 ? 'Log out?' : `Log out with ${listText(kept)} not synced?`}
      description={
        kept.length > 0 && (
          <>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {lines.slice(0, maxNamed)}
              {more > 0 && <li>and {more} more</li>}
            </ul>
            <p className="pt-2">
              These stay in this browser and are sent after the next login here. Until then no one
              else in the shop can see them.
            </p>
          </>
        )
      }
      confirmLabel="Log out"
      cancelLabel="Stay logged in"
      onConfirm={() => {
        onClose();
        logOut();
      }}
      onClose={onClose}
    />
  );
}
