import type { Insertable } from 'kysely';
import type { EventsTable, Tables } from '../../server/database/tables.ts';

/** What a made-up shop is recorded with: random numbers that a seed repeats, ids, and its rows by day. */

export const tableNames = [
  'clients',
  'repair_tickets',
  'completions',
  'estimates',
  'messages',
  'phones',
  'payments',
  'photos',
  'measurements',
  'parts',
  'sendings',
  'warranties',
  'events',
  'changes',
] as const satisfies readonly (keyof Tables)[];

type ShopTable = (typeof tableNames)[number];
/** A few days' rows by table, each table's in order of time. */
export type ShopRows = { [Name in ShopTable]: Insertable<Tables[Name]>[] };

type AboutEvent = Partial<Pick<EventsTable, 'actor' | 'ticket_number' | 'repair_id' | 'client_id'>>;

/** All stores have the same present moment, whenever they are made. */
export const storesPresent = Date.parse('2026-11-20T18:00:00Z');

export const dayMs = 24 * 60 * 60_000;

/** Mulberry32: from 0 up to, not including, 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const emptyRows = () =>
  Object.fromEntries(tableNames.map((name) => [name, [] as object[]])) as unknown as ShopRows;

/** @param seed another seed makes another shop */
export function openBooks(seed: number) {
  const next = generator(seed);
  const int = (below: number) => Math.floor(next() * below);
  const happens = (share: number) => next() < share;
  const pick = <Item>(items: readonly Item[]) => items[int(items.length)] as Item;
  const hex = (length: number) =>
    int(16 ** length)
      .toString(16)
      .padStart(length, '0');

  const days = new Map<number, ShopRows>();
  function put<Name extends ShopTable>(name: Name, at: number, row: Insertable<Tables[Name]>) {
    const day = Math.floor(at / dayMs);
    const rows = days.get(day) ?? emptyRows();
    days.set(day, rows);
    (rows[name] as (typeof row)[]).push(row);
  }
  function* daysBefore(end: number): Generator<ShopRows> {
    for (const day of [...days.keys()].filter((each) => each < end).sort((a, b) => a - b)) {
      const rows = days.get(day) ?? emptyRows();
      days.delete(day);
      for (const name of ['events', 'changes'] as const) {
        (rows[name] as { at: string }[]).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
      }
      yield rows;
    }
  }

  let sequence = 0;
  function newId(at: number): string {
    sequence = (sequence + 1) % 4096;
    const time = at.toString(16).padStart(12, '0');
    const count = sequence.toString(16).padStart(3, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-8${hex(3)}-${hex(6)}${hex(6)}`;
  }

  function recordEvent(at: number, kind: string, about: AboutEvent, data: object): void {
    put('events', at, { actor: 'staff', ...about, at: iso(at), kind, data: JSON.stringify(data) });
  }
  function recordChange(
    at: number,
    entity: ShopRows['changes'][number]['entity'],
    entity_id: string,
    what: string,
    ticket_number: string | null = null,
  ): void {
    put('changes', at, { at: iso(at), entity, entity_id, what, ticket_number });
  }

  return { next, int, happens, pick, hex, put, daysBefore, newId, recordEvent, recordChange };
}

export type Books = ReturnType<typeof openBooks>;
