import { randomInt } from 'node:crypto';
import type { Checked } from '../../domain/api.ts';
import type { Client, Repair, SmsResult } from '../../domain/api-answers.ts';
import { type ClientDetails, clientOf } from '../../domain/client-fields.ts';
import { clientDifferences, replacesPerson } from '../../domain/client-matching.ts';
import type { ComeBack } from '../../domain/come-backs.ts';
import { duplicateWindowMs, judgeSubmission } from '../../domain/duplicate-intakes.ts';
import { pickFields, toColumns } from '../../domain/field-list.ts';
import { isEmailAddress } from '../../domain/field-schemas.ts';
import { phoneKey } from '../../domain/phone.ts';
import { fieldProblem, Problem } from '../../domain/problems.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import { repairSearchLine } from '../../domain/search-lines.ts';
import { freeTicketNumber } from '../../domain/ticket-number.ts';
import { judgeFinish, newTicket } from '../../domain/while-waiting.ts';
import { isoTime } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { clientCreated, clientOfNewTicket, restoreClientDetails } from '../clients/actions.ts';
import { clientOfVisit, getClient } from '../clients/store.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { type NewChange, type NewEvent, record } from '../history/record.ts';
import { findPayment } from '../payments/store.ts';
import type { Deps } from '../ports/deps.ts';
import { shopText, smsResultOfNewest, textSubject } from '../texts/sending.ts';
import { takeInComeBack } from '../warranties/running.ts';
import { answerFor } from '../watches/actions.ts';
import { deliverCustomerText, prepareCustomerText } from './actions.ts';
import {
  type ClientAtIntake,
  readClientAtIntake,
  writeClientAtIntake,
} from './client-at-intake.ts';
import { checkPromise } from './promises.ts';
import {
  findRepair,
  getRepair,
  insertTicket,
  isRepairIdTaken,
  isTicketNumberTaken,
  lockTickets,
  recentSubmissions,
  untouched,
} from './store.ts';
import { keyColumns } from './watch-store.ts';
import { finishStored, finishTicket, payAtOnce } from './while-waiting.ts';

type Intake = Checked<'createRepair', 'body'>;

const finishPath = 'finish.technicianId';

/** @throws Problem duplicate-submission, submission-rate */
async function refuseRepeat(tx: Handle, input: Intake, now: number): Promise<void> {
  const { watchBrand, watchModel, issue, visitId } = input;
  const phone = phoneKey(input.customerPhone);
  const recent = await recentSubmissions(tx, phone, isoTime(now - duplicateWindowMs));
  const verdict = judgeSubmission({ phone, watchBrand, watchModel, issue, visitId }, recent, now);
  if (verdict.kind === 'duplicate') {
    throw new Problem('duplicate-submission', { extra: { ticketNumber: verdict.ticketNumber } });
  }
  if (verdict.kind === 'too-soon') {
    throw new Problem('submission-rate', { retryAfterSeconds: verdict.retryAfterSeconds });
  }
}

/**
 * Whose visit a repair belongs to; null if it is the first of its visit.
 *
 * @throws Problem visit-of-another-client
 */
async function visitorOf(tx: Handle, input: Intake): Promise<string | null> {
  const visitor = input.visitId === null ? undefined : await clientOfVisit(tx, input.visitId);
  if (visitor === undefined) return null;
  const isSame =
    input.clientId === null
      ? !replacesPerson(clientDifferences(visitor, clientOf(input)))
      : input.clientId === visitor.id;
  if (!isSame) throw new Problem('visit-of-another-client');
  return visitor.id;
}

/**
 * Whether a repair that is finished at once can be paid for: a refusal names no ticket, as there is none.
 *
 * @throws Problem payment-id-taken; validation-failed if another amount is to be paid, or the price is
 *   above what the customer approved
 */
async function checkPayment(
  tx: Handle,
  { finish, approvedUpTo }: Intake,
  client: ClientDetails,
): Promise<void> {
  if (finish === undefined) return;
  const { price, amount, paymentId } = finish;
  const verdict = judgeFinish(
    { ...newTicket, approvedUpTo, customerPaysByStatement: client.paysByStatement },
    price,
  );
  if (verdict.kind === 'not-approved') throw fieldProblem('finish.price', verdict.detail);
  if (verdict.kind !== 'finish' || ![verdict.due, verdict.owed].includes(amount)) {
    throw fieldProblem('finish.amount', 'The amount must be the price: nothing has been paid yet');
  }
  if (await findPayment(tx, paymentId)) throw new Problem('payment-id-taken');
}

/** The ticket that a watch came back from, locked. @throws Problem validation-failed if there is none */
async function originOf(
  tx: Handle,
  { ofTicketNumber }: NonNullable<Intake['comeBack']>,
): Promise<Repair> {
  await lockTickets(tx, [ofTicketNumber]);
  const origin = await findRepair(tx, ofTicketNumber);
  if (origin) return origin;
  throw fieldProblem(
    'comeBack.ofTicketNumber',
    `There is no repair with the ticket number ${ofTicketNumber}. It may have been deleted.`,
  );
}

/** What is recorded about the come-back on the ticket that the watch came back from, for its history and the screens. */
const originEntries = (
  { id, ticketNumber }: Repair,
  comeBackTicketNumber: string,
  { reason }: ComeBack,
): { events: NewEvent[]; changes: NewChange[] } => {
  const kind = 'come-back-taken-in';
  const data = { comeBackTicketNumber, reason };
  return {
    events: [{ kind, actor: 'staff', ticketNumber, data }],
    changes: [{ entity: 'repair', id, what: kind, ticketNumber }],
  };
};

async function insertNew(
  tx: Handle,
  input: Intake,
  now: number,
): Promise<ClientAtIntake & { repair: Repair }> {
  const at = isoTime(now);
  const { repairId, finish, sameWatchAs } = input;
  const visitorId = await visitorOf(tx, input);
  const client = await clientOfNewTicket(tx, { ...input, visitorId }, clientOf(input), at);
  await checkPayment(tx, input, client.fields);
  const origin = input.comeBack ? await originOf(tx, input.comeBack) : null;
  const comeBack = origin &&
    input.comeBack && { ...input.comeBack, ofTicketNumber: origin.ticketNumber };
  const ticketNumber = await freeTicketNumber(now, randomInt, (candidate) =>
    isTicketNumberTaken(tx, candidate),
  );
  const id = newId(now);
  const atIntake = { clientChanges: client.changes, unconfirmedChanges: client.unconfirmed };
  if (sameWatchAs) await lockTickets(tx, sameWatchAs);
  await insertTicket(tx, {
    id,
    repair_id: repairId,
    ticket_number: ticketNumber,
    client_id: client.id,
    phone_key: phoneKey(input.customerPhone),
    ...toColumns(repairFields, input),
    ...keyColumns(input),
    first_expected_on: input.expectedOn,
    ...untouched,
    visit_id: input.visitId,
    is_same_day: input.isSameDay ? 1 : 0,
    search_text: repairSearchLine(
      {
        ...input,
        ticketNumber,
        customerName: client.fields.name,
        customerPhone: client.fields.phone,
        place: null,
        collectedBy: null,
        trackingNumber: null,
      },
      [],
    ),
    client_at_intake: writeClientAtIntake(atIntake),
    created_at: at,
    updated_at: at,
  });
  if (comeBack) await takeInComeBack(tx, comeBack, ticketNumber, now, at);
  const atOrigin = comeBack
    ? originEntries(origin, ticketNumber, comeBack)
    : { events: [], changes: [] };
  const answered =
    sameWatchAs && (await answerFor(tx, await getRepair(tx, repairId), sameWatchAs, now));
  const repair = await getRepair(tx, repairId);
  const { status, isSameDay } = repair;
  // All rows before the first event: the end of the change log is locked last.
  const finished = finish && (await finishTicket(tx, repair, finish, now, finishPath));
  await record(tx, {
    at,
    events: [
      ...(client.isNew ? [clientCreated(client.id, client.fields)] : []),
      {
        kind: 'repair-created',
        actor: 'staff',
        ticketNumber,
        repairId,
        clientId: client.id,
        data: {
          before: null,
          after: { ticketNumber, status, isSameDay, ...pickFields(repairFields, repair) },
          isNewClient: client.isNew,
          ...(client.changes && { clientChanges: client.changes }),
          ...(client.unconfirmed && { unconfirmedChanges: client.unconfirmed }),
          ...(comeBack && { comeBack }),
        },
      },
      ...(answered?.events ?? []),
      ...(finished ? finished.events : []).map((event) => ({
        ...event,
        actor: 'staff' as const,
        ticketNumber,
      })),
      ...atOrigin.events,
    ],
    changes: [
      ...(answered?.changes ?? []),
      { entity: 'repair', id, what: 'created', ticketNumber },
      ...atOrigin.changes,
      ...(client.isNew
        ? [{ entity: 'client' as const, id: client.id, what: 'created', ticketNumber: null }]
        : []),
    ],
  });
  const paid = finish && finished && (await payAtOnce(tx, finished.repair, finish, at));
  return { repair: paid ?? repair, ...atIntake };
}

interface TakenIn extends ClientAtIntake {
  repair: Repair;
  /** Null if it was finished at once. */
  sms: SmsResult | null;
  isRepeat: boolean;
}

/**
 * Takes in a repair and notifies the customer; one that is finished while the customer waits texts no one.
 * Repeating the same `repairId` returns the existing ticket, and finishes it if that is still to be done.
 *
 * @throws Problem duplicate-submission, submission-rate, client-not-found,
 *   client-changes-unconfirmed, visit-of-another-client, repair-id-taken; validation-failed for a date
 *   that can't be promised, or a come-back of a ticket that doesn't exist; as finishWhileWaiting does
 */
export async function createRepair(deps: Deps, input: Intake): Promise<TakenIn> {
  const { database } = deps;
  const { finish } = input;
  const now = deps.clock();
  const { prepared, ...taken } = await database.transact(async (tx) => {
    // All at once: each round trip to an outside database costs more than what it does there.
    await dialectOf(tx).lock(
      tx,
      `repair ${input.repairId}`,
      ...(finish ? [`payment ${finish.paymentId}`] : []),
      ...(input.visitId === null ? [] : [`visit ${input.visitId}`]),
      `intake ${phoneKey(input.customerPhone)}`,
      // What is not an address belongs to no one: then waiting for the phone's turn is enough.
      ...(isEmailAddress(input.customerEmail)
        ? [`client ${input.customerEmail.toLowerCase()}`]
        : []),
    );
    const existing = await findRepair(tx, input.repairId);
    if (existing) {
      const client = await readClientAtIntake(tx, existing.ticketNumber);
      const repair = finish
        ? await finishStored(tx, input.repairId, finish, now, finishPath)
        : existing;
      return { ...client, repair, prepared: null, isRepeat: true };
    }
    if (await isRepairIdTaken(tx, input.repairId)) throw new Problem('repair-id-taken');
    await checkPromise(tx, now, input.expectedOn);
    await refuseRepeat(tx, input, deps.clock());
    const created = { ...(await insertNew(tx, input, now)), isRepeat: false };
    const { repair } = created;
    if (finish) return { ...created, prepared: null };
    const body = await shopText(
      tx,
      { kind: 'created', ...textSubject(repair) },
      repair.customerLanguage,
    );
    const text = await prepareCustomerText(tx, repair, 'created', body, isoTime(now));
    return { ...created, prepared: text };
  });
  const { repair } = taken;
  if (finish) return { ...taken, sms: null };
  if (prepared === null) {
    const sms = await smsResultOfNewest(database.read, repair, 'created');
    return { ...taken, sms };
  }
  const sms = await deliverCustomerText(deps, prepared);
  return { ...taken, repair: { ...repair, smsSent: sms.state === 'sent' }, sms };
}

/**
 * Undoes what taking in the ticket changed on its client.
 *
 * @returns the client as it is now; unchanged if there is nothing to undo
 * @throws Problem repair-not-found, client-not-found, client-changed-since
 */
export function undoClientChanges({ database, clock }: Deps, reference: string): Promise<Client> {
  return database.transact(async (tx) => {
    const { ticketNumber, clientId } = await getRepair(tx, reference);
    const { clientChanges } = await readClientAtIntake(tx, ticketNumber);
    if (clientChanges === null) return getClient(tx, clientId);
    return restoreClientDetails(tx, clientChanges, isoTime(clock()));
  });
}
