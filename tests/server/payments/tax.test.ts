import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  complete,
  currentRepair,
  newFinish,
  repairInStatus,
  reply,
  takeIn,
  takeInWithEstimate,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

describeOnBothEngines('the tax in what customers pay', (engine) => {
  const shop = useShop(engine);

  async function set(changes: Partial<ShopSettings>): Promise<void> {
    const { settings } = await shop.staff.call('getSettings');
    await shop.staff.call('changeSettings', { body: { ...settings, ...changes } });
  }
  const setRate = (taxThousandths: number) => set({ taxThousandths });
  const of = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => ({ params: { ticketNumber } });
  const now = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => currentRepair(shop, ticketNumber);
  const estimateOf = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) =>
    (await wholeRepair(shop, ticketNumber)).estimates[0];

  beforeEach(() => setRate(8_875));

  it('is settled with the accepted estimate, whether sent or recorded', async () => {
    const { repair } = await takeInWithEstimate(shop, { repairPrice: 80 }, 385);
    expect(await estimateOf(repair)).toMatchObject({ taxThousandths: 8_875, tax: 31.38 });
    expect((await now(repair)).settledTax).toBeNull();
    await setRate(0);
    await reply(shop, repair, 'ACCEPT');
    const settledTax = { taxThousandths: 8_875, tax: 31.38 };
    expect(await now(repair)).toMatchObject({ settledTax, balance: 385 });

    await setRate(10_000);
    const body = {
      repairId: repair.ticketNumber,
      amount: 110,
      told: 'phone',
      answer: 'accepted',
    } as const;
    const recorded = await shop.staff.call('recordEstimate', { body });
    expect(recorded.estimate).toMatchObject({ taxThousandths: 10_000, tax: 10 });
    expect(recorded.repair.settledTax).toEqual({ taxThousandths: 10_000, tax: 10 });
  });

  it('is otherwise settled by the completion, until that is undone or the repair is reopened', async () => {
    const repair = await repairInStatus(shop, 'in-progress');
    await shop.staff.call('editRepair', { ...of(repair), body: { repairPrice: 385 } });
    expect((await now(repair)).settledTax).toBeNull();
    await complete(shop, repair.ticketNumber);
    const settledTax = { taxThousandths: 8_875, tax: 31.38 };
    expect((await now(repair)).settledTax).toEqual(settledTax);
    await setRate(20_000);
    expect((await now(repair)).settledTax).toEqual(settledTax);
    await shop.staff.call('reopenRepair', of(repair));
    expect((await now(repair)).settledTax).toBeNull();
    const body = { outcome: 'approved', holdSeconds: 5 } as const;
    await shop.staff.call('completeRepair', { ...of(repair), body });
    expect((await now(repair)).settledTax).toEqual({ taxThousandths: 20_000, tax: 64.17 });
    await shop.staff.call('undoComplete', of(repair));
    expect((await now(repair)).settledTax).toBeNull();
  });

  it('is settled and paid while the customer waits, until that is undone', async () => {
    const repair = await takeIn(shop);
    const body = newFinish({ price: 18, amount: 18, holdSeconds: 5 });
    await shop.staff.call('finishWhileWaiting', { ...of(repair), body });
    const done = await wholeRepair(shop, repair.ticketNumber);
    expect(done.repair.settledTax).toEqual({ taxThousandths: 8_875, tax: 1.47 });
    expect(done.payments).toMatchObject([{ amount: 18, tax: 1.47 }]);
    await shop.staff.call('undoComplete', of(repair));
    expect((await now(repair)).settledTax).toBeNull();
  });

  it('is shared among payments: the last takes the remainder, a refund gives its share back', async () => {
    await setRate(10_000);
    const repair = await takeIn(shop, { repairPrice: 100 });
    const taxes = [];
    for (const amount of [33.33, 33.33, 33.34]) {
      taxes.push((await takePayment(shop, repair, { amount })).tax);
    }
    expect(taxes).toEqual([3.03, 3.03, 3.03]);
    expect((await takePayment(shop, repair, { amount: 5 })).tax).toBe(0);
    expect((await takePayment(shop, repair, { kind: 'refund', amount: 5 })).tax).toBe(0);
    expect((await takePayment(shop, repair, { kind: 'refund', amount: 50 })).tax).toBe(-4.54);
    expect((await takePayment(shop, repair, { kind: 'refund', amount: 50 })).tax).toBe(-4.55);
  });

  it('stays with a payment when rate and price change; the next one makes up for it', async () => {
    const repair = await takeIn(shop);
    const deposit = await takePayment(shop, repair, { kind: 'deposit', amount: 50 });
    expect(deposit.tax).toBe(4.08);
    shop.clock.advance(minute);
    await shop.staff.call('editRepair', { ...of(repair), body: { repairPrice: 385 } });
    const rest = await takePayment(shop, repair, { amount: 335 });
    expect(rest.tax).toBe(27.3);
    await setRate(0);
    const { payments, events } = await wholeRepair(shop, repair.ticketNumber);
    expect(payments.map(({ tax }) => tax)).toEqual([4.08, 27.3]);
    const taken = events.filter(({ kind }) => kind === 'payment-taken');
    expect(taken.map(({ data }) => data.tax)).toEqual([4.08, 27.3]);
  });

  const voidPayment = ({ id }: { id: string }) =>
    shop.staff.call('voidPayment', { params: { id }, body: { reason: 'Twice' } });

  it('moves on to the later payments when an earlier one is voided', async () => {
    await setRate(10_000);
    const repair = await takeIn(shop, { repairPrice: 110 });
    const pay = async (amount: number, kind: 'payment' | 'refund' = 'payment') => {
      shop.clock.advance(minute);
      return await takePayment(shop, repair, { amount, kind });
    };
    const taxes = async () =>
      (await wholeRepair(shop, repair.ticketNumber)).payments
        .filter(({ voidedAt }) => voidedAt === null)
        .map(({ tax }) => tax);
    const deposit = await pay(110);
    const refund = await pay(55, 'refund');
    await pay(55);
    expect(await taxes()).toEqual([10, -5, 5]);
    // Now the last one is beyond the price.
    await voidPayment(refund);
    expect(await taxes()).toEqual([10, 0]);
    await voidPayment(deposit);
    expect(await taxes()).toEqual([5]);
    await voidPayment(await pay(55));
    expect(await taxes()).toEqual([5]);
  });

  it('is 0 at a rate of 0, and the amount is what the customer pays in any case', async () => {
    await set({ taxThousandths: 8_875, pricesIncludeTax: false });
    const { repair } = await takeInWithEstimate(shop, {}, 385);
    expect(await estimateOf(repair)).toMatchObject({ estimatePrice: 385, tax: 31.38 });
    await set({ taxThousandths: 0, pricesIncludeTax: true });
    const plain = await takeIn(shop, { repairPrice: 80 });
    await complete(shop, (await repairInStatus(shop, 'in-progress')).ticketNumber);
    expect((await takePayment(shop, plain, { amount: 80 })).tax).toBe(0);
    expect((await now(plain)).balance).toBe(0);
  });

  it('is in the export of tickets, estimates and payments', async () => {
    const { repair } = await takeInWithEstimate(shop, { repairPrice: 80 }, 385);
    await reply(shop, repair, 'ACCEPT');
    await takePayment(shop, repair, { amount: 385 });
    await takePayment(shop, repair, { kind: 'refund', amount: 385, paymentId: randomUUID() });
    const files = await exportedFiles(shop.staff);
    const rowsOf = (name: string) =>
      csvObjects(files[name] ?? '').filter((row) => row['Ticket number'] === repair.ticketNumber);
    expect(rowsOf('estimates.csv')).toMatchObject([{ 'Tax percent': '8.875', Tax: '31.38' }]);
    expect(rowsOf('repairs.csv')).toMatchObject([{ 'Tax percent': '8.875', Tax: '31.38' }]);
    expect(
      rowsOf('payments.csv')
        .map((row) => row.Tax)
        .toSorted(),
    ).toEqual(['-31.38', '31.38']);
  });
});
