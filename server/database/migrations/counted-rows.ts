/** Which rows the kept counts count, in SQL that both engines read; `row` is an alias, `new` or `old`. */

export const isListed = (row: string) =>
  `(${row}.replaced_at is null and ${row}.status in ('sent', 'accepted', 'declined'))`;

export const isOfLiveTicket = (estimate: string) =>
  `exists (select 1 from repair_tickets as live
     where live.ticket_number = ${estimate}.repair_id and live.deleted_at is null)`;

export const isOpenCase = (row: string) =>
  `(${row}.attention_handled_at is null and (${row}.state in ('failed', 'undelivered')
     or (${row}.attention is not null and ${row}.state in ('received', 'sending', 'unknown'))))`;

export const isOfDeletedTicket = (message: string) =>
  `exists (select 1 from repair_tickets as gone
     where gone.ticket_number = ${message}.ticket_number and gone.deleted_at is not null)`;

/** How many of a ticket's estimates are in the list while the ticket is not deleted. */
export const listedOf = (ticket: string) =>
  `(select count(*) from estimates as listed
     where listed.repair_id = ${ticket}.ticket_number and ${isListed('listed')})`;

/** How many of a ticket's texts need attention while the ticket is not deleted. */
export const casesOf = (ticket: string) =>
  `(select count(*) from messages as about
     where about.ticket_number = ${ticket}.ticket_number and ${isOpenCase('about')})`;

/** Everything that is counted, counted row by row; what does not occur has no row. */
export const countedAnew: readonly string[] = [
  `select 'repairs' as counted, status, '' as owner, count(*) as amount from repair_tickets
     where deleted_at is null group by status`,
  `select 'same-day', status, '', count(*) from repair_tickets
     where deleted_at is null and is_same_day = 1 group by status`,
  `select 'technician', status, assigned_to, count(*) from repair_tickets
     where deleted_at is null and assigned_to is not null group by status, assigned_to`,
  `select 'clients', '', '', count(*) from clients
     where deleted_at is null having count(*) > 0`,
  `select 'estimates', '', '', count(*) from estimates as estimate
     where ${isListed('estimate')} and ${isOfLiveTicket('estimate')}
     having count(*) > 0`,
  `select 'attention', '', '', count(*) from messages as message
     where ${isOpenCase('message')} and not ${isOfDeletedTicket('message')}
     having count(*) > 0`,
];
