import type { Estimate } from '../../../domain/api-answers.ts';
import { formatPrice } from '../../../domain/money.ts';
import { formatPhone, phoneKey } from '../../../domain/phone.ts';
import { transitions } from '../../../domain/repair-status.ts';
import type { call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import { pollEveryMs } from '../../data/queries.ts';
import { absoluteTime } from '../../data/shop-time.ts';
import { repairStatusLabel } from '../../parts/repair/status-badge.tsx';
import { textMeaningWords, textStateWords } from '../../parts/text/text-words.ts';

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

export interface Step {
  state: 'pending' | 'running' | 'success' | 'error';
  /** What the records show of it, or the words of what went wrong. */
  line: string;
}

/** What there is to show of a test; a step that is not in it has not started. */
export interface WorkflowRun extends Partial<Record<StepName, Step>> {
  ticketNumber?: string;
  /** How many times the customer's reply has been asked for. */
  polls?: number;
}

/** Source: specification, section 9: "up to 60 times, 5-second interval". */
export const maxPolls = 60;

const testCustomer = 'Workflow test';

/** Reserved for fiction (North American Numbering Plan): no one has it. */
export const fictionalPhone = '(212) 555-0123';

/** @throws Error what did not go as it should, in words for staff */
function expectThat(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

/**
 * A repair that no one mistakes for a customer's: that of an earlier test from the same phone, because
 * another ticket from that phone would have to wait for the shop's spacing between two; otherwise a new one.
 */
async function testRepair(ask: typeof call, phone: string, signal: AbortSignal) {
  const digits = phoneKey(phone).replace(/^\+1?/, '');
  const { items } = await ask('listRepairs', {
    query: { q: `${testCustomer} ${digits}`, status: [...transitions['send-estimate'].from] },
    signal,
  });
  const earlier = items.find(
    ({ customerName, customerPhone }) =>
      customerName === testCustomer && phoneKey(customerPhone) === phoneKey(phone),
  );
  if (earlier !== undefined) return earlier.ticketNumber;
  // Without the signal: a ticket that is being made must be known afterwards, so that it can be deleted.
  const { repair } = await ask('createRepair', {
    body: {
      repairId: newId(),
      customerName: testCustomer,
      // One client for each phone: an email is what a client is known by. The domain belongs to no one.
      customerEmail: `workflow-test-${digits}@example.com`,
      customerPhone: phone,
      watchBrand: 'Test',
      watchModel: 'Watch',
      // With the time: the same text again would be a duplicate.
      issue: `Workflow test on ${absoluteTime(new Date(), 'dateTime')}: there is no watch. This can be deleted.`,
    },
  });
  return repair.ticketNumber;
}

/**
 * Runs one test from end to end, showing what is new.
 *
 * @param signal stops it: at once if it only reads or waits, after the answer if it changes
 *   something, so that nothing is made that nobody knows about
 * @returns whether it finished; false if it was stopped
 * @throws what a step failed with, once it is shown
 */
export async function runWorkflow(
  {
    call: ask,
    sleep,
    show,
  }: {
    call: typeof call;
    sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    show: (news: WorkflowRun) => void;
  },
  { phone, dollars }: { phone: string; dollars: number },
  signal: AbortSignal,
): Promise<boolean> {
  let current: StepName = stepNames[0];
  const mark = (state: Step['state'], line = '') => show({ [current]: { state, line } });
  function begin(name: StepName): void {
    signal.throwIfAborted();
    current = name;
    mark('running');
  }

  async function answerTo(sent: Estimate): Promise<Estimate> {
    for (let polls = 1; polls <= maxPolls; polls += 1) {
      await sleep(pollEveryMs, signal);
      const query = { repairId: [sent.repairId] };
      const { items } = await ask('listEstimates', { query, signal });
      show({ polls });
      const estimate = items.find(({ id }) => id === sent.id);
      expectThat(
        estimate !== undefined,
        'The estimate is no longer waiting for an answer: someone deleted it, replaced it or acted on it.',
      );
      const { responseStatus } = estimate;
      if (responseStatus === 'accepted' || responseStatus === 'declined') return estimate;
    }
    // Source: specification, section 8, to the letter.
    throw new Error('Timeout: No customer reply received');
  }

  try {
    begin('Send Estimate');
    const ticketNumber = await testRepair(ask, phone, signal);
    show({ ticketNumber });
    signal.throwIfAborted();
    // Without the signal: a text that is on its way cannot be called back. Run again, the test wants a
    // text of its own.
    const { estimate: sent } = await ask('sendEstimate', {
      body: { repairId: ticketNumber, amount: dollars, estimateId: newId(), again: true },
    });
    mark('success', `${formatPrice(sent.estimatePrice)} to ${formatPhone(sent.customerPhone)}`);

    begin('Customer Reply');
    const { customerReply, respondedAt, responseStatus } = await answerTo(sent);
    const isAccepted = responseStatus === 'accepted';
    mark('success', `“${customerReply ?? ''}”`);

    begin('Webhook Called');
    const look = () => ask('getRepair', { params: { ticketNumber }, signal });
    let found = await look();
    const inbound = found.messages.find(
      ({ direction, createdAt }) => direction === 'inbound' && createdAt === respondedAt,
    );
    expectThat(inbound !== undefined, 'The customer’s text is not on record.');
    mark('success', `${inbound.sid} · ${textStateWords[inbound.state]}`);

    begin('Process Reply');
    const reading = textMeaningWords(inbound.meaning) ?? 'Not understood';
    const word = isAccepted ? 'ACCEPT' : 'DECLINE';
    expectThat(inbound.meaning === word, `${reading}, but the estimate is ${responseStatus}.`);
    mark('success', reading);

    begin('Update Database');
    const [is, due] = [found.repair.status, `estimate-${responseStatus}`];
    const place = `The repair is at “${repairStatusLabel(is)}”`;
    expectThat(is === due, `${place} and should be at “${repairStatusLabel(due)}”.`);
    mark('success', place);

    begin('Send Confirmation');
    const kind = isAccepted ? 'confirm-accept' : 'confirm-decline';
    const confirmation = () =>
      found.messages.find((one) => one.kind === kind && one.createdAt >= inbound.createdAt);
    while (confirmation()?.state === 'sending') {
      await sleep(pollEveryMs, signal);
      found = await look();
    }
    const text = confirmation();
    expectThat(
      text !== undefined,
      'No confirmation was sent. A phone gets at most three automatic texts in an hour, and none once its owner has texted STOP.',
    );
    const words = textStateWords[text.state];
    const hasGone = ['accepted', 'sent', 'delivered'].includes(text.state);
    expectThat(hasGone, `${words}. ${text.advice ?? 'Look at the ticket’s texts.'}`);
    mark('success', `${text.sid} · ${words}`);
    return true;
  } catch (error) {
    if (signal.aborted) mark('pending', 'Stopped.');
    else mark('error', (error as Error).message);
    if (signal.aborted) return false;
    throw error;
  }
}
