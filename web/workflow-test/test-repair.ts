import type { Repair } from '../../domain/api-answers.ts';
import { phoneKey } from '../../domain/phone.ts';
import { transitions } from '../../domain/repair-status.ts';
import type { call } from '../data/call.ts';

/** The repair that a test is run on: marked so that nobody takes it for a customer's. */

export const testCustomer = 'Workflow test';

/** Kept for fiction (North American Numbering Plan): nobody has it. */
export const fictionalPhone = '(212) 555-0123';

const withoutCode = (phone: string) => phoneKey(phone).replace(/^\+1?/, '');

/** One client for each phone: an e-mail is what a client is known by. The domain is nobody's. */
const emailFor = (phone: string) => `workflow-test-${withoutCode(phone)}@example.com`;

/**
 * The test repair of an earlier run from the same phone, where it takes another estimate: a new one
 * would have to wait for the shop's spacing between two tickets from one phone.
 */
async function earlierTestRepair(
  ask: typeof call,
  phone: string,
  signal: AbortSignal,
): Promise<Repair | null> {
  const { items } = await ask('GET /api/repairs', {
    query: {
      q: `${testCustomer} ${withoutCode(phone)}`,
      status: [...transitions['send-estimate'].from],
    },
    signal,
  });
  const isOurs = ({ customerName, customerPhone }: Repair) =>
    customerName === testCustomer && phoneKey(customerPhone) === phoneKey(phone);
  return items.find(isOurs) ?? null;
}

/**
 * @param runAt when the test is run, in words: it tells one run's repair from another's
 * @returns a repair that an estimate can be sent for, taken in now where there is none
 * @throws CallProblem what the shop's rules say against a new ticket, or no answer
 */
export async function testRepair(
  ask: typeof call,
  {
    phone,
    runAt,
    newId,
    signal,
  }: { phone: string; runAt: string; newId: () => string; signal: AbortSignal },
): Promise<Repair> {
  const earlier = await earlierTestRepair(ask, phone, signal);
  if (earlier !== null) return earlier;
  // Without the signal: a ticket that is being made must be known afterwards, so that it can be deleted.
  const { repair } = await ask('POST /api/repairs', {
    body: {
      repairId: newId(),
      customerName: testCustomer,
      customerEmail: emailFor(phone),
      customerPhone: phone,
      watchBrand: 'Test',
      watchModel: 'Watch',
      issue: `Workflow test of ${runAt}: there is no watch. May be deleted.`,
    },
  });
  return repair;
}
