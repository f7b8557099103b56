import { useQuery } from '@tanstack/react-query';
import MessageSquareWarning from 'lucide/message-square-warning';
import { useEffect, useState } from 'react';
import { pollEveryMs, shopQuery } from '../api/queries.ts';
import { SimulatedReply } from '../simulator/simulated-reply.tsx';
import { Banner } from '../ui/banner.tsx';
import type { Waiting } from './workflow-run.ts';
import { mostPolls } from './workflow-runner.ts';

/** What to do while the customer's reply is waited for, and how long that has been. */
export function WorkflowWaiting({ waiting, phone }: { waiting: Waiting; phone: string }) {
  const { data: shop } = useQuery(shopQuery);
  return (
    <div className="flex flex-col gap-3">
      <p>Answer the text with ACCEPT or DECLINE.</p>
      <p className="figures text-ink-muted text-sm">
        Waiting for <WaitingTime since={waiting.since} /> of{' '}
        {minutesAndSeconds(mostPolls * pollEveryMs)} · asked {waiting.polls} of {mostPolls} times
      </p>
      {waiting.note !== null && (
        <Banner tone="warning" icon={MessageSquareWarning}>
          {waiting.note}
        </Banner>
      )}
      {shop?.textsAreSimulated && (
        <div className="rounded border">
          <p className="px-3 py-2 text-ink-muted text-sm">
            Texts are simulated: answer here in the customer’s place.
          </p>
          <SimulatedReply phone={phone} />
        </div>
      )}
    </div>
  );
}

function minutesAndSeconds(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function WaitingTime({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <>{minutesAndSeconds(now - since)}</>;
}
