import { randomInt } from 'node:crypto';
import type { Checked } from '../../domain/api.ts';
import type { ClientChanges, Repair } from '../../domain/api-answers.ts';
import { duplicateWindowMs, judgeSubmission, phoneKey } from '../../domain/intake-rules.ts';
import { Problem } from '../../domain/problems.ts';
import { repairSearchLine } from '../../domain/search-text.ts';
import { freeTicketNumber } from '../../domain/ticket-number.ts';
import { record } from '../changes/record.ts';
import type { ClientActions } from '../clients/actions.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Handle } from '../database/tables.ts';
import { clientChangesAtIntake, wasDeleted } from '../events/store.ts';
import { newId } from '../ids.ts';
import type { TextActions } from '../texts/actions.ts';
import { phoneOptedOutAt } from '../texts/opt-outs.ts';
import type { Wording } from '../texts/wording.ts';
import { customerTexts, type WithSms } from './customer-text.ts';
import { centsOrNull, pickEdited, untouched } from './fields.ts';
import { findRepair, insertTicket, isTicketNumberTaken, recentSubmissions } from './store.ts';

interface Parts {
  database: Database;
  clients: ClientActions;
  texts: TextActions;
  wording: Wording;
  clock: Clock;
}

/** What happens to a ticket at the counter. */
export function intake({ database, clients, texts, wording, clock }: Parts) {
  const { dialect } = database;
  const told = customerTexts(texts);

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
  ): Promise<{ repair: Repair; clientChanges: ClientChanges | null }> {
    const client = await clients.forIntake(
      tx,
      input,
      {
        name: input.customerName,
        email: input.customerEmail,
        phone: input.customerPhone,
        address: input.customerAddress,
      },
      at,
    );
    const ticketNumber = await freeTicketNumber(clock(), randomInt, (candidate) =>
      isTicketNumberTaken(tx, candidate),
    );
    const id = newId(Date.parse(at));
    const repair = await insertTicket(
      tx,
      {
        id,
        repair_id: input.repairId,
        ticket_number: ticketNumber,
        client_id: client.id,
        phone_key: phoneKey(input.customerPhone),
        watch_brand: input.watchBrand,
        watch_model: input.watchModel,
        serial_number: input.serialNumber,
        issue_description: input.issue,
        ...untouched,
        is_same_day: input.isSameDay ? 1 : 0,
        price_cents: centsOrNull(input.repairPrice),
        price_notes: input.priceNotes,
        search_text: repairSearchLine({ ...input, ticketNumber }),
        created_at: at,
        updated_at: at,
      },
      { ...client.fields, optedOutAt: await phoneOptedOutAt(tx, client.fields.phone) },
    );
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
            ...(client.changes === null ? {} : { clientChanges: client.changes }),
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
    return { repair, clientChanges: client.changes };
  }

  return {
    /**
     * Takes in a repair and tells the customer. The same `repairId` again answers with the ticket
     * that exists.
     *
     * @throws Problem duplicate-submission, submission-rate, client-not-found, repair-id-taken
     */
    async takeIn(
      input: Checked<'createRepair', 'body'>,
    ): Promise<WithSms & { clientChanges: ClientChanges | null; isRepeat: boolean }> {
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
          const clientChanges = await clientChangesAtIntake(tx, existing.ticketNumber);
          return { repair: existing, clientChanges, prepared: null };
        }
        if (await wasDeleted(tx, input.repairId)) throw new Problem('repair-id-taken');
        await assertWelcome(tx, input);
        const { repair, clientChanges } = await insertNew(tx, input, at);
        const body = wording.created(repair);
        const prepared = await told.prepare(tx, repair, 'created', body, at);
        return { repair, clientChanges, prepared };
      });
      const { repair, clientChanges, prepared } = outcome;
      if (prepared === null) {
        const sms = await texts.resultOf(database.read, repair.ticketNumber, 'created');
        return { repair, sms, clientChanges, isRepeat: true };
      }
      const sms = await told.finish(prepared);
      return {
        repair: { ...repair, smsSent: sms.state === 'sent' },
        sms,
        clientChanges,
        isRepeat: false,
      };
    },
  };
}

function pick({ watchBrand, watchModel, issue }: Checked<'createRepair', 'body'>) {
  return { watchBrand, watchModel, issue };
}

function atIntake(repair: Repair) {
  const { ticketNumber, status, isSameDay } = repair;
  return { ticketNumber, status, isSameDay, ...pickEdited(repair) };
}
