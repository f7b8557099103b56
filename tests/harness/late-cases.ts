import { expect } from 'vitest';
import type { Repair } from '../../domain/api-answers.ts';
import type { RunningApp } from './app.ts';
import { assign, complete } from './shop-fixtures.ts';

interface LateRow<Change> {
  /** Promised for 2026-03-20; the row is expected later. */
  repair: Repair;
  casesIn: (shop: RunningApp) => Promise<unknown[]>;
  /** What needs attention while the row is late. */
  expectedCases: unknown[];
  change: (body: Change) => Promise<unknown>;
  /** Changes that end the case, each with one that brings it back. */
  ends: [over: Change, again: Change][];
}

/** Follows a late row of a ticket through all that ends its case, until the repair is completed. */
export async function followLateCase<Change>(
  shop: RunningApp,
  { repair, casesIn, expectedCases, change, ends }: LateRow<Change>,
): Promise<void> {
  const { ticketNumber } = repair;
  const ticket = { params: { ticketNumber } };
  for (const [over, again] of ends) {
    await change(over);
    expect(await casesIn(shop)).toEqual([]);
    await change(again);
    expect(await casesIn(shop)).toEqual(expectedCases);
  }
  const promise = (expectedOn: string | null) =>
    shop.staff.call('editRepair', { ...ticket, body: { expectedOn } });
  for (const date of ['2026-03-21', null]) {
    await promise(date);
    expect(await casesIn(shop)).toEqual([]);
    await promise('2026-03-20');
    expect(await casesIn(shop)).toEqual(expectedCases);
  }
  await shop.staff.call('deleteRepair', ticket);
  expect(await casesIn(shop)).toEqual([]);
  await shop.staff.call('restoreRepair', ticket);
  await assign(shop, ticketNumber);
  await complete(shop, ticketNumber);
  expect(await casesIn(shop)).toEqual([]);
}
