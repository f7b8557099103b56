import CircleX from 'lucide/circle-x';
import Clock from 'lucide/clock';
import RotateCw from 'lucide/rotate-cw';
import Trash from 'lucide/trash-2';
import { useState } from 'react';
import { noteKindLabels } from '../../../domain/notes.ts';
import { type KeptNote, keptNotes } from '../../data/kept-notes/kept-notes.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TicketLink } from '../repair/ticket-link.tsx';
import { TimeAgo } from '../time/date-time.tsx';
import { showNotDone } from './outbox-item.tsx';

/** A note that waits here: for the server, or, where it was refused, for staff. */
export function KeptNoteItem({ note }: { note: KeptNote }) {
  const { noteId, ticketNumber, kind, text, writtenAt, refusal } = note;
  const [asks, setAsks] = useState(false);
  const Icon = refusal === null ? Clock : CircleX;
  return (
    <li className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 break-words font-medium">
          {noteKindLabels[kind]} · <TicketLink ticketNumber={ticketNumber} />
        </p>
        <span className="text-ink-muted text-sm">
          <TimeAgo iso={writtenAt} />
        </span>
      </div>
      {text !== null && (
        <p dir="auto" className="line-clamp-3 whitespace-pre-line break-words text-ink-muted">
          {text}
        </p>
      )}
      <p className={`flex items-start gap-1.5 text-sm ${refusal === null ? '' : 'text-late'}`}>
        <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
        {refusal === null ? 'Waiting to sync' : `${refusal.title}. ${refusal.detail}`}
      </p>
      <div className="flex flex-wrap items-start gap-2">
        {refusal !== null && (
          <Button
            icon={RotateCw}
            onClick={() => void keptNotes.noteRefusal(noteId, null).catch(showNotDone)}
          >
            Send again
          </Button>
        )}
        <Button icon={Trash} variant="quiet" onClick={() => setAsks(true)}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        title={`Discard the note on ${ticketNumber}?`}
        description="It hasn’t synced yet. It exists only in this browser and can’t be recovered."
        confirmLabel="Discard"
        cancelLabel="Keep it"
        onConfirm={() => {
          setAsks(false);
          void keptNotes.remove(noteId).catch(showNotDone);
        }}
        onClose={() => setAsks(false)}
      />
    </li>
  );
}
