import {
  casesOf,
  isListed,
  isOfDeletedTicket,
  isOfLiveTicket,
  isOpenCase,
  listedOf,
} from './counted-rows.ts';

/**
 * Changes of counts are written one below the other, and a count is their sum: were it one row,
 * everybody who takes in a repair would wait for everybody else who does.
 */
const table = `create table kept_counts (
  counted text not null,
  status text not null,
  owner text not null,
  amount integer not null
) with (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0)`;

const procedure = (name: string, work: string, parameters = '', returns = 'trigger') =>
  `create or replace function ${name}(${parameters}) returns ${returns} language plpgsql as
   $work$ begin ${work} end $work$`;

/** Now and then a writer adds up what has come together, past whatever another one has in hand. */
const addUp = procedure(
  'kept_counts_add_up',
  `with ready as materialized (
     select ctid from kept_counts limit 2000 for update skip locked
   ), taken as (
     delete from kept_counts where ctid = any (array(select ctid from ready))
     returning counted, status, owner, amount
   )
   insert into kept_counts (counted, status, owner, amount)
     select counted, status, owner, sum(amount) from taken
     group by counted, status, owner having sum(amount) <> 0;`,
  '',
  'void',
);

const sometimesAddUp = 'if random() < 0.02 then perform kept_counts_add_up(); end if;';

const add = procedure(
  'kept_counts_add',
  `if change <> 0 then
     insert into kept_counts (counted, status, owner, amount)
       values (what, of_status, of_owner, change);
     ${sometimesAddUp}
   end if;`,
  'what text, of_status text, of_owner text, change bigint',
  'void',
);

const one = (counted: string, amount: string) =>
  `perform kept_counts_add('${counted}', '', '', ${amount});`;

/** What a ticket counts for. */
const ticket = (row: 'old' | 'new', amount: '1' | '-1') =>
  `if ${row}.deleted_at is null then
     perform kept_counts_add('repairs', ${row}.status, '', ${amount});
     if ${row}.is_same_day = 1 then
       perform kept_counts_add('same-day', ${row}.status, '', ${amount});
     end if;
     if ${row}.assigned_to is not null then
       perform kept_counts_add('technician', ${row}.status, ${row}.assigned_to, ${amount});
     end if;
   end if;`;

const live = 'from arrived where deleted_at is null';

/** Many rows that come in one statement are counted at once. */
const ticketsIn = procedure(
  'kept_tickets_in',
  `insert into kept_counts (counted, status, owner, amount)
     select 'repairs', status, '', count(*) ${live} group by status
     union all
     select 'same-day', status, '', count(*) ${live} and is_same_day = 1 group by status
     union all
     select 'technician', status, assigned_to, count(*) ${live} and assigned_to is not null
       group by status, assigned_to;
   ${sometimesAddUp}
   return null;`,
);

const clientsIn = procedure(
  'kept_clients_in',
  `${one('clients', `(select count(*) ${live})`)} return null;`,
);

/**
 * What hangs on a ticket counts while the ticket is not deleted. Whoever changes it holds the ticket
 * first: otherwise neither they nor whoever deletes the ticket in the same moment would see what the
 * other one did, and the count would be wrong for ever. The lock is the one that a change of the
 * ticket takes: of two who hold a weaker one and then change the ticket neither could go on.
 */
const hold = (ticketNumber: string) =>
  `perform 1 from repair_tickets where ticket_number = ${ticketNumber} for no key update;`;

/** Where it has moved from one ticket to another both are held, in an order that all keep to. */
const holdBoth = (column: string) =>
  `perform 1 from repair_tickets where ticket_number in (old.${column}, new.${column})
     order by ticket_number for no key update;`;

const estimateShare = (row: 'old' | 'new', amount: '1' | '-1') =>
  `if ${isListed(row)} and ${isOfLiveTicket(row)} then ${one('estimates', amount)} end if;`;

const caseShare = (row: 'old' | 'new', amount: '1' | '-1') =>
  `if ${isOpenCase(row)} and not ${isOfDeletedTicket(row)} then ${one('attention', amount)} end if;`;

/** A trigger for each row that fits, with a function of its own. */
const forEach = (name: string, event: string, when: string, work: string, returned = 'null') => [
  procedure(`kept_${name}`, `${work} return ${returned};`),
  `create trigger kept_${name} ${event} for each row when (${when})
   execute function kept_${name}()`,
];

const forStatement = (name: string, on: string) =>
  `create trigger ${name} after insert on ${on} referencing new table as arrived
   for each statement execute function ${name}()`;

export const postgresCountTriggers: readonly string[] = [
  table,
  addUp,
  add,
  ticketsIn,
  forStatement('kept_tickets_in', 'repair_tickets'),
  ...forEach(
    'ticket_changed',
    'after update on repair_tickets',
    `(old.status, old.is_same_day, old.assigned_to, old.deleted_at is null)
       is distinct from (new.status, new.is_same_day, new.assigned_to, new.deleted_at is null)`,
    ticket('old', '-1') + ticket('new', '1'),
  ),
  ...forEach(
    'ticket_out',
    'after delete on repair_tickets',
    'old.deleted_at is null',
    ticket('old', '-1'),
  ),
  // What hangs on a ticket leaves its lists with it, and comes back with it.
  ...forEach(
    'ticket_deleted',
    'after update on repair_tickets',
    'old.deleted_at is null and new.deleted_at is not null',
    one('estimates', `-${listedOf('new')}`) + one('attention', `-${casesOf('new')}`),
  ),
  ...forEach(
    'ticket_restored',
    'after update on repair_tickets',
    'old.deleted_at is not null and new.deleted_at is null',
    one('estimates', listedOf('new')) + one('attention', casesOf('new')),
  ),
  // Before, because its estimates go with it and can no longer find it then.
  ...forEach(
    'live_ticket_out',
    'before delete on repair_tickets',
    'old.deleted_at is null',
    one('estimates', `-${listedOf('old')}`),
    'old',
  ),
  // Texts stay without their ticket, and come before it when a backup is restored.
  ...forEach(
    'deleted_ticket_out',
    'after delete on repair_tickets',
    'old.deleted_at is not null',
    one('attention', casesOf('old')),
  ),
  ...forEach(
    'deleted_ticket_in',
    'after insert on repair_tickets',
    'new.deleted_at is not null',
    one('attention', `-${casesOf('new')}`),
  ),
  clientsIn,
  forStatement('kept_clients_in', 'clients'),
  ...forEach(
    'client_changed',
    'after update on clients',
    '(old.deleted_at is null) <> (new.deleted_at is null)',
    one('clients', 'case when new.deleted_at is null then 1 else -1 end'),
  ),
  ...forEach(
    'client_out',
    'after delete on clients',
    'old.deleted_at is null',
    one('clients', '-1'),
  ),
  ...forEach(
    'estimate_in',
    'after insert on estimates',
    isListed('new'),
    hold('new.repair_id') + estimateShare('new', '1'),
  ),
  ...forEach(
    'estimate_changed',
    'after update on estimates',
    `(old.status, old.replaced_at, old.repair_id)
       is distinct from (new.status, new.replaced_at, new.repair_id)`,
    holdBoth('repair_id') + estimateShare('old', '-1') + estimateShare('new', '1'),
  ),
  ...forEach(
    'estimate_out',
    'after delete on estimates',
    isListed('old'),
    hold('old.repair_id') + estimateShare('old', '-1'),
  ),
  ...forEach(
    'message_in',
    'after insert on messages',
    isOpenCase('new'),
    hold('new.ticket_number') + caseShare('new', '1'),
  ),
  ...forEach(
    'message_changed',
    'after update on messages',
    `${isOpenCase('old')} or ${isOpenCase('new')}`,
    holdBoth('ticket_number') + caseShare('old', '-1') + caseShare('new', '1'),
  ),
  ...forEach(
    'message_out',
    'after delete on messages',
    isOpenCase('old'),
    hold('old.ticket_number') + caseShare('old', '-1'),
  ),
];
