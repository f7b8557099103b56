import { type Kysely, sql } from 'kysely';
import type { Engine } from './frozen/engine.ts';

/** What a row is called in a trigger. */
const id = 'new.id';

const isMissing = `trim(coalesce(new.ticket_number, '')) = ''`;

/** As `shownTicketNumber` has it; where the eight characters are taken, the whole id. */
const shownNumber = (isDigits: string) => `case
  when ${isDigits} or exists (
    select 1 from repair_tickets as other where other.ticket_number = substr(${id}, 1, 8)
  ) then 'TK-' || ${id} else substr(${id}, 1, 8) end`;

/** A search looks for a number without its punctuation (`domain/search-text.ts`). */
const foundBy = (line: string, number: string) =>
  `${line} || ' | ' || lower(replace(${number}, '-', ''))`;

const sqliteTriggers = ['insert', 'update of ticket_number'].map(
  (change, index) => `create trigger if not exists ticket_number_missing_${index + 1}
    after ${change} on repair_tickets when ${isMissing}
    begin
      update repair_tickets set (ticket_number, search_text) = (
        select number, ${foundBy('new.search_text', 'number')}
        from (select ${shownNumber(`${id} not glob '*[^0-9]*'`)} as number)
      ) where id = ${id};
    end`,
);

const postgresTriggers = [
  `create or replace function give_ticket_number() returns trigger language plpgsql as $$ begin
     new.ticket_number := ${shownNumber(`${id} !~ '[^0-9]'`)};
     new.search_text := ${foundBy('new.search_text', 'new.ticket_number')};
     return new;
   end $$`,
  'drop trigger if exists ticket_number_missing on repair_tickets',
  `create trigger ticket_number_missing before insert or update of ticket_number on repair_tickets
     for each row when (${isMissing}) execute function give_ticket_number()`,
  // A hosted database may be shared: a status that is none of ours must survive a restore.
  'alter table repair_tickets drop constraint if exists repair_tickets_status_check',
  `alter table estimates drop constraint if exists estimates_status_check,
     drop constraint if exists estimates_response_status_check`,
];

/**
 * Tickets as another program leaves them: one without a number gets the one that it is shown by, so
 * that its texts, estimates and history can name it (specification, section 3).
 */
export function rowsOfOtherPrograms(engine: Engine) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const triggers = engine === 'sqlite' ? sqliteTriggers : postgresTriggers;
      for (const statement of triggers) await sql.raw(statement).execute(db);
      // The search index follows updates that name this column.
      await sql`update repair_tickets set ticket_number = '', search_text = search_text
        where trim(ticket_number) = ''`.execute(db);
    },
  };
}
