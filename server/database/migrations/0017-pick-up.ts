import { type Kysely, sql } from 'kysely';
import type { Engine } from './frozen/engine.ts';

const isDone = "status in ('completed', 'ready')";
const isWaiting = (row = '') =>
  `${row}${isDone} and ${row}deleted_at is null and ${row}is_handed_out = 0`;

/** Keeps how many wait, beside the other counts (0012-shop-counts.ts). */
const sqliteTriggers = () => {
  const [before, after] = [`(${isWaiting('old.')})`, `(${isWaiting('new.')})`];
  const trigger = (event: string, when: string, change: string) =>
    `create trigger count_waiting_${event.slice(0, 6)} after ${event} on repair_tickets
       when ${when} begin update shop_counts set waiting = waiting ${change}; end`;
  return [
    trigger('insert', after, '+ 1'),
    trigger(
      'update of status, deleted_at, is_handed_out',
      `${before} <> ${after}`,
      `+ ${after} - ${before}`,
    ),
    trigger('delete', before, '- 1'),
  ];
};

/** Once a statement, as the other counts are. */
const postgresTriggers = () =>
  Object.entries({ insert: { new: 1 }, update: { old: -1, new: 1 }, delete: { old: -1 } }).flatMap(
    ([event, sides]) => {
      const name = `count_waiting_${event}`;
      const changed = Object.entries(sides)
        .map(
          ([side, amount]) => `select ${amount} as amount from ${side}_rows where ${isWaiting()}`,
        )
        .join(' union all ');
      const tables = Object.keys(sides).map((side) => `${side} table as ${side}_rows`);
      return [
        `create or replace function ${name}() returns trigger language plpgsql as $$ begin
           update shop_counts set waiting = waiting + change.amount
             from (select sum(amount) as amount from (${changed}) as changed) as change
             where change.amount <> 0;
           return null; end $$`,
        `create trigger ${name} after ${event} on repair_tickets
           referencing ${tables.join(' ')} for each statement execute function ${name}()`,
      ];
    },
  );

/**
 * Who collected a watch, and which wait to be collected. What is done already counts as collected and is never
 * chased: nobody has recorded whether it is still in the shop.
 */
export const pickUp = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const run = (statement: string) => sql.raw(statement).execute(db);
    const flag = (name: string) => `${name} integer not null default 0 check (${name} in (0, 1))`;
    for (const column of [
      flag('is_unrepaired'),
      flag('is_handed_out'),
      'collected_at text',
      'collected_by text',
      'collected_note text',
      'pickup_reminders integer not null default 0',
    ]) {
      await run(`alter table repair_tickets add column ${column}`);
    }
    await run(`update repair_tickets set is_handed_out = 1, pickup_reminders = 2,
      is_unrepaired = case when exists (
        select 1 from estimates where repair_id = ticket_number and replaced_at is null
          and estimates.status = 'completed' and response_status = 'declined'
      ) then 1 else 0 end where ${isDone}`);
    const index = (name: string, columns: string, condition: string) =>
      run(`create index ${name} on repair_tickets (${columns}) where ${condition}`);
    const isHandedOut = `${isDone} and deleted_at is null and is_handed_out = 1`;
    await index('tickets_handed_out', 'status, id', isHandedOut);
    await index('tickets_waiting', 'status, id', isWaiting());
    const since = 'coalesce(completed_at, created_at)';
    await index('tickets_waiting_since', `status, ${since}, id`, isWaiting());
    await run('alter table shop_counts add column waiting integer not null default 0');
    const triggers = engine === 'sqlite' ? sqliteTriggers() : postgresTriggers();
    for (const statement of triggers) await run(statement);
  },
});
