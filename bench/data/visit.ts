import { changedFields } from '../../domain/changed-fields.ts';
import type { ShopConfig, Technician } from '../../domain/shop-config.ts';
import type { Calendar } from '../../scripts/demo/calendar.ts';
import type { Chance } from '../../scripts/demo/chance.ts';
import { jobFor } from '../../scripts/demo/job.ts';
import { type Tier, type Watch, watchFor } from '../../scripts/demo/watches.ts';
import type { ClientsTable, RepairTicketsTable } from '../../server/database/tables.ts';
import { openAgenda } from './agenda.ts';
import { type Desk, deskFor } from './desk.ts';
import { isoTime, type Ledger } from './ledger.ts';
import { storyOf } from './story.ts';
import { textingWith } from './texting.ts';

/** What every visit in a shop has in common. */
export interface Counter {
  /** The shop's present, milliseconds since 1970: what would happen later has not happened. */
  present: number;
  calendar: Calendar;
  chance: Chance;
  newId: (milliseconds: number) => string;
  newTicketNumber: (now: number) => string;
  shop: ShopConfig['shop'];
  technicianFor: (watch: Watch, chance: Chance) => Technician;
}

/** A client as the shop knows them from earlier visits. */
export interface Customer {
  client: ClientsTable;
  taste: Tier;
  isLandline: boolean;
  watches: Watch[];
}

/** Deleted repairs can be brought back for 30 days; older ones are gone, and so never made. */
const keptMs = 29 * 24 * 60 * 60_000;
const deletedShare = 0.04;

function deleteTicket(row: RepairTicketsTable, at: string, ledger: Ledger): void {
  const { id, ticket_number, repair_id } = row;
  row.deleted_at = at;
  const data = { ...changedFields({ deleted: false }, { deleted: true }) };
  ledger.record(
    at,
    [{ kind: 'repair-deleted', actor: 'staff', ticket_number, repair_id, data }],
    [{ entity: 'repair', entity_id: id, what: 'deleted', ticket_number }],
  );
}

/** A few of the newest were a mistake: taken in twice, or for the wrong client. */
function deleteSome(desk: Desk, ledger: Ledger, { chance, calendar, present }: Counter): void {
  for (const row of desk.tickets()) {
    if (present - Date.parse(row.created_at) > keptMs || !chance.happens(deletedShare)) continue;
    const last = Math.max(...ledger.rows.events.map(({ at }) => Date.parse(at)));
    const at = calendar.workingAfter(last, 10 + chance.int(600));
    if (at <= present) deleteTicket(row, isoTime(at), ledger);
  }
}

export interface Visit {
  at: number;
  watches: number;
  /** Whether the client came to be with it. */
  isFirst: boolean;
}

/**
 * Lives through one visit and all that comes of it, up to the shop's present.
 *
 * @param ledger where its rows go
 * @returns whether all is over, so that the customer may come again
 */
export function liveThrough(
  customer: Customer,
  visit: Visit,
  ledger: Ledger,
  counter: Counter,
): boolean {
  const { client, isLandline, taste, watches } = customer;
  const { present, calendar, chance, newId, newTicketNumber, shop, technicianFor } = counter;
  const agenda = openAgenda(present);
  const desk: Desk = deskFor({
    client,
    ledger,
    chance,
    newId,
    newTicketNumber,
    photos: [],
    texting: () => texting,
  });
  const texting = textingWith({
    shop,
    phone: client.phone,
    isLandline,
    ledger,
    chance,
    newId,
    present,
    ticketOf: desk.ticketOf,
    newestTicket: () => desk.tickets().at(-1)?.ticket_number ?? null,
    estimates: desk.estimates,
    onAnswer: desk.applyAnswer,
  });
  const story = storyOf({ agenda, calendar, chance, desk, texting, technicianFor });
  for (let index = 0; index < visit.watches; index += 1) {
    agenda.at(visit.at + index * (45_000 + chance.int(30_000)), (now) => {
      const known = watches[index];
      const watch = known && chance.happens(0.4) ? known : watchFor(taste, chance);
      if (known !== watch) watches[index] = watch;
      const job = jobFor(watch, chance);
      const row = desk.takeIn(watch, job, visit.isFirst && index === 0, now);
      story.begin({ row, watch, job, hasPhotos: false }, now);
    });
  }
  agenda.run();
  texting.close(calendar);
  ledger.rows.estimates.push(...desk.estimates());
  deleteSome(desk, ledger, counter);
  return desk.tickets().every(({ status }) => status === 'completed');
}
