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
