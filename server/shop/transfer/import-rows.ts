import { randomInt } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { toColumns } from '../../../domain/field-list.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { repairSearchLine } from '../../../domain/search-text.ts';
import { freeTicketNumber } from '../../../domain/ticket-number.ts';
import { insertClient } from '../../clients/store.ts';
import type { NewChange } from '../../database/changes.ts';
import { record } from '../../database/changes.ts';
import type { Dialect } from '../../database/dialect.ts';
import type { Handle } from '../../database/tables.ts';
import { newId } from '../../ids.ts';
import { insertTicket, isTicketNumberTaken, refreshSearchText } from '../../repairs/store.ts';
import type { NewEvent } from '../history.ts';
import { clientsBy } from './import-clients.ts';
import { rowsBetweenPauses } from './import-file.ts';
import type { ImportPlan, NewClient, NewRepair } from './import-plan.ts';

/** Writes what an import has decided, in the caller's transaction. No text is sent. */

export interface Writing {
  tx: Handle;
  dialect: Dialect;
  importId: string;
  /** ISO 8601 in UTC. */
  at: string;
  /** Called with how many rows have been written. */
  onProgress: (rowsDone: number) => void;
}

type Event = Omit<NewEvent, 'at'>;

async function writeClient({ tx, at }: Writing, client: NewClient): Promise<Event> {
  const { id, ...fields } = client.person;
  await insertClient(tx, id, fields, client.createdAt ?? at, client.updatedAt ?? at);
  return { kind: 'client-imported', actor: 'staff', clientId: id };
}

async function writeRepair({ tx, at }: Writing, planned: NewRepair, index: number): Promise<Event> {
  const { repair, client, repairId } = planned;
  const createdAt = repair.createdAt ?? at;
  const ticketNumber =
    planned.ticketNumber ??
    // A moment of its own for each: one moment has only some thousand numbers.
    (await freeTicketNumber(Date.parse(at) + index, randomInt, (candidate) =>
      isTicketNumberTaken(tx, candidate),
    ));
  await insertTicket(tx, {
    id: newId(Date.parse(createdAt)),
    repair_id: repairId,
    ticket_number: ticketNumber,
    client_id: client.id,
    phone_key: phoneKey(client.phone),
    ...toColumns(repairFields, repair),
    status: repair.status,
    is_same_day: repair.isSameDay ? 1 : 0,
    initial_photo_url: null,
    completed_photo_url: null,
    completed_at: repair.completedAt,
    completion_notes: repair.completionNotes,
    assigned_to: repair.technician?.id ?? null,
    assigned_watchmaker: repair.technician?.name ?? null,
    sms_sent: repair.isTexted ? 1 : 0,
    search_text: repairSearchLine({
      ...repair,
      ticketNumber,
      customerName: client.name,
      customerPhone: client.phone,
    }),
    created_at: createdAt,
    updated_at: repair.updatedAt ?? at,
    deleted_at: null,
  });
  return {
    kind: 'repair-imported',
    actor: 'staff',
    ticketNumber,
    repairId,
    clientId: client.id,
    data: {
      status: repair.status,
      ...(repair.externalId === null ? {} : { externalId: repair.externalId }),
      ...(repair.lostEstimate ? { lostEstimate: true } : {}),
    },
  };
}

/**
 * Makes the imported tickets of clients who were renamed after the plan was made searchable by the
 * new name. The clients are locked, so that a later rename waits for these tickets and finds them.
 */
async function catchUpWithClients({ tx, dialect }: Writing, plan: ImportPlan): Promise<void> {
  const added = new Set(plan.clients.map(({ person }) => person.id));
  const known = new Map(
    plan.repairs.flatMap(({ client }) => (added.has(client.id) ? [] : [[client.id, client]])),
  );
  await dialect.holdClients(tx, [...known.keys()]);
  for (const { id, name, phone } of await clientsBy(tx, 'id', known.keys())) {
    const planned = known.get(id);
    if (planned?.name !== name || planned.phone !== phone) {
      await refreshSearchText(tx, id, { name, phone });
    }
  }
}

/**
 * Adds everything of a plan with its events. The change log gets one row for all clients and one for
 * all repairs: screens fetch their lists anew, and ten thousand rows would only make them do it often.
 */
export async function writeImport(writing: Writing, plan: ImportPlan): Promise<void> {
  const { tx, at } = writing;
  let events: Event[] = [];
  let rowsDone = 0;
  const note = async (event: Event, isRow: boolean) => {
    events.push(event);
    if (isRow) rowsDone += 1;
    if (events.length < rowsBetweenPauses) return;
    await record(tx, { at, events, changes: [] });
    events = [];
    writing.onProgress(rowsDone);
    await pause();
  };
  for (const client of plan.clients) {
    await note(await writeClient(writing, client), plan.kind === 'clients');
  }
  for (const [index, repair] of plan.repairs.entries()) {
    await note(await writeRepair(writing, repair, index), true);
  }
  await catchUpWithClients(writing, plan);
  const changed = (entity: 'client' | 'repair', count: number): NewChange[] =>
    count === 0 ? [] : [{ entity, id: writing.importId, what: 'imported', ticketNumber: null }];
  await record(tx, {
    at,
    events,
    changes: [...changed('client', plan.clients.length), ...changed('repair', plan.repairs.length)],
  });
}
