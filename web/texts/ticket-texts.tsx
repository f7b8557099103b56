import ChevronRight from 'lucide-react/icons/chevron-right';
import type { Message } from '../../domain/api-answers.ts';
import { TextBubble } from './text-bubble.tsx';

/** What is talked about now; the rest of a long conversation waits until it is asked for. */
const shownAtOnce = 6;

/**
 * What was texted about a ticket, both ways, oldest first.
 *
 * @param messages newest first, as the server lists them
 */
export function TicketTexts({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) {
    return <p className="text-ink-muted">No text has gone out or come in.</p>;
  }
  const earlier = messages.slice(shownAtOnce);
  return (
    <>
      {earlier.length > 0 && (
        <details className="group">
          <summary className="flex min-h-control cursor-pointer list-none items-center gap-2 rounded text-ink-muted hover:text-ink">
            <ChevronRight
              aria-hidden="true"
              size={16}
              className="shrink-0 transition-transform group-open:rotate-90"
            />
            Earlier texts ({earlier.length})
          </summary>
          <Bubbles messages={earlier} />
        </details>
      )}
      <Bubbles messages={messages.slice(0, shownAtOnce)} />
    </>
  );
}

function Bubbles({ messages }: { messages: readonly Message[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {messages.toReversed().map((message) => (
        <TextBubble key={message.id} message={message} own="shop" />
      ))}
    </ol>
  );
}
