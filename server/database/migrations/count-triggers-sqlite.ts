import {
  casesOf,
  isListed,
  isOfDeletedTicket,
  isOfLiveTicket,
  isOpenCase,
  listedOf,
} from './counted-rows.ts';

/** One row for each count: there is one writer, and nobody to wait for. */
const table = `create table kept_counts (
  counted text not null,
  status text not null,
  owner text not null,
  amount integer not null,
  primary key (counted, status, owner)
) without rowid`;

interface Share {
  counted: string;
  status?: string;
  owner?: string;
  amount: string;
  where?: string;
}

/** Changes a count. A "where" has to be there, or the parser takes "on" for a join's. */
const add = ({ counted, status = "''", owner = "''", amount, where = 'true' }: Share) =>
  `insert into kept_counts (counted, status, owner, amount)
     select '${counted}', ${status}, ${owner}, ${amount} where ${where}
     on conflict do update set amount = amount + excluded.amount;`;

/** What a ticket counts for. */
const ticket = (row: 'old' | 'new', amount: '1' | '-1') => {
  const status = `${row}.status`;
  const isLive = `${row}.deleted_at is null`;
  return [
    add({ counted: 'repairs', status, amount, where: isLive }),
    add({ counted: 'same-day', status, amount, where: `${isLive} and ${row}.is_same_day = 1` }),
    add({
      counted: 'technician',
      status,
      owner: `${row}.assigned_to`,
      amount,
      where: `${isLive} and ${row}.assigned_to is not null`,
    }),
  ].join('\n');
};

const client = (amount: string) => add({ counted: 'clients', amount });

const estimate = (row: 'old' | 'new', amount: '1' | '-1') =>
  add({ counted: 'estimates', amount, where: `${isListed(row)} and ${isOfLiveTicket(row)}` });

const message = (row: 'old' | 'new', amount: '1' | '-1') =>
  add({
    counted: 'attention',
    amount,
    where: `${isOpenCase(row)} and not ${isOfDeletedTicket(row)}`,
  });

/** What hangs on a ticket leaves its lists with it, and comes back with it. */
const belongings = (row: 'old' | 'new', sign: '' | '-') =>
  [
    add({ counted: 'estimates', amount: `${sign}${listedOf(row)}` }),
    add({ counted: 'attention', amount: `${sign}${casesOf(row)}` }),
  ].join('\n');

const trigger = (name: string, when: string, ...work: string[]) =>
  `create trigger kept_${name} ${when} begin ${work.join('\n')} end`;

export const sqliteCountTriggers: readonly string[] = [
  table,
  trigger('ticket_in', 'after insert on repair_tickets', ticket('new', '1')),
  trigger(
    'ticket_changed',
    `after update of status, is_same_day, assigned_to, deleted_at on repair_tickets
     when (old.status, old.is_same_day, old.assigned_to, old.deleted_at is null)
       is not (new.status, new.is_same_day, new.assigned_to, new.deleted_at is null)`,
    ticket('old', '-1'),
    ticket('new', '1'),
  ),
  trigger('ticket_out', 'after delete on repair_tickets', ticket('old', '-1')),
  trigger(
    'ticket_deleted',
    `after update of deleted_at on repair_tickets
     when old.deleted_at is null and new.deleted_at is not null`,
    belongings('new', '-'),
  ),
  trigger(
    'ticket_restored',
    `after update of deleted_at on repair_tickets
     when old.deleted_at is not null and new.deleted_at is null`,
    belongings('new', ''),
  ),
  // Before, because its estimates go with it and can no longer find it then.
  trigger(
    'live_ticket_out',
    'before delete on repair_tickets when old.deleted_at is null',
    add({ counted: 'estimates', amount: `-${listedOf('old')}` }),
  ),
  // Texts stay without their ticket, and come before it when a backup is restored.
  trigger(
    'deleted_ticket_out',
    'after delete on repair_tickets when old.deleted_at is not null',
    add({ counted: 'attention', amount: casesOf('old') }),
  ),
  trigger(
    'deleted_ticket_in',
    'after insert on repair_tickets when new.deleted_at is not null',
    add({ counted: 'attention', amount: `-${casesOf('new')}` }),
  ),
  trigger('client_in', 'after insert on clients when new.deleted_at is null', client('1')),
  trigger(
    'client_changed',
    `after update of deleted_at on clients
     when (old.deleted_at is null) <> (new.deleted_at is null)`,
    client('iif(new.deleted_at is null, 1, -1)'),
  ),
  trigger('client_out', 'after delete on clients when old.deleted_at is null', client('-1')),
  trigger('estimate_in', 'after insert on estimates', estimate('new', '1')),
  trigger(
    'estimate_changed',
    `after update of status, replaced_at, repair_id on estimates
     when (old.status, old.replaced_at, old.repair_id)
       is not (new.status, new.replaced_at, new.repair_id)`,
    estimate('old', '-1'),
    estimate('new', '1'),
  ),
  trigger('estimate_out', 'after delete on estimates', estimate('old', '-1')),
  trigger('message_in', `after insert on messages when ${isOpenCase('new')}`, message('new', '1')),
  trigger(
    'message_changed',
    `after update of state, attention, attention_handled_at, ticket_number on messages
     when ${isOpenCase('old')} or ${isOpenCase('new')}`,
    message('old', '-1'),
    message('new', '1'),
  ),
  trigger(
    'message_out',
    `after delete on messages when ${isOpenCase('old')}`,
    message('old', '-1'),
  ),
];
