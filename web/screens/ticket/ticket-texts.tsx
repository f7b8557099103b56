import { useState } from 'react';
import type { Message, Repair } from '../../../domain/api-answers.ts';
import type { Note } from '../../../domain/api-notes.ts';
import { casesClosedBy } from '../../../domain/attention.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { DropOffTextButton } from '../../actions/text/drop-off-text-button.tsx';
import { TextActions } from '../../actions/text/text-actions.tsx';
import { useKeptNotes } from '../../data/kept-notes/kept-notes.ts';
import { useOfferedWords } from '../../data/offered-text.ts';
import { useTextRecipient } from '../../parts/client/text-recipient.ts';
import { TextBubble } from '../../parts/text/text-bubble.tsx';
import { TextComposer } from '../../parts/text/text-composer.tsx';
import { textTicket } from '../../parts/text/text-draft.ts';
import { sharersWords } from '../../parts/text/whose-text.ts';
import { Earlier } from '../../ui/earlier.tsx';
import { NoteComposer } from './note-composer.tsx';
import { NoteLine, type ShownNote, shownKept } from './note-line.tsx';

/** Two texts, with the notes between and after them, and all that wait for an answer; the rest is folded. */
const textsAtOnce = 2;
const linesAtOnce = 5;

interface TicketTextsProps {
  repair: Repair;
  messages: readonly Message[];
  notes: readonly Note[];
  /** Those of them that need staff. */
  waiting: readonly Message[];
  /** This browser's own ticket, without its texts. */
  isCopy: boolean;
  /** Its claim check is signed: what is found later is an amendment. */
  isSigned: boolean;
  /** The drop-off text, which could not be sent at intake, can be sent now. */
  hasDropOff: boolean;
  fieldId: string;
  /** Begins to answer or to note something, or has left the field empty. */
  onUnfold: (isWriting: boolean) => void;
  onDirtyChange: (isDirty: boolean) => void;
}

/** A text from staff would take it off the list of what needs attention. */
const waitsForAnswer = ({ attention, attentionHandledAt }: Message) =>
  attentionHandledAt === null && casesClosedBy.text.some((reason) => reason === attention);

/** A line of the conversation: a text, or a note from staff. */
type Line = { at: string } & ({ text: Message; note?: never } | { note: ShownNote; text?: never });

/** The texts and the notes of a ticket, the newest first; what waits in this browser among them. */
function useLines(
  ticketNumber: string,
  messages: readonly Message[],
  notes: readonly Note[],
): Line[] {
  const kept = useKeptNotes()
    .filter((note) => note.ticketNumber === ticketNumber)
    .map(shownKept)
    .filter(({ id }) => notes.every((note) => note.id !== id));
  const lines: Line[] = [
    ...messages.map((text) => ({ at: text.createdAt, text })),
    ...[...notes, ...kept].toReversed().map((note) => ({ at: note.at, note })),
  ];
  return lines.sort((one, other) => other.at.localeCompare(one.at));
}

export function TicketTexts({
  repair,
  messages,
  notes,
  waiting,
  isCopy,
  isSigned,
  hasDropOff,
  fieldId,
  onUnfold,
  onDirtyChange,
}: TicketTextsProps) {
  const offered = useOfferedWords(repair.ticketNumber);
  const asked = messages.find(({ direction }) => direction === 'inbound');
  const isSamePhone = asked?.phone === phoneKey(repair.customerPhone);
  const sharers = asked && isSamePhone ? sharersWords(asked) : null;
  const lines = useLines(repair.ticketNumber, messages, notes);
  const recipient = useTextRecipient(repair);
  const reportDirty = useEither(onDirtyChange);
  const reportUnfolded = useEither(onUnfold);
  return (
    <div className="flex flex-col gap-3">
      {isCopy && <p className="text-ink-muted">Available again when the shop’s server is back.</p>}
      {lines.length > 0 && <Conversation repair={repair} lines={lines} waiting={waiting} />}
      {lines.length === 0 && !isCopy && <p className="text-ink-muted">No texts yet.</p>}
      {hasDropOff && (
        <div>
          <DropOffTextButton repair={repair} />
        </div>
      )}
      <div className="flex flex-wrap items-start gap-2 pt-2">
        <TextComposer
          to={recipient}
          messages={messages}
          isCompact
          fieldId={fieldId}
          label={`Text to ${sharers ?? 'the customer'}`}
          answers={waiting.find(waitsForAnswer)?.id}
          offered={offered}
          onUnfold={reportUnfolded('text')}
          onDirtyChange={reportDirty('text')}
          send={(body) => textTicket(repair.ticketNumber, body)}
        />
        <NoteComposer
          ticketNumber={repair.ticketNumber}
          mayAmend={isSigned}
          onUnfold={reportUnfolded('note')}
          onDirtyChange={reportDirty('note')}
        />
      </div>
    </div>
  );
}

/** What the two composers report, as one: the ticket holds work if either does. */
function useEither(report: (isAny: boolean) => void) {
  const [those] = useState(() => new Set<string>());
  return (name: 'text' | 'note') => (is: boolean) => {
    if (is) those.add(name);
    else those.delete(name);
    report(those.size > 0);
  };
}

interface ConversationProps {
  repair: Repair;
  lines: readonly Line[];
}

/** @param lines newest first */
function Conversation({
  repair,
  lines,
  waiting,
}: ConversationProps & Pick<TicketTextsProps, 'waiting'>) {
  const texts = lines.flatMap(({ text }, at) => (text ? [at] : []));
  const usual = Math.min(linesAtOnce, (texts[textsAtOnce - 1] ?? lines.length) + 1);
  const lastWaiting = lines.findLastIndex(({ text }) => text && waiting.includes(text));
  const shown = Math.max(usual, lastWaiting + 1);
  const earlier = lines.slice(shown);
  const latest = lines.find(({ text }) => text?.direction === 'inbound')?.text;
  return (
    <>
      <Earlier label="Earlier texts" items={earlier.toReversed()}>
        {(some) => <Lines label="Earlier texts" repair={repair} lines={some} latest={latest} />}
      </Earlier>
      <Lines
        label="Texts"
        repair={repair}
        lines={lines.slice(0, shown).toReversed()}
        latest={latest}
      />
    </>
  );
}

function Lines({
  label,
  repair,
  lines,
  latest,
}: ConversationProps & {
  label: string;
  latest: Message | undefined;
}) {
  return (
    <ol aria-label={label} className="flex flex-col gap-3">
      {lines.map(({ text, note }) =>
        text ? (
          <TextBubble key={text.id} message={text} own="shop">
            <div className="flex flex-wrap gap-2 empty:hidden">
              <TextActions message={text} repair={repair} isLatest={text === latest} />
            </div>
          </TextBubble>
        ) : (
          <NoteLine key={note.id} note={note} />
        ),
      )}
    </ol>
  );
}
