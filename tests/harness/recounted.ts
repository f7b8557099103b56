import type { Overview } from '../../domain/api-answers.ts';
import { answeredStatuses, notBegunStatuses, restingStatuses } from '../../domain/attention.ts';
import { dateIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { listedEstimateStatuses } from '../../domain/estimate-answers.ts';
import { attentionDates } from '../../domain/promised-date.ts';
import { isOpen, overviewStatuses } from '../../domain/repair-status.ts';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import type { StoredRows } from './stored-rows.ts';

/** Others may have tickets, and are not listed. */
const listed = defaultShopSettings.technicians.map(({ id }) => id);

/**
 * The counts of a shop, counted row by row by JavaScript: what the database keeps must be the same.
 * @param now milliseconds since 1970
 */
export async function recounted(
  rows: StoredRows,
  now: number,
): Promise<{
  overview: Overview;
  technicians: Record<string, { active: number; total: number }>;
}> {
  const tickets = await rows.run(
    'select ticket_number, status, is_same_day, assigned_to, deleted_at, is_handed_out, expected_on, created_at, updated_at from repair_tickets',
  );
  const estimates = await rows.run('select repair_id, status, replaced_at from estimates');
  const clients = await rows.run('select deleted_at from clients');
  const messages = await rows.run(
    'select ticket_number, state, attention, attention_handled_at, created_at from messages',
  );
  const parts = await rows.run(
    'select ticket_number, expected_on from parts where received_on is null and returned_on is null',
  );
  const sendings = await rows.run(
    'select ticket_number, expected_on from sendings where received_on is null',
  );
  const live = tickets.filter(({ deleted_at: deletedAt }) => deletedAt === null);
  const isOneOf = (values: readonly string[], value: unknown) => values.includes(String(value));
  const inStatus = (statuses: readonly string[], of = live) =>
    of.filter(({ status }) => isOneOf(statuses, status)).length;
  const numbers = (of: typeof tickets) => new Set(of.map((ticket) => ticket.ticket_number));
  const liveNumbers = numbers(live);
  const deletedNumbers = numbers(tickets.filter((ticket) => ticket.deleted_at !== null));
  const zone = zoneInForce(defaultShopSettings);
  const { dueBy, takenInBefore, quietBefore } = attentionDates(
    now,
    zone,
    defaultShopSettings.calendar,
  );
  const texted = new Set(
    messages
      .filter((message) => Date.parse(String(message.created_at)) >= quietBefore)
      .map((message) => message.ticket_number),
  );
  const isLate = (ticket: (typeof tickets)[number]) =>
    isOneOf(restingStatuses, ticket.status) &&
    parts.some(
      (part) =>
        part.ticket_number === ticket.ticket_number &&
        part.expected_on !== null &&
        ticket.expected_on !== null &&
        String(part.expected_on) > String(ticket.expected_on),
    );
  const today = dateIn(now, zone);
  const isBackLate = (ticket: (typeof tickets)[number]) =>
    isOneOf(restingStatuses, ticket.status) &&
    sendings.some(
      ({ ticket_number: number, expected_on: expectedOn }) =>
        number === ticket.ticket_number &&
        expectedOn !== null &&
        (String(expectedOn) < today ||
          (ticket.expected_on !== null && String(expectedOn) > String(ticket.expected_on))),
    );
  const isDue = (ticket: (typeof tickets)[number]) =>
    isOneOf(notBegunStatuses, ticket.status) &&
    ticket.expected_on !== null &&
    String(ticket.expected_on) <= dueBy &&
    Date.parse(String(ticket.created_at)) < takenInBefore;
  const isQuiet = (ticket: (typeof tickets)[number]) =>
    isOneOf(restingStatuses, ticket.status) &&
    Date.parse(String(ticket.updated_at)) < quietBefore &&
    !texted.has(ticket.ticket_number);
  const technicians: Record<string, { active: number; total: number }> = {};
  for (const { assigned_to: id, status } of live) {
    if (!isOneOf(listed, id)) continue;
    const { active, total } = technicians[String(id)] ?? { active: 0, total: 0 };
    technicians[String(id)] = {
      active: active + (isOpen(String(status)) ? 1 : 0),
      total: total + 1,
    };
  }
  return {
    technicians,
    overview: {
      pending: inStatus(overviewStatuses.pending),
      sameDay: inStatus(
        overviewStatuses.sameDay,
        live.filter((ticket) => ticket.is_same_day === 1),
      ),
      inProgress: inStatus(overviewStatuses.inProgress),
      completed: inStatus(overviewStatuses.completed),
      estimates: estimates.filter(
        (estimate) =>
          estimate.replaced_at === null &&
          isOneOf(listedEstimateStatuses, estimate.status) &&
          liveNumbers.has(estimate.repair_id),
      ).length,
      waitingForPickup: inStatus(
        overviewStatuses.completed,
        live.filter((ticket) => ticket.is_handed_out === 0),
      ),
      totalClients: clients.filter(({ deleted_at: deletedAt }) => deletedAt === null).length,
      attention:
        inStatus(Object.values(answeredStatuses)) +
        live.filter((ticket) => [isDue, isLate, isBackLate, isQuiet].some((is) => is(ticket)))
          .length +
        messages.filter(
          ({ state, attention, attention_handled_at: handledAt, ticket_number: number }) =>
            handledAt === null &&
            (isOneOf(['failed', 'undelivered'], state) ||
              (attention !== null && isOneOf(['received', 'sending', 'unknown'], state))) &&
            !deletedNumbers.has(number),
        ).length,
    },
  };
}
