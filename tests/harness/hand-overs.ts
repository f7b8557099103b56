import { randomUUID } from 'node:crypto';
import type { Input } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import type { RunningApp } from './app.ts';
import {
  assign,
  complete,
  currentRepair,
  sameCustomer,
  takeIn,
  takePayment,
} from './shop-fixtures.ts';

export type HandOver = Input<'handOver', 'body'>;

export const bodyOf = (tickets: HandOver['tickets'], given: Partial<HandOver> = {}): HandOver => ({
  handOverId: randomUUID(),
  tickets,
  method: 'card',
  ...given,
});

export const sendHandOver = (shop: RunningApp, body: HandOver) =>
  shop.staff.attempt('handOver', { body });

type Intake = Parameters<typeof takeIn>[1];

export async function done(shop: RunningApp, given: Intake = {}): Promise<Repair> {
  const { ticketNumber } = await takeIn(shop, { repairPrice: 80, ...given });
  await assign(shop, ticketNumber);
  return (await complete(shop, ticketNumber)).repair;
}

/** Two watches of one visit. */
export async function visit(shop: RunningApp): Promise<[Repair, Repair]> {
  const visitId = randomUUID();
  const first = await done(shop, { visitId, repairPrice: 420 });
  await takePayment(shop, first, { kind: 'deposit', amount: 100 });
  const second = await done(shop, { ...sameCustomer(first), visitId, repairPrice: 65 });
  return [await currentRepair(shop, first.ticketNumber), second];
}
