import { type Kysely, sql } from 'kysely';
import type { Engine } from './frozen/engine.ts';
import { leftBehind, type Told, toBringBack } from './frozen/undo-state.ts';

type Run = <Row = unknown>(statement: string) => Promise<Row[]>;

const ofTicket = 'references repair_tickets (ticket_number) on delete cascade';

/** PostgreSQL checks a million rows at once in a fraction of the time that it takes row by row. */
const makeTables = (engine: Engine) => [
  `create table completions (
    ticket_number text not null ${engine === 'sqlite' ? ofTicket : ''},
    nth integer not null,
    completed_at text not null,
    outcome text not null check (outcome in ('approved', 'declined')),
    technician_id text,
    technician_name text,
    session text,
    initials text,
    undone_at text,
    reopened_at text,
    ticket_as_of text,
    brings_back text,
    left_behind text,
    primary key (ticket_number, nth),
    check (undone_at is null or reopened_at is null)
  )`,
  'alter table repair_tickets add column client_at_intake text',
  'create table purged_repairs (repair_id text primary key)',
];

const isOpen = 'undone_at is null and reopened_at is null';

/** How an engine takes a value out of an event's data, as text and as JSON. */
const readers = {
  sqlite: {
    text: (path: string) => `data ->> '$.${path}'`,
    json: (name: string) => `data -> '$.${name}'`,
    object: 'json_object',
  },
  postgres: {
    text: (path: string) => `data::json #>> '{${path.replace('.', ',')}}'`,
    json: (name: string) => `data::json -> '${name}'`,
    object: 'json_build_object',
  },
} as const satisfies Record<Engine, object>;
type Reader = (typeof readers)[Engine];

/**
 * What tickets went through, by their history. What it does not end, though the ticket says otherwise,
 * was ended by another program: with the next completion, or the ticket's last change, at the latest.
 */
function completionsTold({ text }: Reader): string {
  /** Of an earlier one: as the last assignment before it left it, or as the first after it found it. */
  const holder = (name: string, column: string) => `case
    when ended_at is null then mark.${column}
    else nullif(coalesce((
      select coalesce(case when given.id < mark.id then ${text(`after.${name}`)}
        else ${text(`before.${name}`)} end, '')
      from events as given where given.ticket_number = mark.ticket_number
        and given.kind in ('repair-assigned', 'repair-reassigned')
      order by given.id > mark.id, abs(given.id - mark.id) limit 1
    ), mark.${column}), '') end`;
  return `insert into completions (ticket_number, nth, completed_at, outcome, technician_id,
      technician_name, session, initials, undone_at, reopened_at)
    with marks as (
      select id, ticket_number, kind, at, session, initials,
        case when kind = 'repair-completed' then ${text('outcome')} end as outcome,
        lead(kind) over by_ticket as end_kind, lead(at) over by_ticket as end_at
      from events
      where kind in ('repair-completed', 'repair-completion-undone', 'repair-reopened')
      window by_ticket as (partition by ticket_number order by id)
    ), told as (
      select mark.*, is_unrepaired, assigned_to, assigned_watchmaker,
        case when end_kind is not null then end_at
          when completed_at is null then case when updated_at > at then updated_at else at end
          when completed_at > at then completed_at end as ended_at
      from marks as mark join repair_tickets as ticket
        on ticket.ticket_number = mark.ticket_number
      where kind = 'repair-completed'
    )
    select ticket_number, row_number() over (partition by ticket_number order by id), at,
      coalesce(outcome,
        case when ended_at is null and is_unrepaired = 1 then 'declined' else 'approved' end),
      ${holder('assignedTo', 'assigned_to')}, ${holder('assignedWatchmaker', 'assigned_watchmaker')},
      session, initials,
      case when end_kind = 'repair-completion-undone' then ended_at end,
      case when end_kind = 'repair-completion-undone' then null else ended_at end
    from told as mark`;
}

/** Those that are in no history, as after an import. */
const completionsOfRows = `insert into completions (ticket_number, nth, completed_at, outcome,
    technician_id, technician_name)
  select ticket_number,
    1 + coalesce((select max(nth) from completions as known
      where known.ticket_number = ticket.ticket_number), 0),
    completed_at, case is_unrepaired when 1 then 'declined' else 'approved' end,
    assigned_to, assigned_watchmaker
  from repair_tickets as ticket where completed_at is not null and not exists (
    select 1 from completions as known where known.ticket_number = ticket.ticket_number
      and known.completed_at = ticket.completed_at and ${isOpen})`;

/** @throws where tickets and their completions do not agree: figures would be wrong from then on */
async function check(run: Run): Promise<void> {
  const completed = `select ticket_number, completed_at from repair_tickets
    where completed_at is not null`;
  const open = `select ticket_number, completed_at from completions where ${isOpen}`;
  const odd = await run<{ ticket_number: string; completed_at: string; side: string }>(`
    select *, 'ticket' as side from (${completed} except ${open}) as missing
    union all select *, 'history' as side from (${open} except ${completed}) as extra limit 10`);
  if (odd.length === 0) return;
  const where = odd.map((row) => `${row.ticket_number} (${row.side}: ${row.completed_at})`);
  throw new Error(
    `These tickets and their history do not agree on when they were completed: ${where.join(', ')}. ` +
      'Nothing was changed. Correct completed_at of these tickets, then start again.',
  );
}

interface EndRow {
  ticket_number: string;
  held_until: string | null;
  completed_at: string | null;
  completion_notes: string | null;
  completed_photo_url: string | null;
  updated_at: string;
  nth: number;
}

/** What an undo brings back, and what the last one left: only of tickets that are held or open. */
async function fillUndoState(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<EndRow>`select ticket.ticket_number, held_until, ticket.completed_at,
      completion_notes, completed_photo_url, updated_at, nth
    from repair_tickets as ticket join completions as last
      on last.ticket_number = ticket.ticket_number
    where (held_until is not null or ticket.completed_at is null) and not exists (
      select 1 from completions as later
      where later.ticket_number = last.ticket_number and later.nth > last.nth)`.execute(db);
  for (const { ticket_number: number, nth, ...row } of rows) {
    const { rows: events } = await sql<{ kind: string; at: string; data: string }>`
      select kind, at, data from events where ticket_number = ${number} order by id`.execute(db);
    const told: Told[] = events.map((event) => ({ ...event, data: JSON.parse(event.data) }));
    const ticket = {
      completedAt: row.completed_at,
      completionNotes: row.completion_notes,
      completedPhotoUrl: row.completed_photo_url,
      updatedAt: row.updated_at,
    };
    const [column, state] =
      row.completed_at === null
        ? ['left_behind', leftBehind(ticket, told)]
        : ['brings_back', toBringBack(ticket, told)];
    await sql`update completions set ticket_as_of = ${row.updated_at},
        ${sql.ref(column)} = ${state && JSON.stringify(state)}
      where ticket_number = ${number} and nth = ${nth}`.execute(db);
  }
}

/**
 * Completions as rows of their own, which stay when a repair is reopened; and what undoing, a repeated
 * intake and a late one read, which until now was taken from the history.
 */
export const completions = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const run: Run = async <Row>(statement: string) =>
      (await sql.raw<Row>(statement).execute(db)).rows;
    const reader = readers[engine];
    for (const statement of makeTables(engine)) await run(statement);
    await run(completionsTold(reader));
    await run(completionsOfRows);
    await check(run);
    if (engine === 'postgres') {
      await run(`alter table completions add foreign key (ticket_number) ${ofTicket}`);
    }
    await run(
      `create unique index completions_open on completions (ticket_number) where ${isOpen}`,
    );
    await fillUndoState(db);
    const [changes, unconfirmed] = ['clientChanges', 'unconfirmedChanges'] as const;
    await run(`update repair_tickets set client_at_intake = told.client from (
        select ticket_number, cast(${reader.object}('${changes}', ${reader.json(changes)},
          '${unconfirmed}', ${reader.json(unconfirmed)}) as text) as client
        from events where kind = 'repair-created'
          and (data like '%"${changes}":%' or data like '%"${unconfirmed}":%')
      ) as told where told.ticket_number = repair_tickets.ticket_number`);
    await run(`insert into purged_repairs (repair_id)
      select distinct repair_id from events where kind = 'repair-deleted' and repair_id is not null
        and not exists (
          select 1 from repair_tickets as ticket where ticket.repair_id = events.repair_id)`);
    await run('drop index events_of_deleted');
  },
});
