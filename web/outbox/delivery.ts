import { judgeFailure, type Verdict } from './delivery-rules.ts';
import type { OutboxEntry, Refusal } from './outbox-entry.ts';

/** What a delivery needs of the world around it. */
export interface DeliveryPorts {
  /** Everything that is kept, in the order of its delivery. */
  entries(): Promise<readonly OutboxEntry[]>;
  /** Sends the ticket, and notes its number. Sent again it is still one ticket. */
  sendTicket(entry: OutboxEntry): Promise<void>;
  /** Sends the photo, and notes that nothing is left. */
  sendPhoto(entry: OutboxEntry, ticketNumber: string): Promise<void>;
  noteRefusal(entry: OutboxEntry, refusal: Refusal): Promise<void>;
  /** Does some work unless another tab is at it. */
  alone<Result>(work: () => Promise<Result>): Promise<Result | 'taken'>;
}

/**
 * How far it came.
 * - `done`: nothing waits that could be sent
 * - `left-out`: the server made errors with some; the others are delivered
 * - `taken`: another tab delivers
 * - else why it stopped
 */
export type DeliveryOutcome =
  | { kind: 'done' | 'left-out' | 'taken' }
  | Exclude<Verdict, { kind: 'mistake' | 'refused' }>;

/** Goes on with the next one. */
type Step = { kind: 'next' } | DeliveryOutcome;

/** An error of the server that comes back so often is not one that passes. */
export const mostMistakes = 5;

async function deliverNext(
  ports: DeliveryPorts,
  leftOut: Set<string>,
  mistakes: Map<string, number>,
): Promise<Step> {
  const entries = await ports.entries();
  const entry = entries.find(({ repairId, refusal }) => refusal === null && !leftOut.has(repairId));
  if (entry === undefined) return { kind: leftOut.size > 0 ? 'left-out' : 'done' };
  try {
    if (entry.ticketNumber === null) await ports.sendTicket(entry);
    else await ports.sendPhoto(entry, entry.ticketNumber);
    mistakes.delete(entry.repairId);
  } catch (error) {
    const verdict = judgeFailure(error);
    if (!('refusal' in verdict)) return verdict;
    const count = (mistakes.get(entry.repairId) ?? 0) + 1;
    const isFinal = verdict.kind === 'refused' || count >= mostMistakes;
    if (isFinal) {
      mistakes.delete(entry.repairId);
      await ports.noteRefusal(entry, verdict.refusal);
    } else {
      mistakes.set(entry.repairId, count);
      leftOut.add(entry.repairId);
    }
  }
  return { kind: 'next' };
}

/**
 * Delivers what waits, one after the other: each ticket, then its photo. What is refused or meets
 * an error stays where it is and holds up nobody.
 *
 * @param mistakes how often the server made an error with each, from one delivery to the next
 */
export async function deliver(
  ports: DeliveryPorts,
  mistakes: Map<string, number>,
): Promise<DeliveryOutcome> {
  const leftOut = new Set<string>();
  for (;;) {
    const step = await ports.alone(() => deliverNext(ports, leftOut, mistakes));
    if (step === 'taken') return { kind: 'taken' };
    if (step.kind !== 'next') return step;
  }
}
