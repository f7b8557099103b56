import { randomInt } from 'node:crypto';
import type { Checked } from '../../domain/api.ts';
import type { Client, Repair } from '../../domain/api-answers.ts';
import { clientOf } from '../../domain/client-fields.ts';
import { pickFields, toColumns } from '../../domain/field-list.ts';
import { duplicateWindowMs, judgeSubmission } from '../../domain/intake-rules.ts';
import { phoneKey } from '../../domain/phone.ts';
import { Problem } from '../../domain/problems.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import { repairSearchLine } from '../../domain/search-text.ts';
import { composeText } from '../../domain/texts.ts';
import { freeTicketNumber } from '../../domain/ticket-number.ts';
import type { ClientActions } from '../clients/actions.ts';
import { findClient } from '../clients/store.ts';
import { isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import { clientAtIntake, wasDeleted } from '../shop/history/store.ts';
import { smsResultOfNewest, textSubject } from '../texts/sending.ts';
import { deliverCustomerText, prepareCustomerText, type WithSms } from './customer-text.ts';
import { untouched } from './fields.ts';
import {
  findRepair,
  getRepair,
  insertTicket,
  isTicketNumberTaken,
  recentSubmissions,
} from './store.ts';

type ClientOutcome = Awaited<ReturnType<typeof clientAtIntake>>;

interface Parts extends Deps {
  clients: ClientActions;
}

/** What happens to a ticket at the counter. */
export function intake(deps: Parts) {
  const { database, clients, shop, clock } = deps;
  const { dialect } = database;

  async function assertWelcome(tx: Handle, input: Checked<'createRepair', 'body'>): Promise<void> {
    const key = phoneKey(input.customerPhone);
    const now = clock();
    const verdict = judgeSubmission(
      { phone: key, ...pick(input) },
      await recentSubmissions(tx, key, isoTime(now - duplicateWindowMs)),
      now,
    );
    if (verdict.kind === 'duplicate') {
      throw new Problem('duplicate-submission', { extra: { ticketNumber: verdict.ticketNumber } });
    }
    if (verdict.kind === 'too-soon') {
      throw new Problem('submission-rate', { retryAfterSeconds: verdict.retryAfterSeconds });
    }
  }

  async function insertNew(
    tx: Handle,
    input: Checked<'createRepair', 'body'>,
    at: string,
  ): Promise<ClientOutcome & { repair: Repair }> {
    const client = await clients.forIntake(tx, input, clientOf(input), at);
    const ticketNumber = await freeTicketNumber(clock(), randomInt, (candidate) =>
      isTicketNumberTaken(tx, candidate),
    );
    const id = newId(Date.parse(at));
    await insertTicket(tx, {
      id,
      repair_id: input.repairId,
      ticket_number: ticketNumber,
      client_id: client.id,
      phone_key: phoneKey(input.customerPhone),
      ...toColumns(repairFields, input),
      ...untouched,
      is_same_day: input.isSameDay ? 1 : 0,
      search_text: repairSearchLine({
        ...input,
        ticketNumber,
        customerName: client.fields.name,
        customerPhone: client.fields.phone,
      }),
      created_at: at,
      updated_at: at,
    });
    const repair = await getRepair(tx, input.repairId);
    await record(tx, dialect, {
      at,
      events: [
        {
          kind: 'repair-created',
          actor: 'staff',
          ticketNumber,
          repairId: input.repairId,
          clientId: client.id,
          data: {
            before: null,
            after: atIntake(repair),
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
    return { repair, clientChanges: client.changes, unconfirmedChanges: client.unconfirmed };
  }

  return {
    /**
     * Takes in a repair and tells the customer. The same `repairId` again answers with the ticket
     * that exists.
     *
     * @throws Problem duplicate-submission, submission-rate, client-not-found,
     *   client-changes-unconfirmed, repair-id-taken
     */
    async takeIn(
      input: Checked<'createRepair', 'body'>,
    ): Promise<WithSms & ClientOutcome & { isRepeat: boolean }> {
      const at = isoTime(clock());
      const outcome = await database.transact(async (tx) => {
        // All in one go: each way to a database of its own costs more than what is asked there.
        await dialect.lock(
          tx,
          `repair ${input.repairId}`,
          `intake ${phoneKey(input.customerPhone)}`,
          `client ${input.customerEmail.toLowerCase()}`,
        );
        const existing = await findRepair(tx, input.repairId);
        if (existing) {
          const client = await clientAtIntake(tx, existing.ticketNumber);
          return { ...client, repair: existing, prepared: null };
        }
        if (await wasDeleted(tx, input.repairId)) throw new Problem('repair-id-taken');
        await assertWelcome(tx, input);
        const taken = await insertNew(tx, input, at);
        const { repair } = taken;
        const body = composeText(shop, { kind: 'created', ...textSubject(repair) });
        const prepared = await prepareCustomerText(tx, repair, 'created', body, at);
        return { ...taken, prepared };
      });
      const { prepared, ...taken } = outcome;
      const { repair } = taken;
      if (prepared === null) {
        const sms = await smsResultOfNewest(database.read, repair.ticketNumber, 'created');
        return { ...taken, sms, isRepeat: true };
      }
      const sms = await deliverCustomerText(deps, prepared);
      return {
        ...taken,
        repair: { ...repair, smsSent: sms.state === 'sent' },
        sms,
        isRepeat: false,
      };
    },

    /**
     * Gives a client back what taking in the ticket has changed.
     *
     * @returns the client as it stands now; unchanged where there is nothing to undo
     * @throws Problem repair-not-found, client-not-found, client-changed-since
     */
    async undoClientChanges(reference: string): Promise<Client> {
      return database.transact(async (tx) => {
        const { ticketNumber, clientId } = await getRepair(tx, reference);
        const { clientChanges } = await clientAtIntake(tx, ticketNumber);
        if (clientChanges) return clients.putBack(tx, clientChanges, isoTime(clock()));
        const client = await findClient(tx, clientId);
        if (!client) throw new Problem('client-not-found');
        return client;
      });
    },
  };
}

function pick({ watchBrand, watchModel, issue }: Checked<'createRepair', 'body'>) {
  return { watchBrand, watchModel, issue };
}

function atIntake(repair: Repair) {
  const { ticketNumber, status, isSameDay } = repair;
  return { ticketNumber, status, isSameDay, ...pickFields(repairFields, repair) };
}
