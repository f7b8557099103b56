import { judgeSubmission } from '../../domain/intake.ts';
import { type ProblemCode, problemTexts } from '../../domain/problems.ts';
import { CallProblem } from '../data/call.ts';
import type { NewRepair } from '../intake/intake-check.ts';
import type { IntakeFields } from '../intake/intake-fields.ts';
import { changeOutbox } from './outbox.ts';
import { type OutboxEntry, provisionalNumber } from './outbox-entry.ts';

/** What a repair is kept with. */
export interface Intake {
  repair: NewRepair;
  fields: IntakeFields;
  photo: Blob | null;
}

function refused(code: ProblemCode, more: Record<string, unknown> = {}): CallProblem {
  const { status, ...words } = problemTexts[code];
  return new CallProblem({ code, ...words, ...more }, status, null);
}

/** The rules of the counter hold here, too: one walk-in is one ticket. */
function assertWelcome({ repair }: Intake, entries: readonly OutboxEntry[], now: number): void {
  const submission = (of: NewRepair) => ({ ...of, phone: of.customerPhone });
  const verdict = judgeSubmission(
    submission(repair),
    entries
      .filter(({ repairId }) => repairId !== repair.repairId)
      .map((entry) => ({
        ...submission(entry.repair),
        createdAt: Date.parse(entry.takenInAt),
        ticketNumber: provisionalNumber(entry.repairId),
      })),
    now,
  );
  if (verdict.kind === 'duplicate') {
    const { detail } = problemTexts['duplicate-submission'];
    throw refused('duplicate-submission', {
      detail: `${detail} It waits here as ${verdict.ticketNumber}.`,
    });
  }
  if (verdict.kind === 'too-soon') throw refused('submission-rate');
}

function notKept(error: unknown): CallProblem {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  const why = isFull
    ? 'this browser’s storage is full'
    : 'this browser does not allow anything to be kept';
  return new CallProblem(
    {
      code: 'offline',
      title: 'Not saved',
      detail: `The shop’s server cannot be reached, and ${why}. What you typed stays in the form; try again when the server is back.`,
    },
    0,
    null,
  );
}

/** So that the browser does not clear it away when its disk gets full; it may say no. */
function askToStay(): void {
  if ('storage' in navigator) void navigator.storage.persist?.().catch(() => undefined);
}

/** Where it belongs in the order: a mended one where it was. */
function placeOf(repairId: string, entries: readonly OutboxEntry[]): number {
  const known = entries.find((entry) => entry.repairId === repairId);
  return known?.order ?? (entries.at(-1)?.order ?? 0) + 1;
}

/**
 * Keeps the photo of a ticket that the server has.
 *
 * @throws DOMException where the browser keeps nothing
 */
export async function keepPhoto(intake: Intake, ticketNumber: string): Promise<void> {
  const { repairId } = intake.repair;
  await changeOutbox(async (tx) => {
    tx.putEntry({
      ...intake,
      repairId,
      order: placeOf(repairId, await tx.entries()),
      takenInAt: new Date().toISOString(),
      ticketNumber,
      isPrinted: false,
      refusal: null,
    });
  });
  askToStay();
}

/**
 * Keeps a repair until it can be delivered; in the place of the one with its id, which was mended.
 *
 * @throws CallProblem duplicate-submission and submission-rate, by the shop's rules; where the
 *   browser keeps nothing, one that says so
 */
export async function keepIntake(intake: Intake): Promise<void> {
  const now = Date.now();
  try {
    await changeOutbox(async (tx) => {
      const entries = await tx.entries();
      assertWelcome(intake, entries, now);
      const { repairId } = intake.repair;
      const known = entries.find((entry) => entry.repairId === repairId);
      tx.putEntry({
        ...intake,
        repairId,
        order: placeOf(repairId, entries),
        takenInAt: known?.takenInAt ?? new Date(now).toISOString(),
        ticketNumber: known?.ticketNumber ?? null,
        isPrinted: known?.isPrinted ?? false,
        refusal: null,
      });
    });
  } catch (error) {
    throw error instanceof CallProblem ? error : notKept(error);
  }
  askToStay();
}
