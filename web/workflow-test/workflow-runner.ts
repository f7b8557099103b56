import type { Estimate, Message, Repair } from '../../domain/api-answers.ts';
import { CallProblem, type call } from '../data/call.ts';
import { pollEveryMs } from '../data/queries.ts';
import { absoluteTime } from '../ui/date-time.tsx';
import { testRepair } from './test-repair.ts';
import {
  answerOf,
  type CustomerAnswer,
  confirmationEvidence,
  inboundEvidence,
  inboundText,
  readingEvidence,
  replyEvidence,
  sentEvidence,
  storedEvidence,
  WorkflowFailure,
  waitingNote,
} from './workflow-evidence.ts';
import type { StepName, WorkflowNews } from './workflow-run.ts';

/**
 * Runs the shop's texting chain on a test repair, against the real server. Source: specification,
 * sections 4, 7 and 8 ("Workflow test").
 */

/** How often the server is asked for the customer's reply, five seconds apart (section 9). */
export const mostPolls = 60;

/** Source: specification, section 8, to the letter. */
export const noReplyMessage = 'Timeout: No customer reply received';

/** How often a confirmation that is still being sent is looked at again. */
const mostLooks = 6;

export interface WorkflowParts {
  call: typeof call;
  /** Rejects when the signal is aborted; may end earlier when there is news. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
  report: (news: WorkflowNews) => void;
}

export interface WorkflowInput {
  phone: string;
  dollars: number;
}

export type WorkflowOutcome =
  | { kind: 'passed' }
  | { kind: 'stopped' }
  | { kind: 'failed'; words: string; error: Error };

/** The server's own words, with what it advises to do. */
function wordsOf(error: Error): string {
  if (!(error instanceof CallProblem)) return error.message;
  const { detail, errors, document } = error;
  const advice = typeof document.advice === 'string' ? ` ${document.advice}` : '';
  return `${errors[0]?.message ?? detail}${advice}`;
}

interface Found<Result> {
  evidence: string;
  result: Result;
}

/**
 * Runs one test from end to end and reports what happens.
 *
 * @param signal stops it: at once where it only reads or waits, after the answer where it changes
 *   something, so that nothing is made that nobody knows of
 * @returns how it ended; never throws
 */
export async function runWorkflow(
  parts: WorkflowParts,
  input: WorkflowInput,
  signal: AbortSignal,
): Promise<WorkflowOutcome> {
  try {
    await allSteps(parts, input, signal);
    parts.report({ kind: 'passed' });
    return { kind: 'passed' };
  } catch (caught) {
    if (signal.aborted) {
      parts.report({ kind: 'stopped' });
      return { kind: 'stopped' };
    }
    const error = caught instanceof Error ? caught : new Error(String(caught));
    const words = wordsOf(error);
    parts.report({ kind: 'failed', words });
    return { kind: 'failed', words, error };
  }
}

async function allSteps(
  parts: WorkflowParts,
  input: WorkflowInput,
  signal: AbortSignal,
): Promise<void> {
  const ask = parts.call;

  async function step<Result>(name: StepName, work: () => Promise<Found<Result>>): Promise<Result> {
    signal.throwIfAborted();
    parts.report({ kind: 'began', step: name });
    const { evidence, result } = await work();
    parts.report({ kind: 'succeeded', step: name, evidence });
    return result;
  }

  async function textsOf(ticketNumber: string): Promise<Message[]> {
    const { items } = await ask('GET /api/messages', { query: { ticketNumber }, signal });
    return items;
  }

  const sent = await step('Send Estimate', () => sendEstimate(parts, input, signal));
  const { repairId: ticketNumber } = sent;

  const answered = await step('Customer Reply', async () => {
    const found = await waitForReply(parts, sent, textsOf, signal);
    return { evidence: replyEvidence(found.estimate), result: found };
  });

  const inbound = await step('Webhook Called', async () => {
    const text = inboundText(answered.estimate, await textsOf(ticketNumber));
    return { evidence: inboundEvidence(text), result: text };
  });

  await step('Process Reply', async () => ({
    evidence: readingEvidence(inbound, answered.answer),
    result: null,
  }));

  await step('Update Database', async () => {
    const stored = await ask('GET /api/repairs/{ticketNumber}', {
      params: { ticketNumber },
      signal,
    });
    parts.report({ kind: 'repair', repair: stored.repair });
    return { evidence: storedEvidence(stored, sent, answered.answer), result: null };
  });

  await step('Send Confirmation', async () => {
    for (let looks = 1; looks <= mostLooks; looks += 1) {
      const texts = await textsOf(ticketNumber);
      const evidence = confirmationEvidence(inbound, answered.answer, texts);
      if (evidence !== null) return { evidence, result: null };
      await parts.sleep(pollEveryMs, signal);
    }
    throw new WorkflowFailure('The confirmation is still being sent. Look at the ticket’s texts.');
  });
}

async function sendEstimate(
  { call: ask, now, newId, report }: WorkflowParts,
  { phone, dollars }: WorkflowInput,
  signal: AbortSignal,
): Promise<Found<Estimate>> {
  const runAt = absoluteTime(new Date(now()), 'dateTime');
  const repair: Repair = await testRepair(ask, { phone, runAt, newId, signal });
  report({ kind: 'repair', repair });
  signal.throwIfAborted();
  const { ticketNumber } = repair;
  // Without the signal: a text that is on its way cannot be called back.
  const sent = await ask('POST /api/estimates', {
    // Run again, the test wants a text of its own.
    body: { repairId: ticketNumber, amount: dollars, estimateId: newId(), again: true },
  });
  report({ kind: 'repair', repair: sent.repair });
  const { items } = await ask('GET /api/messages', { query: { ticketNumber }, signal });
  return { evidence: sentEvidence(sent.estimate, items), result: sent.estimate };
}

async function waitForReply(
  { call: ask, sleep, now, report }: WorkflowParts,
  sent: Estimate,
  textsOf: (ticketNumber: string) => Promise<Message[]>,
  signal: AbortSignal,
): Promise<{ estimate: Estimate; answer: CustomerAnswer }> {
  const ticketNumber = sent.repairId;
  const since = now();
  report({ kind: 'waited', waiting: { since, polls: 0, note: null } });
  for (let polls = 1; polls <= mostPolls; polls += 1) {
    await sleep(pollEveryMs, signal);
    // Before the estimate: a text that was read after it might be the one that answers it.
    const texts = await textsOf(ticketNumber);
    const { items } = await ask('GET /api/estimates', {
      query: { repairId: [ticketNumber] },
      signal,
    });
    const estimate = items.find(({ id }) => id === sent.id);
    if (estimate === undefined) {
      throw new WorkflowFailure(
        'The estimate no longer waits for an answer: somebody deleted it, replaced it or acted on it.',
      );
    }
    const answer = answerOf(estimate);
    if (answer !== null) return { estimate, answer };
    report({ kind: 'waited', waiting: { since, polls, note: waitingNote(sent, texts) } });
  }
  throw new WorkflowFailure(noReplyMessage);
}
