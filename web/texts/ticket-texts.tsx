import type { Message } from '../../domain/api-answers.ts';
import { TextBubble } from './text-bubble.tsx';

/**
 * What was texted about a ticket, both ways, oldest first.
 *
 * @param messages newest first, as the server lists them
 */
export function TicketTexts({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) {
    return <p className="text-ink-muted">No text has gone out or come in.</p>;
  }
  return (
    <ol className="flex flex-col gap-3">
      {messages.toReversed().map((message) => (
        <TextBubble key={message.id} message={message} own="shop" />
      ))}
    </ol>
  );
}
