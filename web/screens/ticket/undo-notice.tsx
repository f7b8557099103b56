import Clock from 'lucide/clock';
import RotateCcw from 'lucide/rotate-ccw';
import Send from 'lucide/send';
import { useState } from 'react';
import type { Message, Repair } from '../../../domain/api-answers.ts';
import { sendHeldText, undoCompletion } from '../../actions/complete/undo-completion.ts';
import { useAwayReason } from '../../data/outage.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** On the ticket, for as long as its completion can be undone. */
export function UndoNotice({ repair, messages }: { repair: Repair; messages: readonly Message[] }) {
  const [pressed, setPressed] = useState<'undo' | 'send' | null>(null);
  const awayReason = useAwayReason();
  // A copy that an older version kept in this browser has none.
  if (!repair.heldUntil) return null;
  const isHeld = messages.some(({ state }) => state === 'held');
  const act = (name: 'undo' | 'send', work: (repair: Repair) => Promise<void>) => () => {
    if (pressed !== null) return;
    setPressed(name);
    void work(repair).finally(() => setPressed(null));
  };
  return (
    <Banner
      tone="info"
      icon={Clock}
      title="Just completed."
      action={
        <span className="flex flex-wrap gap-1.5">
          <Button
            icon={RotateCcw}
            pending={pressed === 'undo'}
            disabledReason={awayReason}
            onClick={act('undo', undoCompletion)}
          >
            Undo
          </Button>
          {isHeld && (
            <Button
              icon={Send}
              pending={pressed === 'send'}
              disabledReason={awayReason}
              onClick={act('send', sendHeldText)}
            >
              Send now
            </Button>
          )}
        </span>
      }
      live
    >
      {isHeld
        ? 'The text to the customer will be sent in a moment.'
        : 'No text will be sent to the customer.'}
    </Banner>
  );
}
