import { randomInt } from 'node:crypto';
import type { Checked } from '../../domain/api.ts';
import type { Client, Repair } from '../../domain/api-answers.ts';
import { clientOf } from '../../domain/client-fields.ts';
import { clientDifferences, replacesPerson } from '../../domain/client-matching.ts';
import { pickFields, toColumns } from '../../domain/field-list.ts';
import { isEmailAddress } from '../../domain/field-schemas.ts';
import { phoneKey } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import { repairSearchLine } from '../../domain/search-lines.ts';
import { duplicateWindowMs, judgeSubmission } from '../../domain/submissions.ts';
import { freeTicketNumber } from '../../domain/ticket-number.ts';
import { isoTime } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { clientOfNewTicket, putClientBack } from '../clients/actions.ts';
import { clientOfVisit, getClient } from '../clients/store.ts';
import { dialectOf } from '../database/dialect.ts';
import type { Handle } from '../database/tables.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { shopText, smsResultOfNewest, textSubject } from '../texts/sending.ts';
import { deliverCustomerText, prepareCustomerText, type WithSms } from './actions.ts';
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
  recentSubmissions,
  untouched,
} from './store.ts';

type Intake = Checked<'createRepair', 'body'>;

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
 * Whose visit a repair belongs to; null where it is the first of its visit.
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

async function insertNew(
  tx: Handle,
  input: Intake,
  now: number,
): Promise<ClientAtIntake & { repair: Repair }> {
  const at = isoTime(now);
  const { repairId } = input;
  const visitorId = await visitorOf(tx, input);
  const client = await clientOfNewTicket(tx, { ...input, visitorId }, clientOf(input), at);
  const ticketNumber = await freeTicketNumber(now, randomInt, (candidate) =>
    isTicketNumberTaken(tx, candidate),
  );
  const id = newId(now);
  const atIntake = { clientChanges: client.changes, unconfirmedChanges: client.unconfirmed };
  await insertTicket(tx, {
    id,
    repair_id: repairId,
    ticket_number: ticketNumber,
    client_id: client.id,
    phone_key: phoneKey(input.customerPhone),
    ...toColumns(repairFields, input),
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
      },
      [],
    ),
    client_at_intake: writeClientAtIntake(atIntake),
    created_at: at,
    updated_at: at,
  });
  const repair = await getRepair(tx, repairId);
  const { status, isSameDay } = repair;
  await record(tx, {
    at,
    events: [
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
        },
      },
    ],
    changes: [
      { entity: 'repair', id, what: 'created', ticketNumber },
      ...(client.isNew
        ? [{ entity: 'client' as const, id: client.id, what: 'created', ticketNumber: null }]
        : []),
    ],
  });
  return { repair, ...atIntake };
}

/**
 * Takes in a repair and notifies the customer. The same `repairId` again answers with the ticket
 * that exists.
 *
 * @throws Problem duplicate-submission, submission-rate, client-not-found,
 *   client-changes-unconfirmed, visit-of-another-client, repair-id-taken; validation-failed for a date
 *   that cannot be promised
 */
export async function createRepair(
  deps: Deps,
  input: Intake,
): Promise<WithSms & ClientAtIntake & { isRepeat: boolean }> {
  const { database } = deps;
  const now = deps.clock();
  const { prepared, ...taken } = await database.transact(async (tx) => {
    // All at once: each round trip to an outside database costs more than what it does there.
    await dialectOf(tx).lock(
      tx,
      `repair ${input.repairId}`,
      ...(input.visitId === null ? [] : [`visit ${input.visitId}`]),
      `intake ${phoneKey(input.customerPhone)}`,
      // What is not an address belongs to no one: for those, waiting for the phone's turn is enough.
      ...(isEmailAddress(input.customerEmail)
        ? [`client ${input.customerEmail.toLowerCase()}`]
        : []),
    );
    const existing = await findRepair(tx, input.repairId);
    if (existing) {
      const client = await readClientAtIntake(tx, existing.ticketNumber);
      return { ...client, repair: existing, prepared: null };
    }
    if (await isRepairIdTaken(tx, input.repairId)) throw new Problem('repair-id-taken');
    await checkPromise(tx, now, input.expectedOn);
    await refuseRepeat(tx, input, deps.clock());
    const created = await insertNew(tx, input, now);
    const { repair } = created;
    const body = await shopText(tx, { kind: 'created', ...textSubject(repair) });
    const text = await prepareCustomerText(tx, repair, 'created', body, isoTime(now));
    return { ...created, prepared: text };
  });
  const { repair } = taken;
  if (prepared === null) {
    const sms = await smsResultOfNewest(database.read, repair.ticketNumber, 'created');
    return { ...taken, sms, isRepeat: true };
  }
  const sms = await deliverCustomerText(deps, prepared);
  return { ...taken, repair: { ...repair, smsSent: sms.state === 'sent' }, sms, isRepeat: false };
}

/**
 * Restores what taking in the ticket has changed on its client.
 *
 * @returns the client as it stands now; unchanged where there is nothing to undo
 * @throws Problem repair-not-found, client-not-found, client-changed-since
 */
export function undoClientChanges({ database, clock }: Deps, reference: string): Promise<Client> {
  return database.transact(async (tx) => {
    const { ticketNumber, clientId } = await getRepair(tx, reference);
    const { clientChanges } = await readClientAtIntake(tx, ticketNumber);
    if (clientChanges === null) return getClient(tx, clientId);
    return putClientBack(tx, clientChanges, isoTime(clock()));
  });
}
