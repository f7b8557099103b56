import { judgeSubmission } from '../../../domain/duplicate-intakes.ts';
import { type ProblemCode, problemTexts } from '../../../domain/problems.ts';
import { atComputer, CallProblem } from '../call.ts';
import type { Intake } from '../intake/intake.ts';
import type { NewRepair } from '../intake/intake-check.ts';
import { change } from './outbox.ts';
import { type OutboxEntry, provisionalNumber } from './outbox-entry.ts';

/** What goes into the outbox: repairs taken in without the server, and photos that could not be sent. */

function refused(code: ProblemCode, more: Record<string, unknown> = {}): CallProblem {
  const { status, ...words } = problemTexts[code];
  return new CallProblem({ code, ...words, ...more }, status, null);
}

/** The rules of the counter hold here, too: one walk-in is one ticket. */
function assertWelcome({ repair }: Intake, entries: readonly OutboxEntry[]): void {
  const submission = (of: NewRepair) => ({ ...of, phone: of.customerPhone });
  const others = entries.filter(({ repairId }) => repairId !== repair.repairId);
  const earlier = others.map((entry) => ({
    ...submission(entry.repair),
    createdAt: Date.parse(entry.takenInAt),
    ticketNumber: provisionalNumber(entry.repairId),
  }));
  const verdict = judgeSubmission(submission(repair), earlier, Date.now());
  if (verdict.kind === 'duplicate') {
    const { detail } = problemTexts['duplicate-submission'];
    throw refused('duplicate-submission', {
      detail: `${detail} Saved here as ${verdict.ticketNumber}.`,
    });
  }
  if (verdict.kind === 'too-soon') throw refused('submission-rate');
}

function notKept(error: unknown): CallProblem {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  const why = isFull ? 'this browser’s storage is full' : 'this browser does not allow saving';
  const detail = `The shop’s server can’t be reached, and ${why}. What you typed stays in the form; try again when the server is back.`;
  return new CallProblem({ code: 'offline', title: 'Not saved', detail }, 0, null);
}

/** @param ticketNumber of the ticket that the server has; null if it has none yet */
async function keep(intake: Intake, ticketNumber: string | null): Promise<void> {
  const { repairId } = intake.repair;
  await change(async (stores) => {
    const entries = await stores.entries.index('order').getAll();
    if (ticketNumber === null) assertWelcome(intake, entries);
    // An edited one stays where it was.
    const known = entries.find((entry) => entry.repairId === repairId);
    await stores.entries.put({
      ...intake,
      repairId,
      order: known?.order ?? (entries.at(-1)?.order ?? 0) + 1,
      takenInAt: known?.takenInAt ?? new Date().toISOString(),
      initials: known === undefined ? atComputer.get() : known.initials,
      ticketNumber: ticketNumber ?? known?.ticketNumber ?? null,
      isPrinted: known?.isPrinted ?? false,
      refusal: null,
    });
  });
  // So that the browser doesn't evict it when the disk gets full; it may refuse.
  void globalThis.navigator.storage?.persist?.().catch(() => undefined);
}

/** @throws DOMException if the browser keeps nothing */
export const keepPhoto = (intake: Intake, ticketNumber: string) => keep(intake, ticketNumber);

/**
 * Keeps a repair until it can be delivered; in place of the one with its id, which was edited.
 *
 * @throws CallProblem duplicate-submission and submission-rate, by the shop's rules; if the
 *   browser keeps nothing, one that says so
 */
export async function keepIntake(intake: Intake): Promise<void> {
  try {
    await keep(intake, null);
  } catch (error) {
    throw error instanceof CallProblem ? error : notKept(error);
  }
}
