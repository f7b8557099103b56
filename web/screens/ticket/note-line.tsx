import CloudUpload from 'lucide/cloud-upload';
import Phone from 'lucide/phone';
import StickyNote from 'lucide/sticky-note';
import type { Note } from '../../../domain/api-notes.ts';
import { needsWords, noteKindLabels } from '../../../domain/notes.ts';
import type { KeptNote } from '../../data/kept-notes/kept-notes.ts';
import { DayTime } from '../../parts/time/date-time.tsx';
import { ClampedText } from '../../ui/earlier.tsx';

/** What a line of the conversation shows of a note, whether the server has it yet or not. */
export type ShownNote = Pick<Note, 'id' | 'kind' | 'text' | 'at' | 'initials'> &
  Partial<Pick<KeptNote, 'refusal'>> & { isKept?: boolean };

export const shownKept = ({ noteId, writtenAt, ...note }: KeptNote): ShownNote => ({
  ...note,
  id: noteId,
  at: writtenAt,
  isKept: true,
});

/** A note or a call among the texts: on neither side, because it went to nobody. */
export function NoteLine({ note }: { note: ShownNote }) {
  const { kind, text, at, initials, isKept = false, refusal = null } = note;
  const Icon = needsWords(kind) ? StickyNote : Phone;
  return (
    <li className="flex flex-col gap-0.5 border-line-strong border-l-2 pl-3">
      <p className="text-ink-muted text-sm">
        <Icon aria-hidden="true" size={12} className="mr-1.5 inline align-[-1px]" />
        <span className="font-medium">{noteKindLabels[kind]}</span>
        {' · '}
        <DayTime iso={at} />
        {initials !== null && ` · ${initials}`}
      </p>
      {text !== null && (
        <div dir="auto" className="whitespace-pre-line break-words">
          <ClampedText>{text}</ClampedText>
        </div>
      )}
      {isKept && (
        <p className="text-soon text-sm">
          <CloudUpload aria-hidden="true" size={12} className="mr-1.5 inline align-[-1px]" />
          {refusal === null ? 'Saved here, not synced yet' : `Not synced: ${refusal.detail}`}
        </p>
      )}
    </li>
  );
}
