import type { Message, Repair } from '../../../domain/api-answers.ts';
import { casesClosedBy } from '../../../domain/attention.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { TextActions } from '../../actions/text/text-actions.tsx';
import { useOfferedWords } from '../../data/offered-text.ts';
import { TextBubble } from '../../parts/text/text-bubble.tsx';
import { TextComposer } from '../../parts/text/text-composer.tsx';
import { textTicket } from '../../parts/text/text-draft.ts';
import { sharersWords } from '../../parts/text/whose-text.ts';
import { Earlier } from '../../ui/earlier.tsx';

/** This few, and all that wait for an answer; the rest is folded. */
const shownAtOnce = 2;

interface TicketTextsProps {
  repair: Repair;
  messages: readonly Message[];
  /** Those of them that need staff. */
  waiting: readonly Message[];
  /** This browser's own ticket, without its texts. */
  isCopy: boolean;
  fieldId: string;
  /** Begins to answer, or has left the field empty. */
  onUnfold: (isWriting: boolean) => void;
  onDirtyChange: (isDirty: boolean) => void;
}

/** A text of staff would take it off the list of what needs attention. */
const waitsForAnswer = ({ attention, attentionHandledAt }: Message) =>
  attentionHandledAt === null && casesClosedBy.text.some((reason) => reason === attention);

export function TicketTexts({
  repair,
  messages,
  waiting,
  isCopy,
  fieldId,
  onUnfold,
  onDirtyChange,
}: TicketTextsProps) {
  const offered = useOfferedWords(repair.ticketNumber);
  const asked = messages.find(({ direction }) => direction === 'inbound');
  const isSamePhone = asked?.phone === phoneKey(repair.customerPhone);
  const sharers = asked && isSamePhone ? sharersWords(asked) : null;
  return (
    <div className="flex flex-col gap-3">
      {isCopy ? (
        <p className="text-ink-muted">Available again when the shop’s server is back.</p>
      ) : messages.length === 0 ? (
        <p className="text-ink-muted">No texts yet.</p>
      ) : (
        <Conversation repair={repair} messages={messages} waiting={waiting} />
      )}
      <div className="pt-2">
        <TextComposer
          to={{ phone: repair.customerPhone, optedOutAt: repair.optedOutAt }}
          messages={messages}
          isCompact
          fieldId={fieldId}
          label={`Text to ${sharers ?? 'the customer'}`}
          answers={waiting.find(waitsForAnswer)?.id}
          offered={offered}
          onUnfold={onUnfold}
          onDirtyChange={onDirtyChange}
          send={(body) => textTicket(repair.ticketNumber, body)}
        />
      </div>
    </div>
  );
}

interface ConversationProps {
  repair: Repair;
  messages: readonly Message[];
}

/** @param messages newest first */
function Conversation({
  repair,
  messages,
  waiting,
}: ConversationProps & Pick<TicketTextsProps, 'waiting'>) {
  const shown = Math.max(shownAtOnce, messages.findLastIndex((text) => waiting.includes(text)) + 1);
  const earlier = messages.slice(shown);
  const latest = messages.find(({ direction }) => direction === 'inbound');
  return (
    <>
      <Earlier label="Earlier texts" items={earlier.toReversed()}>
        {(some) => (
          <Bubbles label="Earlier texts" repair={repair} messages={some} latest={latest} />
        )}
      </Earlier>
      <Bubbles
        label="Texts"
        repair={repair}
        messages={messages.slice(0, shown).toReversed()}
        latest={latest}
      />
    </>
  );
}

function Bubbles({
  label,
  repair,
  messages,
  latest,
}: ConversationProps & {
  label: string;
  latest: Message | undefined;
}) {
  return (
    <ol aria-label={label} className="flex flex-col gap-3">
      {messages.map((message) => (
        <TextBubble key={message.id} message={message} own="shop">
          <div className="flex flex-wrap gap-2 empty:hidden">
            <TextActions message={message} repair={repair} isLatest={message === latest} />
          </div>
        </TextBubble>
      ))}
    </ol>
  );
}
