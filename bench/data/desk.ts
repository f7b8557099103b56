import { changedFields } from '../../domain/changed-fields.ts';
import { declinedCompletionNote } from '../../domain/estimate-response.ts';
import { phoneKey } from '../../domain/intake-rules.ts';
import { dollarsFromCents } from '../../domain/money.ts';
import { type PhotoKind, photoName, photoUrl } from '../../domain/photo-name.ts';
import {
  isAllowed,
  type RepairAction,
  statusAfter,
  statusAfterEstimateDeleted,
} from '../../domain/repair-status.ts';
import { repairSearchLine } from '../../domain/search-text.ts';
import type { Technician } from '../../domain/shop-config.ts';
import type { Chance } from '../../scripts/demo/chance.ts';
import type { Job } from '../../scripts/demo/job.ts';
import type { Watch } from '../../scripts/demo/watches.ts';
import type {
  ClientsTable,
  EstimatesTable,
  RepairTicketsTable,
} from '../../server/database/tables.ts';
import { untouched } from '../../server/repairs/fields.ts';
import { isoTime, type Ledger } from './ledger.ts';
import type { Texting } from './texting.ts';

/** A photo that a ticket names and that is still to be drawn. */
export interface PhotoOrder {
  name: string;
  kind: PhotoKind;
  watch: Watch;
}

interface Parts {
  client: ClientsTable;
  ledger: Ledger;
  chance: Chance;
  newId: (milliseconds: number) => string;
  newTicketNumber: (now: number) => string;
  texting: () => Texting;
  photos: PhotoOrder[];
}

type EventKind =
  | 'repair-created'
  | 'repair-edited'
  | 'repair-same-day'
  | 'repair-assigned'
  | 'repair-reassigned'
  | 'repair-started'
  | 'repair-completed'
  | 'photo-added';

/** What an edit may change. */
export type Edit = Partial<
  Pick<RepairTicketsTable, 'serial_number' | 'price_cents' | 'price_notes' | 'issue_description'>
>;

const edited = (row: RepairTicketsTable) => ({
  watchBrand: row.watch_brand,
  watchModel: row.watch_model,
  serialNumber: row.serial_number,
  issue: row.issue_description,
  repairPrice: row.price_cents === null ? null : dollarsFromCents(row.price_cents),
  priceNotes: row.price_notes,
});

const work = (row: RepairTicketsTable) => ({
  status: row.status,
  assignedTo: row.assigned_to,
  assignedWatchmaker: row.assigned_watchmaker,
  completionNotes: row.completion_notes,
});

const photosOf = (row: RepairTicketsTable) => ({
  initialPhotoUrl: row.initial_photo_url,
  completedPhotoUrl: row.completed_photo_url,
});

const estimated = (row: RepairTicketsTable, estimate: EstimatesTable | undefined) => ({
  status: row.status,
  estimatePrice: estimate ? dollarsFromCents(estimate.estimate_price_cents) : null,
  estimateNotes: estimate?.notes ?? null,
});

const watchOf = (row: RepairTicketsTable) => `${row.watch_brand} ${row.watch_model}`;

/**
 * What staff do at the counter with one client's watches: the verbs of the product's own actions,
 * on rows in memory. Every change of a status goes through the one transition table.
 */
export function deskFor({
  client,
  ledger,
  chance,
  newId,
  newTicketNumber,
  texting,
  photos,
}: Parts) {
  const tickets = new Map<string, RepairTicketsTable>();
  let estimates: EstimatesTable[] = [];

  const searchText = (row: RepairTicketsTable) =>
    repairSearchLine({
      ticketNumber: row.ticket_number,
      customerName: client.name,
      customerPhone: client.phone,
      watchBrand: row.watch_brand,
      watchModel: row.watch_model,
      serialNumber: row.serial_number,
    });

  /** Two things may happen within a second; the later one says when the ticket last changed. */
  function touch(row: RepairTicketsTable, at: string): void {
    if (row.updated_at < at) row.updated_at = at;
  }

  /** @returns whether the table allows it; the ticket has moved then */
  function take(row: RepairTicketsTable, action: RepairAction, at: string): boolean {
    const status = statusAfter(action, row.status);
    if (status === null || status === 'gone') return false;
    row.status = status;
    touch(row, at);
    return true;
  }

  function note(
    row: RepairTicketsTable,
    at: string,
    kind: EventKind,
    data: Record<string, unknown> = {},
  ): void {
    const what = kind === 'photo-added' ? 'photo' : kind.replace('repair-', '');
    ledger.record(
      at,
      [{ kind, actor: 'staff', ticket_number: row.ticket_number, data }],
      [{ entity: 'repair', entity_id: row.id, what, ticket_number: row.ticket_number }],
    );
  }

  const currentOf = (row: RepairTicketsTable) =>
    estimates.find((each) => each.repair_id === row.ticket_number && each.replaced_at === null);

  /** Estimates are told of together with their ticket. */
  function noteEstimate(
    row: RepairTicketsTable,
    at: string,
    event: { kind: string; actor: 'staff' | 'customer'; data: Record<string, unknown> },
    estimateId: string,
    what: { estimate: string; repair: string },
  ): void {
    const { ticket_number } = row;
    ledger.record(
      at,
      [{ ...event, ticket_number }],
      [
        { entity: 'estimate', entity_id: estimateId, what: what.estimate, ticket_number },
        { entity: 'repair', entity_id: row.id, what: what.repair, ticket_number },
      ],
    );
  }

  function edit(row: RepairTicketsTable, changes: Edit, now: number): boolean {
    const before = edited(row);
    if (!take(row, 'edit', isoTime(now))) return false;
    Object.assign(row, changes);
    row.search_text = searchText(row);
    note(row, row.updated_at, 'repair-edited', { ...changedFields(before, edited(row)) });
    return true;
  }

  return {
    ticketOf: (ticketNumber: string) => tickets.get(ticketNumber),
    tickets: () => [...tickets.values()],
    estimates: () => estimates,
    currentOf,
    edit,

    takeIn(watch: Watch, job: Job, isNewClient: boolean, now: number): RepairTicketsTable {
      const at = isoTime(now);
      const row: RepairTicketsTable = {
        id: newId(now),
        repair_id: chance.uuid(),
        ticket_number: newTicketNumber(now),
        client_id: client.id,
        phone_key: phoneKey(client.phone),
        watch_brand: watch.brand,
        watch_model: watch.model,
        serial_number: watch.serial,
        issue_description: job.request,
        ...untouched,
        is_same_day: job.isSameDay ? 1 : 0,
        price_cents: job.isQuoted ? null : job.cents,
        price_notes: job.priceNotes,
        search_text: '',
        created_at: at,
        updated_at: at,
      };
      row.search_text = searchText(row);
      tickets.set(row.ticket_number, row);
      ledger.rows.repair_tickets.push(row);
      const { ticket_number, repair_id } = row;
      ledger.record(
        at,
        [
          {
            kind: 'repair-created',
            actor: 'staff',
            ticket_number,
            repair_id,
            client_id: client.id,
            data: {
              before: null,
              after: {
                ticketNumber: ticket_number,
                status: row.status,
                isSameDay: row.is_same_day === 1,
                ...edited(row),
              },
              isNewClient,
            },
          },
        ],
        [
          { entity: 'repair', entity_id: row.id, what: 'created', ticket_number },
          ...(isNewClient
            ? [
                {
                  entity: 'client' as const,
                  entity_id: client.id,
                  what: 'created',
                  ticket_number: null,
                },
              ]
            : []),
        ],
      );
      const text = { kind: 'created' as const, ticketNumber: ticket_number, watch: watchOf(row) };
      texting().send('created', text, ticket_number, now);
      return row;
    },

    addPhoto(row: RepairTicketsTable, watch: Watch, kind: PhotoKind, now: number): void {
      const name = photoName(row.repair_id, kind, now);
      const before = photosOf(row);
      row[kind === 'initial' ? 'initial_photo_url' : 'completed_photo_url'] = photoUrl(name);
      const at = isoTime(now);
      touch(row, at);
      note(row, at, 'photo-added', { photo: kind, ...changedFields(before, photosOf(row)) });
      photos.push({ name, kind, watch });
    },

    toggleSameDay(row: RepairTicketsTable, now: number): void {
      if (!take(row, 'toggle-same-day', isoTime(now))) return;
      row.is_same_day = row.is_same_day === 1 ? 0 : 1;
      const isSameDay = row.is_same_day === 1;
      const changes = changedFields({ isSameDay: !isSameDay }, { isSameDay });
      note(row, row.updated_at, 'repair-same-day', { isSameDay, ...changes });
    },

    /** From the dialog, from the estimates list, or on to another technician, as the ticket stands. */
    assign(row: RepairTicketsTable, technician: Technician, now: number): boolean {
      const action: RepairAction = isAllowed('reassign', row.status)
        ? 'reassign'
        : row.status === 'estimate-accepted'
          ? 'assign-accepted'
          : 'assign';
      const before = work(row);
      if (!take(row, action, isoTime(now))) return false;
      row.assigned_to = technician.id;
      row.assigned_watchmaker = technician.name;
      const estimate = currentOf(row);
      if (action === 'assign-accepted' && estimate) estimate.status = 'assigned';
      const kind = action === 'reassign' ? 'repair-reassigned' : 'repair-assigned';
      const data = { technician: technician.name, ...changedFields(before, work(row)) };
      note(row, row.updated_at, kind, data);
      return true;
    },

    start(row: RepairTicketsTable, now: number): boolean {
      const before = work(row);
      if (!take(row, 'start', isoTime(now))) return false;
      note(row, row.updated_at, 'repair-started', { ...changedFields(before, work(row)) });
      return true;
    },

    /** @returns how the text went, or null where none could be sent and nothing was stored */
    sendEstimate(
      row: RepairTicketsTable,
      cents: number,
      notes: string | null,
      now: number,
    ): { namesTicket: boolean; hasArrived: boolean } | null {
      if (!isAllowed('send-estimate', row.status)) return null;
      const { ticket_number } = row;
      const namesTicket = texting().hasOtherOpen(ticket_number);
      const sent = texting().send(
        'estimate',
        {
          kind: namesTicket ? 'estimate-one-of-several' : 'estimate',
          ticketNumber: ticket_number,
          watch: watchOf(row),
          priceCents: cents,
        },
        ticket_number,
        now,
        { priceCents: cents, notes, customerName: client.name, customerPhone: client.phone },
      );
      if (!sent) return null;
      const { message, settledAt: at } = sent;
      const replaced = currentOf(row);
      if (replaced) replaced.replaced_at = at;
      const estimate: EstimatesTable = {
        id: newId(Date.parse(at)),
        repair_id: ticket_number,
        customer_name: client.name,
        customer_phone: client.phone,
        texted_phone: message.phone,
        estimate_price_cents: cents,
        notes,
        status: 'sent',
        response_status: 'pending',
        sent_at: message.created_at,
        accepted_at: null,
        declined_at: null,
        customer_reply: null,
        responded_at: null,
        replaced_at: null,
        message_id: message.id,
        expired_at: null,
        reminded_at: null,
        created_at: at,
      };
      estimates.push(estimate);
      texting().closeReplaced(ticket_number, message, at);
      const before = estimated(row, replaced);
      take(row, 'send-estimate', at);
      const data = {
        estimateId: estimate.id,
        priceCents: cents,
        replaced: replaced?.id ?? null,
        ...changedFields(before, estimated(row, estimate)),
      };
      const event = { kind: 'estimate-sent', actor: 'staff' as const, data };
      noteEstimate(row, at, event, estimate.id, { estimate: 'sent', repair: 'estimate-sent' });
      return { namesTicket, hasArrived: message.state !== 'undelivered' };
    },

    applyAnswer(
      estimateId: string,
      answer: 'accepted' | 'declined',
      reply: string,
      now: number,
    ): void {
      const estimate = estimates.find(({ id }) => id === estimateId);
      const row = estimate && tickets.get(estimate.repair_id);
      const action = answer === 'accepted' ? 'accept-estimate' : 'decline-estimate';
      const at = isoTime(now);
      const before = { status: row?.status, response: estimate?.response_status };
      if (!estimate || !row || !take(row, action, at)) return;
      estimate.status = answer;
      estimate.response_status = answer;
      estimate.accepted_at = answer === 'accepted' ? at : null;
      estimate.declined_at = answer === 'declined' ? at : null;
      estimate.customer_reply = reply;
      estimate.responded_at = at;
      const kind = `estimate-${answer}`;
      const after = { status: row.status, response: answer };
      const data = { estimateId, ...changedFields(before, after) };
      const event = { kind, actor: 'customer' as const, data };
      noteEstimate(row, at, event, estimateId, { estimate: answer, repair: kind });
      texting().closeAnswered(at);
    },

    /** The ticket goes back to where it was worked on. */
    deleteEstimate(row: RepairTicketsTable, now: number): boolean {
      const estimate = currentOf(row);
      const back = statusAfterEstimateDeleted(row.status, row.assigned_to !== null);
      if (!estimate || back === null) return false;
      const at = isoTime(now);
      estimates = estimates.filter((other) => other !== estimate);
      const before = { ...estimated(row, estimate), response: estimate.response_status };
      row.status = back;
      touch(row, at);
      const { id, estimate_price_cents: priceCents } = estimate;
      const after = { ...estimated(row, undefined), response: null };
      const data = { estimateId: id, priceCents, status: back, before, after };
      const event = { kind: 'estimate-deleted', actor: 'staff' as const, data };
      noteEstimate(row, at, event, id, { estimate: 'deleted', repair: 'updated' });
      return true;
    },

    complete(row: RepairTicketsTable, notes: string | null, now: number): boolean {
      const isDeclined = row.status === 'estimate-declined';
      const at = isoTime(now);
      const before = work(row);
      if (!take(row, isDeclined ? 'complete-declined' : 'complete', at)) return false;
      row.completed_at = at;
      row.completion_notes = notes ?? (isDeclined ? declinedCompletionNote : null);
      const estimate = currentOf(row);
      if (estimate?.status === (isDeclined ? 'declined' : 'assigned')) {
        estimate.status = 'completed';
      }
      const outcome = isDeclined ? 'declined' : 'approved';
      note(row, at, 'repair-completed', { outcome, ...changedFields(before, work(row)) });
      const kind = isDeclined ? 'done-declined' : 'done';
      const text = { kind, ticketNumber: row.ticket_number, watch: watchOf(row) } as const;
      texting().send('done', text, row.ticket_number, now);
      return true;
    },
  };
}

export type Desk = ReturnType<typeof deskFor>;
