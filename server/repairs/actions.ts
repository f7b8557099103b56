import { randomInt } from 'node:crypto';
import type { Checked } from '../../domain/api.ts';
import type { ClientChanges, Repair, SmsResult } from '../../domain/api-answers.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import { declinedCompletionNote } from '../../domain/estimate-response.ts';
import { duplicateWindowMs, judgeSubmission, phoneKey } from '../../domain/intake-rules.ts';
import { centsFromDollars } from '../../domain/money.ts';
import { Problem } from '../../domain/problems.ts';
import type { RepairAction } from '../../domain/repair-status.ts';
import { repairSearchLine } from '../../domain/search-text.ts';
import type { Technician } from '../../domain/shop-config.ts';
import type { MessageKind } from '../../domain/text-kinds.ts';
import { freeTicketNumber } from '../../domain/ticket-number.ts';
import { record } from '../changes/record.ts';
import type { ClientActions } from '../clients/actions.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Handle } from '../database/tables.ts';
import { moveCurrent } from '../estimates/store.ts';
import { clientChangesAtIntake, wasDeleted } from '../events/store.ts';
import { newId } from '../ids.ts';
import type { PhotoLinks } from '../photos/links.ts';
import type { TextActions } from '../texts/actions.ts';
import { phoneOptedOutAt } from '../texts/opt-outs.ts';
import type { OutgoingText } from '../texts/sender.ts';
import { rewordUnsent } from '../texts/store.ts';
import type { Wording } from '../texts/wording.ts';
import {
  findRepair,
  getRepair,
  insertTicket,
  isTicketNumberTaken,
  recentSubmissions,
  softDeleteTicket,
  takeAction,
} from './store.ts';

export type RepairActions = ReturnType<typeof repairActions>;

interface Parts {
  database: Database;
  clients: ClientActions;
  texts: TextActions;
  wording: Wording;
  photoLinks: PhotoLinks;
  technicians: readonly Technician[];
  clock: Clock;
}

/** The text that is about to leave, or why there is none. */
type PreparedText = { text: OutgoingText } | { refusal: Problem };

interface WithSms {
  repair: Repair;
  sms: SmsResult;
}

const centsOrNull = (dollars: number | null) =>
  dollars === null ? null : centsFromDollars(dollars);

/** What happens to a ticket from the counter to the pick-up. */
export function repairActions(parts: Parts) {
  const { database, clients, texts, wording, photoLinks, technicians, clock } = parts;
  const { dialect } = database;

  /** Writes an event and a change for something that staff did to a ticket. */
  async function note(
    tx: Handle,
    repair: Repair,
    at: string,
    kind: string,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    await record(tx, dialect, {
      at,
      events: [{ kind, actor: 'staff', ticketNumber: repair.ticketNumber, data }],
      changes: [
        {
          entity: 'repair',
          id: repair.id,
          what: kind.replace('repair-', ''),
          ticketNumber: repair.ticketNumber,
        },
      ],
    });
  }

  /** Records the text that is to go out, or says why it cannot. */
  async function prepareText(
    tx: Handle,
    repair: Repair,
    kind: MessageKind,
    body: string,
    at: string,
  ): Promise<PreparedText> {
    try {
      const phone = texts.sendableTo(repair);
      const { ticketNumber } = repair;
      return { text: await texts.prepare(tx, { kind, ticketNumber, phone, body }, at) };
    } catch (error) {
      if (error instanceof Problem) return { refusal: error };
      throw error;
    }
  }

  async function finishText(prepared: PreparedText): Promise<SmsResult> {
    return 'text' in prepared
      ? texts.deliverSoon(prepared.text)
      : { state: 'failed', detail: prepared.refusal.message };
  }

  /** Puts the completion photo into the text where the customer can open it. */
  async function withPhoto(prepared: PreparedText, repair: Repair): Promise<PreparedText> {
    if (!('text' in prepared) || repair.completedPhotoUrl === null) return prepared;
    const link = await photoLinks.linkIfReachable(repair.completedPhotoUrl);
    if (link === null) return prepared;
    const text = { ...prepared.text, body: wording.donePhoto(repair, link) };
    await database.transact((tx) => rewordUnsent(tx, text.reference, text.body));
    return { text };
  }

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
        status: 'pending',
        is_same_day: input.isSameDay ? 1 : 0,
        price_cents: centsOrNull(input.repairPrice),
        price_notes: input.priceNotes,
        initial_photo_url: null,
        completed_photo_url: null,
        completed_at: null,
        completion_notes: null,
        assigned_to: null,
        assigned_watchmaker: null,
        sms_sent: 0,
        search_text: repairSearchLine({ ...input, ticketNumber }),
        created_at: at,
        updated_at: at,
        deleted_at: null,
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

  /** A same-day flag and edits of the fields are two actions: each asks the table for itself. */
  async function editInOne(
    tx: Handle,
    reference: string,
    edit: Checked<'editRepair', 'body'>,
  ): Promise<Repair> {
    const at = isoTime(clock());
    const { ticketNumber } = await getRepair(tx, reference);
    // What is not edited is written back as it was read: two edits at once take turns.
    await dialect.lock(tx, `edit ${ticketNumber}`);
    const before = await getRepair(tx, reference);
    const { isSameDay, repairPrice, ...fields } = edit;
    if (isSameDay !== undefined && isSameDay !== before.isSameDay) {
      const repair = await takeAction(tx, reference, 'toggle-same-day', {
        is_same_day: isSameDay ? 1 : 0,
        updated_at: at,
      });
      await note(tx, repair, at, 'repair-same-day', {
        isSameDay,
        ...changedFields({ isSameDay: before.isSameDay }, { isSameDay }),
      });
    }
    if (repairPrice === undefined && Object.values(fields).every((value) => value === undefined)) {
      return getRepair(tx, reference);
    }
    const next = {
      watchBrand: fields.watchBrand ?? before.watchBrand,
      watchModel: fields.watchModel ?? before.watchModel,
      serialNumber: fields.serialNumber === undefined ? before.serialNumber : fields.serialNumber,
      issue: fields.issue ?? before.issue,
      repairPrice: repairPrice === undefined ? before.repairPrice : repairPrice,
      priceNotes: fields.priceNotes === undefined ? before.priceNotes : fields.priceNotes,
    };
    const repair = await takeAction(tx, reference, 'edit', {
      watch_brand: next.watchBrand,
      watch_model: next.watchModel,
      serial_number: next.serialNumber,
      issue_description: next.issue,
      price_cents: centsOrNull(next.repairPrice),
      price_notes: next.priceNotes,
      search_text: repairSearchLine({ ...before, ...next }),
      updated_at: at,
    });
    await note(tx, repair, at, 'repair-edited', { ...changedFields(pickEdited(before), next) });
    return repair;
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
        const prepared = await prepareText(tx, repair, 'created', body, at);
        return { repair, clientChanges, prepared };
      });
      const { repair, clientChanges, prepared } = outcome;
      if (prepared === null) {
        const sms = await texts.resultOf(database.read, repair.ticketNumber, 'created');
        return { repair, sms, clientChanges, isRepeat: true };
      }
      const sms = await finishText(prepared);
      return {
        repair: { ...repair, smsSent: sms.state === 'sent' },
        sms,
        clientChanges,
        isRepeat: false,
      };
    },

    /** @throws Problem repair-not-found, repair-status */
    edit: (reference: string, edit: Checked<'editRepair', 'body'>): Promise<Repair> =>
      database.transact((tx) => editInOne(tx, reference, edit)),

    /**
     * Gives a repair to a technician: a pending one, one whose estimate was accepted, or, naming
     * who has it now, one that is already at the bench.
     *
     * @throws Problem technician-not-found, repair-not-found, repair-status
     */
    async assign(
      reference: string,
      technicianId: string,
      fromTechnicianId: string | null,
    ): Promise<Repair> {
      const technician = technicians.find(({ id }) => id === technicianId);
      if (!technician) {
        throw new Problem('technician-not-found', {
          errors: [{ path: 'technicianId', message: 'Please select a technician' }],
        });
      }
      const at = isoTime(clock());
      const patch = {
        assigned_to: technician.id,
        assigned_watchmaker: technician.name,
        updated_at: at,
      };
      return database.transact(async (tx) => {
        const before = await getRepair(tx, reference);
        const action: RepairAction =
          fromTechnicianId !== null
            ? 'reassign'
            : before.status === 'estimate-accepted'
              ? 'assign-accepted'
              : 'assign';
        const repair = await takeAction(
          tx,
          reference,
          action,
          patch,
          fromTechnicianId === null ? {} : { assigned_to: fromTechnicianId },
        );
        if (action === 'assign-accepted') {
          await moveCurrent(tx, repair.ticketNumber, ['accepted'], 'assigned');
        }
        await note(
          tx,
          repair,
          at,
          action === 'reassign' ? 'repair-reassigned' : 'repair-assigned',
          { technician: technician.name, ...changedFields(pickWork(before), pickWork(repair)) },
        );
        return repair;
      });
    },

    /** Begins work. @throws Problem repair-not-found, repair-status */
    async start(reference: string): Promise<Repair> {
      const at = isoTime(clock());
      return database.transact(async (tx) => {
        const before = await getRepair(tx, reference);
        const repair = await takeAction(tx, reference, 'start', { updated_at: at });
        await note(tx, repair, at, 'repair-started', {
          ...changedFields(pickWork(before), pickWork(repair)),
        });
        return repair;
      });
    },

    /**
     * Completes a repair, or closes one whose estimate was declined, and tells the customer.
     *
     * @throws Problem repair-not-found, repair-status
     */
    async complete(
      reference: string,
      notes: string | null,
      outcome: 'approved' | 'declined',
    ): Promise<WithSms> {
      const at = isoTime(clock());
      const isDeclined = outcome === 'declined';
      const { repair, prepared } = await database.transact(async (tx) => {
        const before = await getRepair(tx, reference);
        const done = await takeAction(
          tx,
          reference,
          isDeclined ? 'complete-declined' : 'complete',
          {
            completed_at: at,
            completion_notes: notes ?? (isDeclined ? declinedCompletionNote : null),
            updated_at: at,
          },
        );
        await moveCurrent(
          tx,
          done.ticketNumber,
          isDeclined ? ['declined'] : ['assigned'],
          'completed',
        );
        const body = isDeclined ? wording.doneDeclined(done) : wording.done(done);
        const text = await prepareText(tx, done, 'done', body, at);
        await note(tx, done, at, 'repair-completed', {
          outcome,
          ...changedFields(pickWork(before), pickWork(done)),
        });
        return { repair: done, prepared: text };
      });
      const sms = await finishText(isDeclined ? prepared : await withPhoto(prepared, repair));
      return { repair: { ...repair, smsSent: repair.smsSent || sms.state === 'sent' }, sms };
    },

    /**
     * Deletes a repair with its estimates, texts and photos, with a way back
     * (docs/decisions/history-and-deletion.md).
     *
     * @throws Problem repair-not-found
     */
    async remove(reference: string): Promise<void> {
      const at = isoTime(clock());
      await database.transact(async (tx) => {
        const { id, repairId, ticketNumber } = await getRepair(tx, reference);
        if (!(await softDeleteTicket(tx, ticketNumber, at))) throw new Problem('repair-not-found');
        const data = { ...changedFields({ deleted: false }, { deleted: true }) };
        await record(tx, dialect, {
          at,
          events: [{ kind: 'repair-deleted', actor: 'staff', ticketNumber, repairId, data }],
          changes: [{ entity: 'repair', id, what: 'deleted', ticketNumber }],
        });
      });
    },
  };
}

function pick({ watchBrand, watchModel, issue }: Checked<'createRepair', 'body'>) {
  return { watchBrand, watchModel, issue };
}

function pickEdited(repair: Repair) {
  const { watchBrand, watchModel, serialNumber, issue, repairPrice, priceNotes } = repair;
  return { watchBrand, watchModel, serialNumber, issue, repairPrice, priceNotes };
}

/** What changes with the work on a ticket. */
function pickWork({ status, assignedTo, assignedWatchmaker, completionNotes }: Repair) {
  return { status, assignedTo, assignedWatchmaker, completionNotes };
}

function atIntake(repair: Repair) {
  const { ticketNumber, status, isSameDay } = repair;
  return { ticketNumber, status, isSameDay, ...pickEdited(repair) };
}
