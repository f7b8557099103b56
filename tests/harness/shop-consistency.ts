import { newClientSchema, newRepairSchema } from '../../domain/api-inputs.ts';
import { attentionReasonOf } from '../../domain/attention.ts';
import { fromColumns } from '../../domain/field-list.ts';
import { messageStates } from '../../domain/messages.ts';
import { formatDollars } from '../../domain/money.ts';
import { phoneKey, textablePhone } from '../../domain/phone.ts';
import { repairFields } from '../../domain/repair-fields.ts';
import {
  type RepairAction,
  type RepairStatus,
  statusAfter,
  statusAfterEstimateDeleted,
} from '../../domain/repair-status.ts';
import { readReply } from '../../domain/reply-meaning.ts';
import type { ShopConfig } from '../../domain/shop-config.ts';
import { composeText } from '../../domain/texts.ts';
import { ticketNumberPattern } from '../../domain/ticket-number.ts';
import { isFictionalPhone } from '../../scripts/demo/phones.ts';
import { keptChanges } from '../../server/database/changes.ts';
import type {
  ClientsTable,
  EstimatesTable,
  MessagesTable,
  PhonesTable,
  RepairTicketsTable,
} from '../../server/database/tables.ts';

/**
 * Whether everything happened one after the other, at moments that a test gave; or on a real clock,
 * where of two people who act at once the first to look at it may be the second to be written down.
 */
type Moments = 'given' | 'real';

interface StoredEvent {
  at: string;
  kind: string;
  data: string;
  ticket_number: string | null;
}

/** A whole shop as its tables hold it. */
export interface StoredShop {
  clients: readonly ClientsTable[];
  repair_tickets: readonly RepairTicketsTable[];
  estimates: readonly EstimatesTable[];
  messages: readonly MessagesTable[];
  phones: readonly PhonesTable[];
  /** In the order in which they happened. */
  events: readonly StoredEvent[];
  /** In the order of their revisions. */
  changes: readonly { at: string; entity: string; entity_id: string }[];
}

/** What events did to a ticket, by the one table of states; those that are not here move none. */
const moves: Readonly<Record<string, RepairAction>> = {
  'repair-reassigned': 'reassign',
  'repair-started': 'start',
  'estimate-sent': 'send-estimate',
  'estimate-accepted': 'accept-estimate',
  'estimate-declined': 'decline-estimate',
};

function actionOf({ kind, data }: StoredEvent, status: RepairStatus): RepairAction | undefined {
  if (kind === 'repair-assigned') return status === 'pending' ? 'assign' : 'assign-accepted';
  if (kind === 'repair-completed') {
    return JSON.parse(data).outcome === 'declined' ? 'complete-declined' : 'complete';
  }
  return moves[kind];
}

/** @returns where the ticket does not stand as its events say, oldest first */
function replayProblems(
  ticket: RepairTicketsTable,
  estimates: readonly EstimatesTable[],
  [created, ...later]: readonly StoredEvent[],
): string[] {
  if (created?.kind !== 'repair-created') return ['does not begin with its creation'];
  // Their texts turned up after the ticket had moved on: they never spoke for it.
  const tooLate = new Set(
    estimates.flatMap(({ id, created_at, replaced_at }) => (replaced_at === created_at ? id : [])),
  );
  let status: RepairStatus = 'pending';
  let isAssigned = false;
  for (const event of later) {
    const { estimateId, status: back } = JSON.parse(event.data);
    if (event.kind === 'estimate-sent' && tooLate.has(estimateId)) continue;
    if (event.kind === 'repair-assigned') isAssigned = true;
    const action = actionOf(event, status);
    const isDeleted = event.kind === 'estimate-deleted' && back !== null;
    if (action === undefined && !isDeleted) continue;
    const next: RepairStatus | 'gone' | null =
      action === undefined
        ? statusAfterEstimateDeleted(status, isAssigned)
        : statusAfter(action, status);
    if (next === null || next === 'gone') return [`${event.kind} while ${status}`];
    status = next;
  }
  return status === ticket.status ? [] : [`status should be ${status}`];
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

/** What the product would have made of the same fields, had they been typed. */
function asTyped(ticket: RepairTicketsTable, client: ClientsTable): string[] {
  const given = {
    repairId: ticket.repair_id,
    clientId: client.id,
    asNewClient: false,
    confirmClientChanges: false,
    customerName: client.name,
    customerEmail: client.email,
    customerPhone: client.phone,
    customerAddress: client.address,
    ...fromColumns(repairFields, ticket),
    isSameDay: ticket.is_same_day === 1,
  };
  const checked = newRepairSchema.safeParse(given);
  if (!checked.success) return [`could not be typed: ${checked.error.message}`];
  return JSON.stringify(checked.data) === JSON.stringify(given)
    ? []
    : ['would be stored otherwise'];
}

function ticketProblems(shop: StoredShop, present: string, moments: Moments): string[] {
  const clients = new Map(shop.clients.map((client) => [client.id, client]));
  const events = Map.groupBy(shop.events, ({ ticket_number }) => ticket_number);
  const estimates = Map.groupBy(shop.estimates, ({ repair_id }) => repair_id);
  const messages = Map.groupBy(shop.messages, ({ ticket_number }) => ticket_number);
  return shop.repair_tickets.flatMap((ticket) => {
    const { ticket_number: number } = ticket;
    const client = clients.get(ticket.client_id);
    if (!client) return [`${number}: no client`];
    const problems = [
      ...asTyped(ticket, client),
      ...replayProblems(ticket, estimates.get(number) ?? [], events.get(number) ?? []),
    ];
    const sent = (messages.get(number) ?? []).some(
      ({ direction, provider_sid }) => direction === 'outbound' && provider_sid !== null,
    );
    if (ticket.sms_sent !== (sent ? 1 : 0)) problems.push('sms_sent does not tell of its texts');
    if (!ticketNumberPattern.test(number)) problems.push('its number has another form');
    const moment = String(Date.parse(ticket.created_at)).slice(-6);
    if (moments === 'given' && number.slice(2, 8) !== moment) {
      problems.push('its number is of another moment');
    }
    if (ticket.phone_key !== phoneKey(client.phone)) problems.push('another phone');
    if (ticket.updated_at > present) problems.push('is in the future');
    return problems.map((problem) => `${number}: ${problem}`);
  });
}

function estimateProblems(shop: StoredShop): string[] {
  const messages = new Map(shop.messages.map((message) => [message.id, message]));
  return shop.estimates.flatMap((estimate) => {
    const message = messages.get(estimate.message_id);
    const times = [estimate.sent_at, estimate.created_at, estimate.responded_at ?? '9'];
    const rises = times.every((time, index) => index === 0 || (times[index - 1] ?? '') <= time);
    const price = `$${formatDollars(estimate.estimate_price_cents)}`;
    const isCarried =
      message?.kind === 'estimate' &&
      message.ticket_number === estimate.repair_id &&
      message.phone === estimate.texted_phone &&
      message.created_at === estimate.sent_at &&
      message.body.includes(`${price}`);
    const answeredAt = estimate.accepted_at ?? estimate.declined_at;
    const isAnswered = estimate.response_status !== 'pending';
    return [
      ...(isCarried ? [] : ['was not carried by its text']),
      ...(rises ? [] : ['times do not rise']),
      ...(answeredAt === estimate.responded_at && isAnswered === (answeredAt !== null)
        ? []
        : ['is answered by halves']),
    ].map((problem) => `estimate ${estimate.id}: ${problem}`);
  });
}

function messageProblems(shop: StoredShop, { shop: names }: ShopConfig): string[] {
  const tickets = new Map(shop.repair_tickets.map((ticket) => [ticket.ticket_number, ticket]));
  return shop.messages.flatMap((message) => {
    const problems: string[] = [];
    const ticket = tickets.get(message.ticket_number ?? '');
    if (!isFictionalPhone(message.phone) || textablePhone(message.phone) !== message.phone) {
      problems.push('goes to a phone that may be real');
    }
    if (!(messageStates as readonly string[]).includes(message.state))
      problems.push('no such state');
    // A text without an outcome would be taken for never sent at the next start.
    if (['sending', 'unknown'].includes(message.state)) problems.push('has no outcome');
    if ((message.state === 'failed') !== (message.provider_sid === null)) problems.push('sid');
    if (message.created_at > message.updated_at) problems.push('times do not rise');
    const { attention_handled_at: handledAt } = message;
    if (handledAt !== null && attentionReasonOf(message) === null) problems.push('was no case');
    if (handledAt !== null && handledAt < message.created_at) problems.push('was handled too soon');
    if (message.direction === 'inbound') {
      const { meaning } = readReply({ body: message.body, mediaCount: 0 });
      if (meaning !== message.meaning) problems.push(`was read as ${message.meaning}`);
    }
    if (ticket && (message.kind === 'created' || message.kind === 'done')) {
      const about = {
        ticketNumber: ticket.ticket_number,
        watch: `${ticket.watch_brand} ${ticket.watch_model}`,
      };
      const worded = (['created', 'done', 'done-declined'] as const)
        .filter((kind) => kind.startsWith(message.kind))
        .map((kind) => composeText(names, { kind, ...about }));
      if (!worded.includes(message.body)) problems.push('is worded otherwise');
    }
    return problems.map((problem) => `${message.kind} ${message.id}: ${problem}`);
  });
}

/** An e-mail that can reach nobody: RFC 2606 keeps these names for examples. */
const exampleEmail = /@(?:[a-z0-9-]+\.)*example\.(?:com|net|org)$/i;

function clientProblems(shop: StoredShop): string[] {
  return shop.clients.flatMap((client) => {
    const { name, email, phone, address } = client;
    const problems: string[] = [];
    const checked = newClientSchema.safeParse({ name, email, phone, address });
    if (!checked.success) problems.push(`could not be typed: ${checked.error.message}`);
    else if (JSON.stringify(checked.data) !== JSON.stringify({ name, email, phone, address })) {
      problems.push('would be stored otherwise');
    }
    if (!exampleEmail.test(email)) problems.push(`${email} may be real`);
    if (phone !== '' && !isFictionalPhone(phone)) problems.push(`${phone} may be real`);
    if (client.phone_key !== phoneKey(phone)) problems.push('is texted at another phone');
    if (phone !== '' && textablePhone(phone) === null) problems.push(`${phone} gets no texts`);
    return problems.map((problem) => `client ${client.id}: ${problem}`);
  });
}

function inOrder(what: string, rows: readonly { at: string }[]): string[] {
  return rows.some((row, index) => (rows[index - 1]?.at ?? '') > row.at)
    ? [`${what} are not in order`]
    : [];
}

/** @returns everything in a shop that the product itself would not have left behind; none is well */
export function inconsistencies(
  shop: StoredShop,
  config: ShopConfig,
  present: string,
  moments: Moments = 'given',
): string[] {
  const unique = {
    'ticket number': shop.repair_tickets.map((ticket) => ticket.ticket_number),
    'repair id': shop.repair_tickets.map((ticket) => ticket.repair_id),
    'e-mail': shop.clients.map((client) => client.email.toLowerCase()),
    sid: shop.messages.flatMap(({ provider_sid }) => provider_sid ?? []),
  };
  // Of older rows the change log need not know any more.
  const told = new Set(shop.changes.map((change) => change.entity_id));
  const since = shop.changes.length >= keptChanges ? (shop.changes[0]?.at ?? '') : '';
  const known = new Set(
    [...shop.clients, ...shop.repair_tickets, ...shop.estimates, ...shop.messages].flatMap(
      ({ id, created_at: at }) => (at > since ? id : []),
    ),
  );
  return [
    ...Object.entries(unique).flatMap(([what, values]) =>
      repeated(values).map((value) => `${what} ${value} is there twice`),
    ),
    ...ticketProblems(shop, present, moments),
    ...estimateProblems(shop),
    ...messageProblems(shop, config),
    ...clientProblems(shop),
    ...(moments === 'given'
      ? [...inOrder('events', shop.events), ...inOrder('changes', shop.changes)]
      : []),
    ...[...known].filter((id) => !told.has(id)).map((id) => `${id} is not in the change log`),
    ...shop.phones
      .filter(({ phone }) => !isFictionalPhone(phone))
      .map(({ phone }) => `${phone} may be real`),
  ];
}
