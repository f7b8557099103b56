import type { Estimate, Message, Repair } from '../../../domain/api-answers.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { isWholeRepair } from '../../../domain/repair-lists.ts';
import { transitions } from '../../../domain/repair-status.ts';
import { CallProblem, type call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import { pollEveryMs } from '../../data/queries.ts';
import { absoluteTime } from '../../data/shop-time.ts';
import {
  answerOf,
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

/**
 * Runs the shop's texting chain on a test repair, against the real server. Source: specification,
 * sections 4 ("Workflow test panel"), 7 and 8 ("Workflow test").
 */

export const stepNames = [
  'Send Estimate',
  'Customer Reply',
  'Webhook Called',
  'Process Reply',
  'Update Database',
  'Send Confirmation',
] as const;
type StepName = (typeof stepNames)[number];

export type StepState = 'pending' | 'running' | 'success' | 'error';

export interface Step {
  name: StepName;
  state: StepState;
  /** What shows that it worked, or the words of what went wrong. */
  line: string | null;
}

export interface Waiting {
  /** Milliseconds since 1970. */
  since: number;
  polls: number;
  /** Why what came in meanwhile is not the answer. */
  note: string | null;
}

export interface WorkflowRun {
  phase: 'idle' | 'running' | 'stopped' | 'passed' | 'failed';
  steps: readonly Step[];
  repair: Repair | null;
  /** While the customer's reply is waited for. */
  waiting: Waiting | null;
}

export const idleRun: WorkflowRun = {
  phase: 'idle',
  steps: stepNames.map((name) => ({ name, state: 'pending', line: null })),
  repair: null,
  waiting: null,
};

/** How often the server is asked for the customer's reply, five seconds apart (section 9). */
export const mostPolls = 60;

/** Source: specification, section 8, to the letter. */
const noReplyMessage = 'Timeout: No customer reply received';

/** How often a confirmation that is still being sent is looked at again. */
const mostLooks = 6;

export interface WorkflowInput {
  phone: string;
  dollars: number;
}

const testCustomer = 'Workflow test';

/** Kept for fiction (North American Numbering Plan): nobody has it. */
export const fictionalPhone = '(212) 555-0123';

function wordsOf(error: Error): string {
  if (!(error instanceof CallProblem)) return error.message;
  const { detail, errors, document } = error;
  const advice = typeof document.advice === 'string' ? ` ${document.advice}` : '';
  return `${errors[0]?.message ?? detail}${advice}`;
}

/**
 * A repair that an estimate can be sent for, marked so that nobody takes it for a customer's: that
 * of an earlier run from the same phone, because a new one would have to wait for the shop's spacing
 * between two tickets from one phone; or one that is taken in now.
 *
 * @throws CallProblem what the shop's rules say against a new ticket, or no answer
 */
async function testRepair(ask: typeof call, phone: string, signal: AbortSignal): Promise<Repair> {
  const digits = phoneKey(phone).replace(/^\+1?/, '');
  const { items } = await ask('GET /api/repairs', {
    query: { q: `${testCustomer} ${digits}`, status: [...transitions['send-estimate'].from] },
    signal,
  });
  const earlier = items.find(
    ({ customerName, customerPhone }) =>
      customerName === testCustomer && phoneKey(customerPhone) === phoneKey(phone),
  );
  if (earlier !== undefined && isWholeRepair(earlier)) return earlier;
  // Without the signal: a ticket that is being made must be known afterwards, so that it can be deleted.
  const { repair } = await ask('POST /api/repairs', {
    body: {
      repairId: newId(),
      customerName: testCustomer,
      // One client for each phone: an e-mail is what a client is known by. The domain is nobody's.
      customerEmail: `workflow-test-${digits}@example.com`,
      customerPhone: phone,
      watchBrand: 'Test',
      watchModel: 'Watch',
      issue: `Workflow test of ${absoluteTime(new Date(), 'dateTime')}: there is no watch. May be deleted.`,
    },
  });
  return repair;
}

/**
 * Runs one test from end to end, showing each change.
 *
 * @param sleep rejects when the signal is aborted
 * @param signal stops it: at once where it only reads or waits, after the answer where it changes
 *   something, so that nothing is made that nobody knows of
 * @returns how it ended, and what it failed with; never throws
 */
export async function runWorkflow(
  {
    call: ask,
    sleep,
    show,
  }: {
    call: typeof call;
    sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    show: (run: WorkflowRun) => void;
  },
  { phone, dollars }: WorkflowInput,
  signal: AbortSignal,
): Promise<{ run: WorkflowRun; error: Error | null }> {
  let run = idleRun;
  let current: StepName = stepNames[0];

  function change(changes: Partial<WorkflowRun>): void {
    run = { ...run, ...changes };
    show(run);
  }
  /** The step under way, with what else is new; what comes after a failure stays pending. */
  function mark(state: StepState, line: string | null, changes: Partial<WorkflowRun> = {}): void {
    const steps = run.steps.map((one) => (one.name === current ? { ...one, state, line } : one));
    change({ ...changes, steps });
  }
  async function step<Result>(
    name: StepName,
    work: () => Promise<[evidence: string, result: Result]>,
  ): Promise<Result> {
    signal.throwIfAborted();
    current = name;
    mark('running', null);
    const [evidence, result] = await work();
    mark('success', evidence, { waiting: null });
    return result;
  }

  async function textsOf(ticketNumber: string): Promise<Message[]> {
    const { items } = await ask('GET /api/messages', { query: { ticketNumber }, signal });
    return items;
  }

  async function allSteps(): Promise<void> {
    const sent = await step('Send Estimate', async (): Promise<[string, Estimate]> => {
      const repair = await testRepair(ask, phone, signal);
      change({ repair });
      signal.throwIfAborted();
      // Without the signal: a text that is on its way cannot be called back.
      const answer = await ask('POST /api/estimates', {
        // Run again, the test wants a text of its own.
        body: {
          repairId: repair.ticketNumber,
          amount: dollars,
          estimateId: newId(),
          again: true,
        },
      });
      change({ repair: answer.repair });
      return [sentEvidence(answer.estimate, await textsOf(repair.ticketNumber)), answer.estimate];
    });
    const ticketNumber = sent.repairId;

    const { estimate, answer } = await step('Customer Reply', async () => {
      const found = await waitForReply(sent);
      return [replyEvidence(found.estimate), found];
    });

    const inbound = await step('Webhook Called', async () => {
      const text = inboundText(estimate, await textsOf(ticketNumber));
      return [inboundEvidence(text), text];
    });

    await step('Process Reply', async () => [readingEvidence(inbound, answer), null]);

    await step('Update Database', async () => {
      const params = { ticketNumber };
      const stored = await ask('GET /api/repairs/{ticketNumber}', { params, signal });
      change({ repair: stored.repair });
      return [storedEvidence(stored, sent, answer), null];
    });

    await step('Send Confirmation', async () => {
      for (let looks = 1; looks <= mostLooks; looks += 1) {
        const evidence = confirmationEvidence(inbound, answer, await textsOf(ticketNumber));
        if (evidence !== null) return [evidence, null];
        await sleep(pollEveryMs, signal);
      }
      throw new WorkflowFailure(
        'The confirmation is still being sent. Look at the ticket’s texts.',
      );
    });
  }

  async function waitForReply(sent: Estimate) {
    const ticketNumber = sent.repairId;
    const since = Date.now();
    change({ waiting: { since, polls: 0, note: null } });
    for (let polls = 1; polls <= mostPolls; polls += 1) {
      await sleep(pollEveryMs, signal);
      // Before the estimate: a text that was read after it might be the one that answers it.
      const texts = await textsOf(ticketNumber);
      const query = { repairId: [ticketNumber] };
      const { items } = await ask('GET /api/estimates', { query, signal });
      const estimate = items.find(({ id }) => id === sent.id);
      if (estimate === undefined) {
        throw new WorkflowFailure(
          'The estimate no longer waits for an answer: somebody deleted it, replaced it or acted on it.',
        );
      }
      const answer = answerOf(estimate);
      if (answer !== null) return { estimate, answer };
      change({ waiting: { since, polls, note: waitingNote(sent, texts) } });
    }
    throw new WorkflowFailure(noReplyMessage);
  }

  change({ phase: 'running' });
  try {
    await allSteps();
    change({ phase: 'passed' });
    return { run, error: null };
  } catch (caught) {
    if (signal.aborted) {
      mark('pending', 'Stopped.', { phase: 'stopped', waiting: null });
      return { run, error: null };
    }
    const error = caught instanceof Error ? caught : new Error(String(caught));
    mark('error', wordsOf(error), { phase: 'failed', waiting: null });
    return { run, error };
  }
}
