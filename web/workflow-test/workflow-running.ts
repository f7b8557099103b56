import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { call } from '../api/call.ts';
import { showFailure } from '../api/failure-toast.ts';
import { useRepair } from '../repairs/fresh-repair.ts';
import { refreshRepairs } from '../repairs/repair-cache.ts';
import { toasts } from '../ui/toasts.ts';
import { createWakeableSleep } from './wakeable-sleep.ts';
import { afterNews, idleRun, isUnderWay } from './workflow-run.ts';
import { runWorkflow, type WorkflowInput } from './workflow-runner.ts';

interface Current {
  stopping: AbortController;
  wake: () => void;
}

/** A test of the texting chain, for as long as its screen stands: leaving it stops the test. */
export function useWorkflowTest() {
  const queryClient = useQueryClient();
  const [run, report] = useReducer(afterNews, idleRun);
  const current = useRef<Current | null>(null);

  useEffect(() => () => current.current?.stopping.abort(), []);

  /** Begins a test, unless one is under way. */
  async function start(input: WorkflowInput): Promise<void> {
    if (current.current !== null) return;
    const { sleep, wake } = createWakeableSleep();
    const own: Current = { stopping: new AbortController(), wake };
    current.current = own;
    report({ kind: 'started' });
    const parts = { call, sleep, now: Date.now, newId: () => crypto.randomUUID(), report };
    const outcome = await runWorkflow(parts, input, own.stopping.signal);
    current.current = null;
    if (outcome.kind === 'failed') {
      showFailure(outcome.error, { title: 'Workflow test failed', detail: outcome.words });
    }
    if (outcome.kind === 'passed') toasts.show({ kind: 'success', title: 'Workflow test passed' });
    void refreshRepairs(queryClient);
  }

  function stop(): void {
    report({ kind: 'stop-asked' });
    current.current?.stopping.abort();
  }

  useNewsOf(isUnderWay(run) ? (run.repair?.ticketNumber ?? null) : null, () =>
    current.current?.wake(),
  );

  return { run, start, stop };
}

/** Has something called when live updates bring a text of the customer. */
function useNewsOf(ticketNumber: string | null, onNews: () => void): void {
  const { data } = useRepair(ticketNumber);
  const newest = data?.messages.find(({ direction }) => direction === 'inbound')?.id ?? 'none';
  const state = data === undefined ? null : `${ticketNumber} ${newest}`;
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (state === known.current) return;
    // What was there when the ticket was first read is no news.
    const isNews = state !== null && known.current !== null;
    known.current = state;
    if (isNews) onNews();
  });
}
