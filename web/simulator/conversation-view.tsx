import { useEffect, useRef } from 'react';
import { formatPhone } from '../../domain/phone.ts';
import { TextBubble } from '../texts/text-bubble.tsx';
import type { Conversation } from './conversations.ts';
import { SimulatedReply } from './simulated-reply.tsx';

/** So that the arrow keys can scroll it. */
const reachableByKeyboard = { tabIndex: 0 };

/** One customer's phone: what came, what was answered, and an answer to write. */
export function ConversationView({ conversation }: { conversation: Conversation }) {
  const { phone, messages, latest } = conversation;
  const scroller = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const text = scroller.current?.querySelector<HTMLElement>(`[data-text="${latest.id}"]`);
    // Not scrollIntoView: that would also move what the phone stands in.
    scroller.current?.scrollTo({ top: text?.offsetTop ?? 0 });
  }, [latest.id]);

  return (
    <section
      aria-label={`Phone of ${formatPhone(phone)}`}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div
        ref={scroller}
        {...reachableByKeyboard}
        className="relative min-h-0 flex-1 overflow-y-auto p-3"
      >
        <ol aria-live="polite" className="flex flex-col gap-3">
          {messages.map((message) => (
            <TextBubble key={message.id} message={message} own="customer" />
          ))}
        </ol>
      </div>
      <SimulatedReply key={phone} phone={phone} />
    </section>
  );
}
