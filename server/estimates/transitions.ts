import type { Repair } from '../../domain/api-answers.ts';
import { casesClosedBy } from '../../domain/attention.ts';
import { changedFields, changesOf } from '../../domain/edits.ts';
import { replaceableAcceptance } from '../../domain/estimate-answers.ts';
import { estimateFields, estimateOnTicket } from '../../domain/estimate-fields.ts';
import { fromColumns } from '../../domain/field-list.ts';
import { type Before, furtherTo, resumeActions } from '../../domain/further-work.ts';
import { centsFromDollars, dollarsFromCents } from '../../domain/money.ts';
import { phoneKey } from '../../domain/phone.ts';
import { type EstimateLine, loadLines, storeLines } from '../../domain/price-lines.ts';
import { Problem } from '../../domain/problems.ts';
import { goingOn, isAllowed, statusAfterEstimateDeleted } from '../../domain/repair-status.ts';
import { isoTime } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { EstimatesTable, Handle, MessagesTable } from '../database/tables.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import type { EstimateAnswer } from '../ports/estimate-actions.ts';
import {
  findDeletedRepair,
  findRepair,
  getRepair,
  lockTicket,
  takeAction,
  updateTicket,
} from '../repairs/store.ts';
import { taxColumns } from '../settings/tax.ts';
import { closeCases, closeFailedEstimates } from '../texts/attention.ts';
import {
  currentEstimateOf,
  deleteEstimateRow,
  findEstimate,
  hasNewerEstimate,
  reviveEstimate,
  updateCurrent,
  wasDeclinedEstimateReplaced,
  writeAnswer,
} from './store.ts';

/** What an estimate goes through: stored once its text has been sent, answered, deleted. */

/** What is stored as an estimate once its text has been accepted for sending. */
export interface EstimateIntent {
  priceCents: number;
  /** The tax rate at that moment, in thousandths of a percent. Absent in older texts. */
  taxThousandths?: number;
  /** Absent in older texts. */
  work?: string | null;
  notes: string | null;
  /** Absent in older texts. */
  lines?: readonly EstimateLine[] | null;
  /** The accepted estimate that staff meant to replace. Absent in older texts. */
  replacesAccepted?: string | null;
  customerName: string;
  customerPhone: string;
  /** Who had it sent: it may be stored long after, without anyone acting. Absent in older texts. */
  session?: string | null;
  initials?: string | null;
}

/**
 * The text went out: now the estimate exists and the ticket waits for the answer.
 *
 * @returns the estimate's id; null if there is nothing to store
 */
export async function storeSentEstimate(
  tx: Handle,
  message: MessagesTable,
  at: string,
  wasGivenUp: boolean,
): Promise<string | null> {
  const ticketNumber = message.ticket_number;
  if (ticketNumber === null || message.intent === null) return null;
  const live = await findRepair(tx, ticketNumber);
  // Deleted while the text was on its way: the estimate goes and comes back with its ticket.
  const repair = live ?? (await findDeletedRepair(tx, ticketNumber))?.repair;
  if (!repair) return null;
  const intent = JSON.parse(message.intent) as EstimateIntent;
  // Only after one that was given up can another have been sent; the clock may have been set since.
  const accepted = replaceableAcceptance(repair);
  const isOpen =
    isAllowed('send-estimate', repair.status) &&
    // What has been accepted since counts.
    (accepted === null || accepted === intent.replacesAccepted) &&
    !(wasGivenUp && (await hasNewerEstimate(tx, ticketNumber, message.created_at)));
  if (isOpen && live) await takeAction(tx, ticketNumber, 'send-estimate', { updated_at: at });
  else if (isOpen) {
    await updateTicket(tx, ticketNumber, { status: 'estimate-sent', updated_at: at });
  }
  const {
    customerName,
    customerPhone,
    priceCents,
    taxThousandths = 0,
    work = null,
    notes,
    lines = null,
  } = intent;
  const { id, data } = await storeEstimate(tx, repair, {
    customer_name: customerName,
    customer_phone: customerPhone,
    texted_phone: message.phone,
    told: null,
    estimate_price_cents: priceCents,
    lines,
    ...taxColumns(priceCents, taxThousandths, lines),
    work,
    notes,
    sent_at: message.created_at,
    // The ticket moved on while the text was on its way: the estimate is kept but not open.
    replaced_at: isOpen ? null : at,
    message_id: message.id,
    created_at: at,
  });
  const by = { session: intent.session ?? null, initials: intent.initials ?? null };
  await record(tx, {
    at,
    events: [{ kind: 'estimate-sent', actor: 'staff', ticketNumber, by, data }],
    changes: [
      { entity: 'estimate', id, what: 'sent', ticketNumber },
      { entity: 'repair', id: repair.id, what: 'estimate-sent', ticketNumber },
    ],
  });
  return id;
}

type NewEstimate = Pick<
  EstimatesTable,
  | 'customer_name'
  | 'customer_phone'
  | 'texted_phone'
  | 'told'
  | 'estimate_price_cents'
  | 'tax_thousandths'
  | 'tax_cents'
  | 'work'
  | 'notes'
  | 'sent_at'
  | 'replaced_at'
  | 'message_id'
  | 'created_at'
> & { lines: readonly EstimateLine[] | null };

/**
 * Stores an estimate in place of its ticket's current one, in the caller's transaction, which has locked the
 * ticket. The cases that an estimate settles need no attention anymore.
 *
 * @param before the ticket as it was before
 * @param estimate with `replaced_at` if it never becomes the current one
 * @returns its id, and what its event says
 */
export async function storeEstimate(tx: Handle, before: Repair, estimate: NewEstimate) {
  const { ticketNumber } = before;
  const { created_at: at, estimate_price_cents: priceCents, work, notes, lines } = estimate;
  const isOpen = estimate.replaced_at === null;
  const current = await currentEstimateOf(tx, ticketNumber);
  const further = isOpen ? furtherTo(before.status, current?.estimate ?? null) : null;
  const replaced = isOpen ? await updateCurrent(tx, ticketNumber, { replaced_at: at }) : null;
  const id = newId(Date.parse(at));
  await tx
    .insertInto('estimates')
    .values({
      id,
      repair_id: ticketNumber,
      status: 'sent',
      response_status: 'pending',
      accepted_at: null,
      declined_at: null,
      customer_reply: null,
      responded_at: null,
      answered_by: null,
      expired_at: null,
      reminded_at: null,
      ...estimate,
      lines: storeLines(lines),
      further_to: further?.id ?? null,
      further_status: further?.status ?? null,
    })
    .execute();
  const closed = casesClosedBy[isOpen ? 'newEstimate' : 'lateEstimate'];
  await closeCases(tx, { ticketNumber }, closed, at, null);
  await closeFailedEstimates(tx, ticketNumber, at);
  const after = {
    status: 'estimate-sent',
    ...estimateOnTicket({ estimatePrice: dollarsFromCents(priceCents), work, notes }),
  };
  const changes = changedFields({ ...before }, isOpen ? after : {});
  const data = { estimateId: id, priceCents, replaced, ...(lines && { lines }), ...changes };
  return { id, data };
}

/**
 * Writes the customer's answer and moves the ticket, in the caller's transaction, which has locked
 * the ticket. What waited to be read on the ticket, or came from its phone, has been answered by it,
 * but not what the customer texted later.
 *
 * @returns whether it could be applied: not when the ticket has moved on
 */
export async function applyAnswer(
  tx: Handle,
  estimateId: string,
  { answer, words, by, answeredBy = null, messageId }: EstimateAnswer,
  at: string,
): Promise<boolean> {
  const estimate = await findEstimate(tx, estimateId);
  if (!estimate) return false;
  const repair = await getRepair(tx, estimate.repairId);
  const action = answer === 'accepted' ? 'accept-estimate' : 'decline-estimate';
  if (!isAllowed(action, repair.status)) return false;
  const given = { status: answer, reply: words, answeredBy, at };
  if (!(await writeAnswer(tx, estimateId, given))) return false;
  const { ticketNumber } = repair;
  const further = answer === 'declined' ? estimate.furtherTo : null;
  const moved =
    further === null
      ? await takeAction(tx, ticketNumber, action, { updated_at: at })
      : await resume(tx, ticketNumber, further, at);
  const phone = phoneKey(estimate.customerPhone);
  const before = by === 'customer' ? (messageId ?? undefined) : undefined;
  for (const asked of [{ ticketNumber }, { phone }]) {
    await closeCases(tx, asked, casesClosedBy.answer, at, messageId, before);
  }
  // Screens announce what a customer did, not what a colleague recorded.
  const what = by === 'customer' ? answer : (`recorded-${answer}` as const);
  await record(tx, {
    at,
    events: [
      {
        kind: `estimate-${answer}`,
        actor: by === 'customer' ? 'customer' : 'staff',
        ticketNumber,
        data: {
          estimateId,
          by,
          ...(answeredBy !== null && { answeredBy }),
          messageId,
          ...goesOn(further),
          ...changedFields(
            { status: repair.status, response: estimate.responseStatus },
            { status: moved.status, response: answer },
          ),
        },
      },
    ],
    changes: [
      { entity: 'estimate', id: estimateId, what, ticketNumber },
      { entity: 'repair', id: repair.id, what: `estimate-${what}`, ticketNumber },
    ],
  });
  return true;
}

/**
 * Puts the earlier accepted price and the ticket's status back in force after more work, in the caller's
 * transaction, which has locked the ticket. Its technician never changed.
 */
export async function resume(
  tx: Handle,
  ticketNumber: string,
  { id, status }: Before,
  at: string,
): Promise<Repair> {
  await updateCurrent(tx, ticketNumber, { replaced_at: at });
  await reviveEstimate(tx, id, status === 'estimate-accepted' ? 'accepted' : 'assigned');
  return takeAction(tx, ticketNumber, resumeActions[status], { updated_at: at });
}

/** For the history. */
export const goesOn = (further: Before | null) =>
  further && { goesOnCents: centsFromDollars(further.estimatePrice) ?? 0 };

/** What an estimate changes on its ticket. */
const shownFields = [
  'status' as const,
  ...Object.values(estimateFields).map(({ onTicket }) => onTicket.name),
];

/**
 * After a decline, makes the price that the customer accepted before apply again, with the technician who has
 * the watch; if nobody has it, one can be assigned. Pressed again, it changes nothing.
 *
 * @param estimateId the one that the user has seen as accepted
 * @throws Problem repair-not-found, repair-status, no-earlier-acceptance
 */
export function goOn(
  { database, clock }: Deps,
  reference: string,
  estimateId: string,
): Promise<Repair> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const before = await lockTicket(tx, reference);
    const { ticketNumber } = before;
    const isAssigned = before.assignedTo !== null;
    const action = goingOn(isAssigned);
    if (!isAllowed(action, before.status)) {
      const isRepeat =
        before.estimateId === estimateId &&
        before.estimateAcceptedAt !== null &&
        (await wasDeclinedEstimateReplaced(tx, ticketNumber, before.updatedAt));
      if (isRepeat) return before;
      throw new Problem('repair-status', { extra: { repair: before } });
    }
    const accepted = (await currentEstimateOf(tx, ticketNumber))?.estimate.acceptedBefore;
    if (accepted?.id !== estimateId) {
      throw new Problem('no-earlier-acceptance', { extra: { repair: before } });
    }
    const declinedId = await updateCurrent(tx, ticketNumber, { replaced_at: at });
    await reviveEstimate(tx, estimateId, isAssigned ? 'assigned' : 'accepted');
    const repair = await takeAction(tx, ticketNumber, action, { updated_at: at });
    const priceCents = centsFromDollars(accepted.estimatePrice);
    const data = { estimateId, priceCents, ...changesOf(before, repair, shownFields) };
    await record(tx, {
      at,
      events: [{ kind: 'estimate-holds-again', actor: 'staff', ticketNumber, data }],
      changes: [
        ...(declinedId === null
          ? []
          : [{ entity: 'estimate' as const, id: declinedId, what: 'replaced', ticketNumber }]),
        { entity: 'estimate', id: estimateId, what: 'holds-again', ticketNumber },
        { entity: 'repair', id: repair.id, what: 'went-on', ticketNumber },
      ],
    });
    return repair;
  });
}

/**
 * Deletes an estimate; a ticket that waited on it goes back to where it was worked on
 * (docs/decisions/states.md).
 *
 * @throws Problem estimate-not-found
 */
export async function deleteEstimate({ database, clock }: Deps, id: string): Promise<void> {
  const at = isoTime(clock());
  await database.transact(async (tx) => {
    const known = await findEstimate(tx, id);
    if (!known) throw new Problem('estimate-not-found');
    const repair = await lockTicket(tx, known.repairId);
    const { ticketNumber } = repair;
    const deleted = await deleteEstimateRow(tx, id);
    if (!deleted) throw new Problem('estimate-not-found');
    const bench =
      deleted.replaced_at === null
        ? statusAfterEstimateDeleted(repair.status, repair.assignedTo !== null)
        : null;
    const further = bench === null ? null : known.furtherTo;
    const back = further?.status ?? bench;
    if (further !== null) await resume(tx, ticketNumber, further, at);
    else if (back !== null) {
      await updateTicket(tx, ticketNumber, { status: back, updated_at: at });
    }
    const lines = loadLines(deleted.lines);
    await record(tx, {
      at,
      events: [
        {
          kind: 'estimate-deleted',
          actor: 'staff',
          ticketNumber,
          data: {
            estimateId: id,
            priceCents: deleted.estimate_price_cents,
            status: back,
            ...(lines && { lines }),
            ...goesOn(further),
            before: {
              ...estimateOnTicket(fromColumns(estimateFields, deleted)),
              response: deleted.response_status,
              status: repair.status,
            },
            after: {
              ...estimateOnTicket(null),
              response: null,
              status: back ?? repair.status,
            },
          },
        },
      ],
      changes: [
        { entity: 'estimate', id, what: 'deleted', ticketNumber },
        { entity: 'repair', id: repair.id, what: 'updated', ticketNumber },
      ],
    });
  });
}
