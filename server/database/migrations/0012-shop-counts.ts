import { type Kysely, sql } from 'kysely';
import type { Engine } from './frozen/engine.ts';

const isDone = "status in ('completed', 'ready') and deleted_at is null";
/** What the counts of a table depend on. */
const columns = { repair_tickets: 'status, assigned_to, deleted_at', clients: 'deleted_at' };
/** How rows before and after an event count. */
const events = { insert: { new: 1 }, update: { old: -1, new: 1 }, delete: { old: -1 } };
type Trigger = (table: keyof typeof columns, event: keyof typeof events) => string[];

const sqliteTrigger: Trigger = (table, event) => {
  const add = ([row, amount]: [string, number]) =>
    table === 'clients'
      ? `update shop_counts set clients = clients + ${amount} where ${row}.deleted_at is null;`
      : `update shop_counts set done = json_patch(done, (
           select json_object(technician, ${amount} + coalesce(
             (select value from json_each(done) where key = technician), 0))
           from (select coalesce(${row}.assigned_to, '') as technician)
         )) where ${row}.status in ('completed', 'ready') and ${row}.deleted_at is null;`;
  return [
    `create trigger count_${table}_${event} after ${event}
       ${event === 'update' ? `of ${columns[table]}` : ''} on ${table}
     begin ${Object.entries(events[event]).map(add).join(' ')} end`,
  ];
};

/** Once a statement: a row that is changed again for each row of a bulk load gets ever slower. */
const postgresTrigger: Trigger = (table, event) => {
  const sides = Object.entries(events[event]);
  const changed = `(${sides
    .map(([side, amount]) => `select ${columns[table]}, ${amount} as amount from ${side}_rows`)
    .join(' union all ')}) as changed`;
  const add =
    table === 'clients'
      ? `update shop_counts set clients = clients + change.amount from (
           select sum(amount) as amount from ${changed} where deleted_at is null
         ) as change where change.amount <> 0`
      : `update shop_counts set done = (
           select json_object_agg(key, amount) from (
             select key, sum(value::int) as amount from (
               select * from json_each_text(shop_counts.done::json)
               union all select * from json_each_text(change.done)
             ) as each group by key) as sums
         ) from (
           select json_object_agg(technician, amount) as done from (
             select coalesce(assigned_to, '') as technician, sum(amount) as amount from ${changed}
             where ${isDone} group by 1 having sum(amount) <> 0) as sums
         ) as change where change.done is not null`;
  const name = `count_${table}_${event}`;
  return [
    `create or replace function ${name}() returns trigger language plpgsql as
       $$ begin ${add}; return null; end $$`,
    `create trigger ${name} after ${event} on ${table}
       referencing ${sides.map(([side]) => `${side} table as ${side}_rows`).join(' ')}
       for each statement execute function ${name}()`,
  ];
};

/** Earlier versions kept more counts, in `kept_counts`. */
const former = {
  sqlite: `select 'trigger ' || name as what from sqlite_master
    where type = 'trigger' and name glob 'kept_*'`,
  postgres: `select 'function ' || oid::regprocedure || ' cascade' as what from pg_proc
    where pronamespace = current_schema()::regnamespace and proname ~
      '^kept_(counts_add|(live_|deleted_)?tickets?_|clients?_|estimate_|message_)'`,
};

/**
 * Triggers keep what would take longer to count every year: live clients, and live repairs that are
 * done, by technician ('' for none) as JSON. One row, so no two writers lock counts in opposite orders.
 */
export const shopCounts = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const run = (statement: string) => sql.raw<{ what: string }>(statement).execute(db);
    for (const { what } of (await run(former[engine])).rows) await run(`drop ${what}`);
    await run('drop table if exists kept_counts');
    await run(`create table shop_counts (id integer primary key check (id = 1),
      clients integer not null, done text not null)`);
    const trigger = engine === 'sqlite' ? sqliteTrigger : postgresTrigger;
    for (const event of ['insert', 'update', 'delete'] as const) {
      for (const statement of trigger('repair_tickets', event)) await run(statement);
      for (const statement of trigger('clients', event)) await run(statement);
    }
    await run(`insert into shop_counts (id, clients, done) select 1,
      (select count(*) from clients where deleted_at is null),
      (select coalesce(cast(json_${engine === 'sqlite' ? 'group_object' : 'object_agg'}(
        technician, amount) as text), '{}') from (select coalesce(assigned_to, '') as technician,
        count(*) as amount from repair_tickets where ${isDone} group by 1) as sums)`);
  },
});
