import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import {
  finalCheckSchema,
  type Repair,
  type UndoneCompletion,
  undoneCompletionSchema,
} from '../../domain/api-answers.ts';
import type { CheckedLine } from '../../domain/final-check.ts';
import { isJustDoneWhileWaiting } from '../../domain/while-waiting.ts';
import { prepared } from '../database/prepared.ts';
import type { CompletionsTable, Handle } from '../database/tables.ts';

/**
 * Every completion of a ticket, as a fact that stays when the repair is reopened: a ticket with
 * `completed_at` has one completion of that time that has not ended; any other ticket has none. Anyone who
 * writes here has locked the ticket.
 */

/** What an undo brings back. */
const broughtBackSchema = z.strictObject({
  status: z.string(),
  completionNotes: z.string().nullable(),
  completedPhotoUrl: z.string().nullable(),
  estimateId: z.string().nullable(),
  /** Set if it was done while its customer waited. */
  whileWaiting: z
    .strictObject({
      /** Of the request, and of the payment if there is one. */
      paymentId: z.string(),
      repairPrice: z.number().nullable(),
    })
    .optional(),
});

/** What the end of a completion leaves. */
const leftBehindSchema = z.strictObject({
  /** The photo that the ticket shows until it gets one for its next completion. */
  completedPhotoUrl: z.string().nullable(),
  undone: undoneCompletionSchema.nullable(),
});

type LeftBehind = z.infer<typeof leftBehindSchema>;

/** @throws ZodError if anything other than what is written here is stored */
export const readerOf =
  <Schema extends z.ZodType>(schema: Schema) =>
  (stored: string | null): z.output<Schema> | null =>
    stored === null ? null : schema.parse(JSON.parse(stored));
const readBroughtBack = readerOf(broughtBackSchema);
const readLeftBehind = readerOf(leftBehindSchema);
export const readFinalCheck = readerOf(finalCheckSchema);

export type Completion = ReturnType<typeof toCompletion>;

const toCompletion = (row: Selectable<CompletionsTable>) => ({
  nth: row.nth,
  outcome: row.outcome,
  hasEnded: row.undone_at !== null || row.reopened_at !== null,
  undoneAt: row.undone_at,
  reopenedAt: row.reopened_at,
  ticketAsOf: row.ticket_as_of,
  bringsBack: readBroughtBack(row.brings_back),
  leftBehind: readLeftBehind(row.left_behind),
  finalCheck: readFinalCheck(row.final_check),
});

/** The newest completion of a ticket, whether or not it has ended. */
export async function lastCompletion(
  db: Handle,
  ticketNumber: string,
): Promise<Completion | undefined> {
  const { rows } = await selectLast(db, { ticketNumber });
  return rows[0] && toCompletion(rows[0]);
}

const selectLast = prepared<{ ticketNumber: string }, Selectable<CompletionsTable>>(
  (db, { ticketNumber }) =>
    db
      .selectFrom('completions')
      .selectAll()
      .where('ticket_number', '=', ticketNumber)
      .orderBy('nth', 'desc')
      .limit(sql.lit(1)),
);

/** The completion photo of an open ticket, before one was stored for its next completion. */
export function photoBefore(
  { completedPhotoUrl }: Repair,
  last: Completion | undefined,
): string | null {
  if (last === undefined) return null;
  // Another program has reopened it.
  return last.leftBehind === null ? completedPhotoUrl : last.leftBehind.completedPhotoUrl;
}

/** What was typed for a completion that was undone, until the repair is completed again. */
export async function undoneCompletionOf(
  db: Handle,
  ticketNumber: string,
): Promise<UndoneCompletion | null> {
  const last = await lastCompletion(db, ticketNumber);
  return last?.leftBehind?.undone ?? null;
}

/** The completions in a ticket's answer. */
export async function completionAnswers(
  db: Handle,
  ticketNumber: string,
): Promise<{ undoneCompletion: UndoneCompletion | null; finalCheck: CheckedLine[] | null }> {
  const last = await lastCompletion(db, ticketNumber);
  return {
    undoneCompletion: last?.leftBehind?.undone ?? null,
    finalCheck: last?.hasEnded === false ? last.finalCheck : null,
  };
}

interface ByWhom extends Pick<CompletionsTable, 'session' | 'initials'> {
  finalCheck: readonly CheckedLine[] | null;
  /** Null if it cannot be undone. */
  bringsBack: z.infer<typeof broughtBackSchema> | null;
}

/** In another program: nobody knows by whom. */
const elsewhere: ByWhom = { session: null, initials: null, bringsBack: null, finalCheck: null };

type Completed = Pick<
  Repair,
  | 'ticketNumber'
  | 'completedAt'
  | 'isUnrepaired'
  | 'assignedTo'
  | 'assignedWatchmaker'
  | 'updatedAt'
>;

/**
 * Records that a ticket is completed, unless another program completed it and did not say when.
 *
 * @param done the ticket with its completion
 * @param last its newest completion before that
 */
export async function addCompletion(
  tx: Handle,
  { ticketNumber, ...done }: Completed,
  last: Completion | undefined,
  { bringsBack, finalCheck, ...by }: ByWhom = elsewhere,
): Promise<void> {
  if (done.completedAt === null) return;
  // Another program has reopened the ticket.
  if (last?.hasEnded === false) await end(tx, ticketNumber, { reopened_at: done.completedAt });
  await tx
    .insertInto('completions')
    .values({
      ticket_number: ticketNumber,
      nth: (last?.nth ?? 0) + 1,
      completed_at: done.completedAt,
      outcome: done.isUnrepaired ? 'declined' : 'approved',
      technician_id: done.assignedTo,
      technician_name: done.assignedWatchmaker,
      ...by,
      undone_at: null,
      reopened_at: null,
      ticket_as_of: done.updatedAt,
      brings_back: bringsBack && JSON.stringify(bringsBack),
      left_behind: null,
      final_check: finalCheck && JSON.stringify(finalCheck),
    })
    .execute();
}

type End = { undone_at: string } | { reopened_at: string };

const end = (tx: Handle, ticketNumber: string, ended: End, left: LeftBehind | null = null) =>
  tx
    .updateTable('completions')
    .set({ ...ended, brings_back: null, left_behind: left && JSON.stringify(left) })
    .where('ticket_number', '=', ticketNumber)
    .where('undone_at', 'is', null)
    .where('reopened_at', 'is', null)
    .execute();

/**
 * Records how the completion of a ticket has ended.
 *
 * @param done the ticket before that
 * @param last its newest completion
 */
export async function endCompletion(
  tx: Handle,
  done: Completed,
  last: Completion | undefined,
  { left, ...ended }: End & { left: LeftBehind },
): Promise<void> {
  // Completed in another program.
  if (last?.hasEnded !== false) await addCompletion(tx, done, last);
  await end(tx, done.ticketNumber, ended, left);
}

/**
 * Keeps a completion undoable after a change that its undo leaves alone: a payment, a part, a note, a
 * measurement, an added photo or a move. If the customer waited, the payment is undone, too: then no other
 * payment or part may come after it, though the photo from intake may.
 *
 * @param before the ticket before the change
 */
export async function keepUndoable(
  tx: Handle,
  before: Pick<Repair, 'ticketNumber' | 'updatedAt' | 'heldUntil' | 'collectedAt'>,
  updatedAt: string,
  what: 'payment or part' | 'initial photo' | 'note or move' = 'payment or part',
): Promise<void> {
  const { ticketNumber, heldUntil } = before;
  const inTheWay = isJustDoneWhileWaiting(before) ? 'payment or part' : 'initial photo';
  if (heldUntil === null || what === inTheWay) return;
  await tx
    .updateTable('completions')
    .set({ ticket_as_of: updatedAt })
    .where('ticket_number', '=', ticketNumber)
    .where('ticket_as_of', '=', before.updatedAt)
    .execute();
}
