import { attentionReasonOf } from '../../domain/attention.ts';
import { type Before, resumeActions } from '../../domain/further-work.ts';
import { formatDollars } from '../../domain/money.ts';
import { phoneKey } from '../../domain/phone.ts';
import {
  goingOn,
  type RepairAction,
  type RepairStatus,
  statusAfter,
  statusAfterEstimateDeleted,
} from '../../domain/repair-status.ts';
import { type Filling, fillStore } from '../../scripts/demo/fill.ts';
import type { ShopSize } from '../../scripts/demo/visits.ts';
import { type Config, dataFiles, readConfig } from '../../server/base/config.ts';
import { keptChanges } from '../../server/database/changes.ts';
import type {
  ClientsTable,
  CompletionsTable,
  EstimatesTable,
  MessagesTable,
  PaymentsTable,
  PhonesTable,
  RepairTicketsTable,
} from '../../server/database/tables.ts';
import { createDiskPhotoStore } from '../../server/photos/disk.ts';
import { testPassword } from './app.ts';
import { openAgain, type Storage } from './engine.ts';
import type { StoredRows } from './stored-rows.ts';

interface StoredEvent {
  at: string;
  kind: string;
  data: string;
  ticket_number: string | null;
  client_id: string | null;
}

export interface StoredShop {
  clients: readonly ClientsTable[];
  repair_tickets: readonly RepairTicketsTable[];
  estimates: readonly EstimatesTable[];
  payments: readonly PaymentsTable[];
  completions: readonly CompletionsTable[];
  messages: readonly MessagesTable[];
  phones: readonly PhonesTable[];
  events: readonly StoredEvent[];
  changes: readonly { at: string; entity: string; entity_id: string }[];
}

/** What events did to a ticket, by the one table of states, if their kind says it; else see {@link actionOf}. */
const moves: Readonly<Record<string, RepairAction>> = {
  'repair-reassigned': 'reassign',
  'repair-started': 'start',
  'repair-collected': 'collect',
  'repair-not-collected': 'undo-collect',
  'estimate-sent': 'send-estimate',
  'estimate-recorded': 'send-estimate',
  'estimate-accepted': 'accept-estimate',
  'estimate-declined': 'decline-estimate',
};

const reopened: Readonly<Record<string, RepairAction>> = {
  'in-progress': 'reopen',
  pending: 'reopen-unassigned',
  'estimate-declined': 'reopen-declined',
};

function actionOf({ kind, data }: StoredEvent, status: RepairStatus): RepairAction | undefined {
  if (kind === 'repair-assigned') return status === 'pending' ? 'assign' : 'assign-accepted';
  if (kind === 'repair-completed') {
    const { outcome, whileWaiting } = JSON.parse(data);
    if (whileWaiting) return 'finish-while-waiting';
    return outcome === 'declined' ? 'complete-declined' : 'complete';
  }
  if (kind === 'estimate-holds-again') {
    return goingOn(JSON.parse(data).after.status === 'assigned');
  }
  if (kind === 'repair-reopened') return reopened[JSON.parse(data).after.status];
  if (kind === 'estimate-declined' || kind === 'estimate-expired') {
    const { goesOnCents, after } = JSON.parse(data);
    if (goesOnCents !== undefined) return resumeActions[after.status as Before['status']];
  }
  return moves[kind];
}

/** @returns where the ticket's status is not what its events say, oldest first */
function replayProblems(
  ticket: RepairTicketsTable,
  estimates: readonly EstimatesTable[],
  [created, ...later]: readonly StoredEvent[],
): string[] {
  if (created?.kind !== 'repair-created') return ['does not begin with its creation'];
  // Their texts turned up after the ticket had moved on: they were never its current estimate.
  const tooLate = new Set(
    estimates.flatMap(({ id, created_at, replaced_at }) => (replaced_at === created_at ? id : [])),
  );
  let status: RepairStatus = 'pending';
  let beforeCompletion: RepairStatus | null = null;
  let isAssigned = false;
  for (const event of later) {
    const { estimateId, status: back } = JSON.parse(event.data);
    if (event.kind === 'estimate-sent' && tooLate.has(estimateId)) continue;
    if (event.kind === 'repair-assigned') isAssigned = true;
    if (event.kind === 'repair-completion-undone') {
      if (beforeCompletion === null) return [`undone while ${status}`];
      [status, beforeCompletion] = [beforeCompletion, null];
      continue;
    }
    const action = actionOf(event, status);
    const isDeleted = event.kind === 'estimate-deleted' && back !== null;
    if (action === undefined && !isDeleted) continue;
    const next: RepairStatus | 'gone' | null =
      action === undefined
        ? statusAfterEstimateDeleted(status, isAssigned)
        : statusAfter(action, status);
    if (next === null || next === 'gone') return [`${event.kind} while ${status}`];
    beforeCompletion = event.kind === 'repair-completed' ? status : null;
    // Its technician keeps it.
    if (action === 'finish-while-waiting') [isAssigned, beforeCompletion] = [true, 'assigned'];
    status = next;
  }
  return status === ticket.status ? [] : [`status should be ${status}`];
}

/** @returns where the completions of a ticket are not those that its row and its events record */
function completionProblems(
  { completed_at: completedAt }: RepairTicketsTable,
  completions: readonly CompletionsTable[],
  events: readonly StoredEvent[],
): string[] {
  const timesOf = (kind: string) =>
    events.flatMap((event) => (event.kind === kind ? event.at : []));
  const recorded = {
    completed: timesOf('repair-completed'),
    undone: timesOf('repair-completion-undone'),
    reopened: timesOf('repair-reopened'),
    open: completedAt === null ? [] : [completedAt],
  };
  const stored = {
    completed: completions.map((each) => each.completed_at),
    undone: completions.flatMap((each) => each.undone_at ?? []),
    reopened: completions.flatMap((each) => each.reopened_at ?? []),
    open: completions.flatMap((each) =>
      each.undone_at === null && each.reopened_at === null ? each.completed_at : [],
    ),
  };
  return JSON.stringify(stored) === JSON.stringify(recorded) ? [] : ['has other completions'];
}

function ticketProblems(shop: StoredShop): string[] {
  const clients = new Map(shop.clients.map((client) => [client.id, client]));
  const events = Map.groupBy(shop.events, ({ ticket_number }) => ticket_number);
  const estimates = Map.groupBy(shop.estimates, ({ repair_id }) => repair_id);
  const payments = Map.groupBy(shop.payments, ({ ticket_number }) => ticket_number);
  const messages = Map.groupBy(shop.messages, ({ ticket_number }) => ticket_number);
  const completions = Map.groupBy(shop.completions, ({ ticket_number }) => ticket_number);
  return shop.repair_tickets.flatMap((ticket) => {
    const { ticket_number: number } = ticket;
    const problems = replayProblems(ticket, estimates.get(number) ?? [], events.get(number) ?? []);
    const sent = (messages.get(number) ?? []).some(
      ({ direction, provider_sid }) => direction === 'outbound' && provider_sid !== null,
    );
    const known = [completions.get(number) ?? [], events.get(number) ?? []] as const;
    problems.push(...completionProblems(ticket, ...known));
    if (ticket.sms_sent !== (sent ? 1 : 0)) problems.push('sms_sent does not match its texts');
    const paid = (payments.get(number) ?? [])
      .filter(({ voided_at }) => voided_at === null)
      .reduce((sum, each) => sum + each.amount_cents * (each.kind === 'refund' ? -1 : 1), 0);
    if (ticket.paid_cents !== paid) problems.push(`paid should be ${paid}`);
    const phone = clients.get(ticket.client_id)?.phone;
    if (phone === undefined || ticket.phone_key !== phoneKey(phone)) problems.push('another phone');
    return problems.map((problem) => `${number}: ${problem}`);
  });
}

function estimateProblems(shop: StoredShop): string[] {
  const messages = new Map(shop.messages.map((message) => [message.id, message]));
  return shop.estimates.flatMap((estimate) => {
    const message = messages.get(estimate.message_id);
    const isCarried =
      message?.kind === 'estimate' &&
      message.ticket_number === estimate.repair_id &&
      message.phone === estimate.texted_phone &&
      message.created_at === estimate.sent_at &&
      message.body.includes(`$${formatDollars(estimate.estimate_price_cents)}`);
    const answeredAt = estimate.accepted_at ?? estimate.declined_at;
    const isAnswered = estimate.response_status !== 'pending';
    const isTold = estimate.told !== null && message === undefined && estimate.texted_phone === '';
    const problems =
      isCarried || isTold ? [] : ['was neither carried by its text nor given without one'];
    if (answeredAt !== estimate.responded_at || isAnswered !== (answeredAt !== null)) {
      problems.push('is only half answered');
    }
    return problems.map((problem) => `estimate ${estimate.id}: ${problem}`);
  });
}

function messageProblems(shop: StoredShop): string[] {
  return shop.messages.flatMap((message) => {
    const { attention_handled_at: handledAt } = message;
    const problems: string[] = [];
    if (['sending', 'unknown'].includes(message.state)) problems.push('has no outcome');
    if ((message.state === 'failed') !== (message.provider_sid === null)) problems.push('sid');
    if (handledAt !== null && attentionReasonOf(message) === null) problems.push('was not a case');
    return problems.map((problem) => `${message.kind} ${message.id}: ${problem}`);
  });
}

/** What the change log does not know of. */
function unloggedRows(shop: StoredShop): string[] {
  // The change log no longer needs to know about older rows.
  const since = shop.changes.length >= keptChanges ? (shop.changes[0]?.at ?? '') : '';
  const logged = new Set(shop.changes.map((change) => change.entity_id));
  const moments = new Set(shop.changes.map((change) => `${change.entity_id} ${change.at}`));
  const tickets = new Map(shop.repair_tickets.map((row) => [row.ticket_number, row.id]));
  // A held text that a pickup or a deletion stopped has no change of its own: its ticket has one.
  const stopped = shop.messages.filter(
    ({ state, ticket_number: number, updated_at: at }) =>
      state === 'failed' && moments.has(`${tickets.get(number ?? '')} ${at}`),
  );
  for (const { id } of stopped) logged.add(id);
  return (['clients', 'repair_tickets', 'estimates', 'messages'] as const).flatMap((table) =>
    shop[table]
      .filter(({ id, created_at: at }) => at > since && !logged.has(id))
      .map((row) => `not in the change log: a row of ${table}, ${JSON.stringify(row)}`),
  );
}

/** @returns rows that contradict each other; none is good */
export function inconsistencies(shop: StoredShop): string[] {
  return [
    ...ticketProblems(shop),
    ...estimateProblems(shop),
    ...messageProblems(shop),
    ...unloggedRows(shop),
  ];
}

/** Fills an empty store as `npm run demo` does. */
export async function fillStorage(
  storage: Storage,
  size: ShopSize,
  output: Filling['output'] = { write: () => true, isTTY: false },
  changes: Partial<Config> = {},
): Promise<void> {
  const { dataDir } = storage;
  const config = { ...readConfig({ DATA_DIR: dataDir, SHOP_PASSWORD: testPassword }), ...changes };
  const photos = await createDiskPhotoStore(dataFiles.photos(dataDir));
  const database = await openAgain(storage);
  try {
    await fillStore({ database, photos, config, size, output });
  } finally {
    await database.close();
  }
}

const order = {
  clients: 'id',
  repair_tickets: 'id',
  estimates: 'id',
  payments: 'id',
  completions: 'ticket_number, nth',
  messages: 'id',
  phones: 'phone',
  events: 'id',
  changes: 'revision',
} as const satisfies Record<keyof StoredShop, string>;

export async function storedShop(rows: StoredRows): Promise<StoredShop> {
  const tables: Record<string, unknown> = {};
  for (const [table, column] of Object.entries(order)) {
    tables[table] = await rows.run(`select * from ${table} order by ${column}`);
  }
  return tables as unknown as StoredShop;
}
