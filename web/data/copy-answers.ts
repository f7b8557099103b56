import type { Answer, Input } from '../../domain/api.ts';
import type { Client, Estimate, Overview, Repair } from '../../domain/api-answers.ts';
import { isKnownStatus, isOpen, overviewStatuses } from '../../domain/repair-status.ts';
import { clientSearchLine, repairSearchLine, searchTerms } from '../../domain/search-text.ts';
import { copyKeys, repairCopyKeys } from './copy-keys.ts';
import { copyOf } from './copy-rows.ts';
import type { LocalCopies } from './copy-store.ts';

/**
 * What the local copies answer to the questions that screens ask the server, by the same rules of
 * the shop. Undefined is "not in the copies", which is not the same as "there is none".
 */

type Query<Name extends 'listRepairs' | 'listClients'> = NonNullable<Input<Name, 'query'>>;

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

const cursorStart = 'local-copy:';
const usualLimit = 50;

/** Whether a page's cursor was given by a copy: the server does not know it. */
export function isCopyCursor(cursor: unknown): cursor is string {
  return typeof cursor === 'string' && cursor.startsWith(cursorStart);
}

function pageOf<Item>(
  items: readonly Item[],
  { cursor, limit }: { cursor?: string | null | undefined; limit?: unknown },
): Page<Item> {
  const start = isCopyCursor(cursor) ? Number(cursor.slice(cursorStart.length)) : 0;
  const end = start + (Number(limit) || usualLimit);
  return {
    items: items.slice(start, end),
    nextCursor: end < items.length ? `${cursorStart}${end}` : null,
  };
}

const lines = new WeakMap<Repair | Client, string>();

function lineOf(row: Repair | Client): string {
  const known = lines.get(row);
  if (known !== undefined) return known;
  const line = 'ticketNumber' in row ? repairSearchLine(row) : clientSearchLine(row);
  lines.set(row, line);
  return line;
}

function found<Row extends Repair | Client>(rows: readonly Row[], q: string | undefined): Row[] {
  const terms = searchTerms(q ?? '');
  return rows.filter((row) => terms.every((term) => lineOf(row).includes(term)));
}

/** As a list is asked for: one status, several, or none for all of them. */
function statusesOf(status: unknown): readonly string[] | undefined {
  if (status === undefined) return undefined;
  return Array.isArray(status) ? status : [String(status)];
}

export function repairsFrom(
  { repairs, has }: LocalCopies,
  { status, sameDay, technicianId, clientId, q, ...page }: Query<'listRepairs'>,
): Page<Repair> | undefined {
  const statuses = statusesOf(status);
  const needed = statuses === undefined ? repairCopyKeys : statuses.map(copyOf);
  if (!needed.some((key) => has.has(key))) return undefined;
  const wanted = repairs.filter(
    (repair) =>
      (statuses === undefined ||
        statuses.includes(isKnownStatus(repair.status) ? repair.status : 'other')) &&
      (sameDay === undefined || repair.isSameDay === (sameDay === 'true')) &&
      (technicianId === undefined || repair.assignedTo === technicianId) &&
      (clientId === undefined || repair.clientId === clientId),
  );
  return pageOf(found(wanted, q), page);
}

/** What the copy of a repair tells of the estimate that speaks for it. */
function estimateOf(repair: Repair): Estimate | undefined {
  const { estimateId, estimatePrice, estimateSentAt, estimateAcceptedAt, estimateDeclinedAt } =
    repair;
  if (estimateId === null || estimatePrice === null || estimateSentAt === null) return undefined;
  const answer = ({ 'estimate-accepted': 'accepted', 'estimate-declined': 'declined' } as const)[
    repair.status
  ];
  return {
    id: estimateId,
    repairId: repair.ticketNumber,
    customerName: repair.customerName,
    customerPhone: repair.customerPhone,
    watchBrand: repair.watchBrand,
    watchModel: repair.watchModel,
    assignedTo: repair.assignedTo,
    estimatePrice,
    notes: repair.estimateNotes,
    status: answer ?? 'sent',
    responseStatus: answer ?? 'pending',
    sentAt: estimateSentAt,
    acceptedAt: estimateAcceptedAt,
    declinedAt: estimateDeclinedAt,
    customerReply: null,
    respondedAt: answer === 'accepted' ? estimateAcceptedAt : estimateDeclinedAt,
    isExpired: repair.estimateExpiredAt !== null,
    expiredAt: repair.estimateExpiredAt,
    isReplaced: false,
    // A reminder is not on the ticket, so the copies cannot tell of one.
    remindedAt: null,
    createdAt: estimateSentAt,
  };
}

/**
 * A ticket by its number or its repair id. Its texts and its history are not in the copies: the
 * screen says so (`useIsCopy`).
 */
export function repairFrom(
  { repairs }: LocalCopies,
  reference: string,
): Answer<'getRepair'> | undefined {
  const wanted = reference.trim().toLowerCase();
  const repair = repairs.find(
    ({ ticketNumber, repairId }) => ticketNumber.toLowerCase() === wanted || repairId === wanted,
  );
  if (repair === undefined) return undefined;
  const estimate = estimateOf(repair);
  return {
    repair,
    estimates: estimate === undefined ? [] : [estimate],
    messages: [],
    events: [],
  };
}

const estimateStatuses: readonly string[] = [
  'estimate-sent',
  'estimate-accepted',
  'estimate-declined',
];

/** The estimates that wait for the customer or for staff, last sent first. */
export function estimatesFrom(
  { repairs, has }: LocalCopies,
  cursor?: string | null,
): Page<Estimate> | undefined {
  if (!has.has(copyKeys.open) && !has.has(copyKeys.estimateSent)) return undefined;
  const estimates = repairs
    .filter(({ status }) => estimateStatuses.includes(status))
    .flatMap((repair) => estimateOf(repair) ?? [])
    .sort((one, other) => other.sentAt.localeCompare(one.sentAt));
  return pageOf(estimates, { cursor });
}

/** The last counts of the whole shop; counted in the copies where those are missing. */
export function overviewFrom(copies: LocalCopies): Overview | undefined {
  const { repairs, has, clients, note } = copies;
  if (note.overview !== null) return note.overview;
  if (!has.has(copyKeys.open) || !has.has(copyKeys.completed) || clients === null) return undefined;
  const count = (statuses: readonly string[], isSameDay = false) =>
    repairs.filter((repair) => statuses.includes(repair.status) && (!isSameDay || repair.isSameDay))
      .length;
  return {
    pending: count(overviewStatuses.pending),
    sameDay: count(overviewStatuses.sameDay, true),
    inProgress: count(overviewStatuses.inProgress),
    completed: count(overviewStatuses.completed),
    estimates: count(estimateStatuses),
    totalClients: clients.length,
    // Texts are not in the copies: no case can be shown from them.
    attention: 0,
  };
}

export function clientsFrom(
  { clients }: LocalCopies,
  { q, ...page }: Query<'listClients'>,
): Page<Client> | undefined {
  return clients === null ? undefined : pageOf(found(clients, q), page);
}

export function clientFrom({ clients }: LocalCopies, id: string): Answer<'getClient'> | undefined {
  const client = clients?.find((each) => each.id === id);
  return client && { client };
}

/**
 * The technicians that have had a repair of the copies, by name: enough to see who has what. Their
 * specialties and addresses are the server's to tell.
 */
export function techniciansFrom({ repairs }: LocalCopies): Answer<'listTechnicians'> | undefined {
  const byId = new Map<string, Answer<'listTechnicians'>['items'][number]>();
  for (const { assignedTo, assignedWatchmaker, status } of repairs) {
    if (assignedTo === null) continue;
    const technician = byId.get(assignedTo) ?? {
      id: assignedTo,
      name: assignedWatchmaker ?? assignedTo,
      email: '',
      specialties: [],
      activeRepairs: 0,
      active: 0,
      total: 0,
      done: 0,
    };
    byId.set(assignedTo, technician);
    technician.total += 1;
    if (isOpen(status)) technician.activeRepairs += 1;
    else technician.done += 1;
    technician.active = technician.activeRepairs;
  }
  if (byId.size === 0) return undefined;
  return { items: [...byId.values()].sort((one, other) => one.name.localeCompare(other.name)) };
}
