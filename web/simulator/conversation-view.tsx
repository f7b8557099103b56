import ChevronDown from 'lucide/chevron-down';
import ChevronUp from 'lucide/chevron-up';
import { useEffect, useRef, useState } from 'react';
import { formatPhone } from '../../domain/phone.ts';
import { TextBubble } from '../texts/text-bubble.tsx';
import { Button } from '../ui/button.tsx';
import type { Conversation } from './conversations.ts';
import { SimulatedReply } from './simulated-reply.tsx';

/** Texts in the page at once. */
const mostTexts = 100;

/** So that the arrow keys can scroll it. */
const reachableByKeyboard = { tabIndex: 0 };

/** One customer's phone: what came, what was answered, and an answer to write. */
export function ConversationView({ conversation }: { conversation: Conversation }) {
  const { phone, messages, latest } = conversation;
  const scroller = useRef<HTMLDivElement>(null);
  /** How many texts are later than those that are shown, until another one comes. */
  const [skipped, setSkipped] = useState({ latestId: latest.id, later: 0 });
  const later = skipped.latestId === latest.id ? skipped.later : 0;
  const end = messages.length - later;
  const start = Math.max(0, end - mostTexts);
  const skip = (count: number) => setSkipped({ latestId: latest.id, later: Math.max(0, count) });

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
        {start > 0 && (
          <div className="flex justify-center pb-3">
            <Button variant="quiet" icon={ChevronUp} onClick={() => skip(later + mostTexts)}>
              Earlier texts
            </Button>
          </div>
        )}
        {/* What was there before is not news. */}
        <ol key={later} aria-live="polite" className="flex flex-col gap-3">
          {messages.slice(start, end).map((message) => (
            <TextBubble key={message.id} message={message} own="customer" />
          ))}
        </ol>
        {later > 0 && (
          <div className="flex justify-center pt-3">
            <Button variant="quiet" icon={ChevronDown} onClick={() => skip(later - mostTexts)}>
              Later texts
            </Button>
          </div>
        )}
      </div>
      <SimulatedReply key={phone} phone={phone} />
    </section>
  );
}
