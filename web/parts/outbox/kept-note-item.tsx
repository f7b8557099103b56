import CircleX from 'lucide/circle-x';
import Clock from 'lucide/clock';
import { noteKindLabels } from '../../../domain/notes.ts';
import { type KeptNote, keptNotes } from '../../data/kept-notes/kept-notes.ts';
import { TicketLink } from '../repair/ticket-link.tsx';
import { KeptItem, KeptSteps } from './kept-item.tsx';

/** A note that waits here: for the server, or, if it was refused, for staff. */
export function KeptNoteItem({ note }: { note: KeptNote }) {
  const { noteId, ticketNumber, kind, text, writtenAt, refusal } = note;
  const Icon = refusal === null ? Clock : CircleX;
  return (
    <KeptItem
      title={
        <>
          {noteKindLabels[kind]} · <TicketLink ticketNumber={ticketNumber} />
        </>
      }
      at={writtenAt}
    >
      {text !== null && (
        <p dir="auto" className="line-clamp-3 whitespace-pre-line break-words text-ink-muted">
          {text}
        </p>
      )}
      <p className={`flex items-start gap-1.5 text-sm ${refusal === null ? '' : 'text-late'}`}>
        <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
        {refusal === null ? 'Waiting to sync' : `${refusal.title}. ${refusal.detail}`}
      </p>
      <KeptSteps
        what={`the note on ${ticketNumber}`}
        isRefused={refusal !== null}
        onAgain={() => keptNotes.noteRefusal(noteId, null)}
        onDiscard={() => keptNotes.remove(noteId)}
      />
    </KeptItem>
  );
}
