import { lazy, Suspense } from 'react';
import type { Message, Repair } from '../../domain/api-answers.ts';
import { Earlier } from '../ui/earlier.tsx';
import { Skeleton } from '../ui/states.tsx';
import { TextActions } from './text-actions.tsx';
import { TextBubble } from './text-bubble.tsx';
import { textTicket } from './text-draft.ts';

const TextComposer = lazy(async () => ({
  default: (await import('./text-composer.tsx')).TextComposer,
}));

/** So few that the newest and the field to answer it are seen together; the rest is folded. */
const shownAtOnce = 2;

interface TicketTextsProps {
  repair: Repair;
  /** Newest first, as the server lists them. */
  messages: readonly Message[];
  /** This browser's own ticket, without its texts. */
  isCopy: boolean;
  /** Whether something typed would be lost now. */
  onDirtyChange: (isDirty: boolean) => void;
}

/** What was texted about a ticket, both ways, oldest first, and another text to write. */
export function TicketTexts({ repair, messages, isCopy, onDirtyChange }: TicketTextsProps) {
  return (
    <div className="flex flex-col gap-3">
      {isCopy ? (
        <p className="text-ink-muted">Shown again when the shop’s server is back.</p>
      ) : messages.length === 0 ? (
        <p className="text-ink-muted">No text has gone out or come in.</p>
      ) : (
        <Conversation repair={repair} messages={messages} />
      )}
      <Suspense fallback={<Skeleton className="h-40" />}>
        <TextComposer
          to={{ phone: repair.customerPhone, optedOutAt: repair.optedOutAt }}
          messages={messages}
          onDirtyChange={onDirtyChange}
          send={(body) => textTicket(repair.ticketNumber, body)}
        />
      </Suspense>
    </div>
  );
}

interface ConversationProps {
  repair: Repair;
  messages: readonly Message[];
}

/** @param messages newest first */
function Conversation({ repair, messages }: ConversationProps) {
  const earlier = messages.slice(shownAtOnce);
  const latest = messages.find(({ direction }) => direction === 'inbound');
  return (
    <>
      <Earlier label="Earlier texts" items={earlier.toReversed()}>
        {(shown) => (
          <Bubbles label="Earlier texts" repair={repair} messages={shown} latest={latest} />
        )}
      </Earlier>
      <Bubbles
        label="Texts"
        repair={repair}
        messages={messages.slice(0, shownAtOnce).toReversed()}
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
  /** The last that the customer wrote. */
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
