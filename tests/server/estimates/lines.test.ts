import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import type { EstimateLine } from '../../../domain/price-lines.ts';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { day, minute } from '../../harness/settable-clock.ts';
import {
  acceptedAtTheBench,
  currentRepair,
  repairInStatus,
  reply,
  stayLoggedIn,
  takeIn,
  takePayment,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

const line = (given: Partial<EstimateLine>): EstimateLine => ({
  kind: 'labor',
  description: 'Full service',
  quantity: 1,
  unitPrice: 100,
  isTaxable: true,
  warrantyDays: null,
  ...given,
});

/** $817.50 and 7.75% of $227.50. */
const lines = [
  line({ unitPrice: 520, isTaxable: false, warrantyDays: 365 }),
  line({ kind: 'part', description: 'Mainspring', unitPrice: 38 }),
  line({ kind: 'part', description: 'Gasket set', unitPrice: 24.5 }),
  line({ description: 'Pressure test', unitPrice: 25, isTaxable: false }),
  line({ kind: 'part', description: 'Crystal', unitPrice: 165, warrantyDays: 90 }),
  line({ description: 'Bracelet', quantity: 0.5, unitPrice: 90, isTaxable: false }),
];

describeOnBothInLongRun('the lines of an estimate', (engine) => {
  const shop = useShop(engine);

  async function set(changes: Partial<ShopSettings>): Promise<void> {
    const { settings } = await shop.staff.call('getSettings');
    await shop.staff.call('changeSettings', { body: { ...settings, ...changes } });
  }
  const now = ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) => currentRepair(shop, ticketNumber);
  const estimatesOf = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) =>
    (await wholeRepair(shop, ticketNumber)).estimates;
  const eventOf = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>, kind: string) =>
    (await wholeRepair(shop, ticketNumber)).events.findLast((event) => event.kind === kind);
  const send = ({ ticketNumber }: Repair, body: { amount: number; lines?: EstimateLine[] }) =>
    shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, ...body } });
  const lastText = async ({ ticketNumber }: Pick<Repair, 'ticketNumber'>) =>
    (await wholeRepair(shop, ticketNumber)).messages.find(
      ({ direction }) => direction === 'outbound',
    )?.body;

  beforeEach(() => set({ taxThousandths: 7_750, pricesIncludeTax: false, presets: [] }));

  it('add up to the amount with tax, and are on the estimate, the ticket and in the export', async () => {
    const repair = await takeIn(shop);
    const { estimate } = await send(repair, { amount: 835.13, lines });
    expect(estimate).toMatchObject({ estimatePrice: 835.13, lines, tax: 17.63 });
    expect((await now(repair)).estimateLines).toEqual(lines);
    expect(await eventOf(repair, 'estimate-sent')).toMatchObject({ data: { lines } });
    // Neither a new rate nor the other way of stating prices changes what was sent.
    await set({ taxThousandths: 20_000, pricesIncludeTax: true });
    await reply(shop, repair, 'ACCEPT');
    const settledTax = { taxThousandths: 7_750, tax: 17.63 };
    expect(await now(repair)).toMatchObject({ settledTax, balance: 835.13, estimateLines: lines });
    const files = await exportedFiles(shop.staff);
    const row = csvObjects(files['estimates.csv'] ?? '').find(
      (one) => one['Ticket number'] === repair.ticketNumber,
    );
    expect(row?.Lines?.split('\n')).toHaveLength(6);
    expect(row?.Lines).toContain('0.5 × Bracelet (labor), $90.00 each, no tax');
  });

  it('are stored with a recorded estimate too, and only once if it is sent again', async () => {
    await set({ pricesIncludeTax: true });
    const repair = await takeIn(shop);
    const discount = line({ kind: 'discount', description: 'Regular customer', unitPrice: 10 });
    const body = {
      estimateId: randomUUID(),
      repairId: repair.ticketNumber,
      amount: 97.75,
      lines: [line({ unitPrice: 107.75 }), discount],
      told: 'counter' as const,
      answer: 'accepted' as const,
    };
    const first = await shop.staff.call('recordEstimate', { body });
    expect(first.estimate).toMatchObject({ lines: body.lines, tax: 7.03 });
    expect(await shop.staff.call('recordEstimate', { body })).toEqual(first);
    const other = { ...body, lines: [line({ unitPrice: 97.75 })] };
    const refusal = await shop.staff.refused('recordEstimate', { body: other });
    expect(refusal.code).toBe('estimate-id-taken');
  });

  it.each([
    ['another sum', 835.12, lines, 'amount', 'The lines come to $835.13 with tax'],
    [
      'more discount than price',
      1,
      [line({}), line({ kind: 'discount', unitPrice: 100.01 })],
      'lines',
      'Discounts can’t be more than the other lines',
    ],
    [
      'one too many',
      3_340.25,
      Array.from({ length: 31 }, () => line({})),
      'lines',
      'An estimate can have at most 30 lines',
    ],
  ] as const)(
    'are refused with %s, and nothing is sent',
    async (_what, amount, given, path, message) => {
      const repair = await takeIn(shop);
      const body = { repairId: repair.ticketNumber, amount, lines: [...given] };
      const refusal = { status: 422, errors: [{ path, message }] };
      expect(await shop.staff.refused('sendEstimate', { body })).toMatchObject(refusal);
      expect(await shop.staff.refused('previewEstimate', { body })).toMatchObject(refusal);
      const recorded = { ...body, told: 'phone' } as const;
      expect(await shop.staff.refused('recordEstimate', { body: recorded })).toMatchObject(refusal);
      expect(await estimatesOf(repair)).toEqual([]);
    },
  );

  it('are empty for an estimate of an amount alone', async () => {
    const repair = await takeIn(shop);
    const { estimate } = await send(repair, { amount: 107.75, lines: [] });
    expect(estimate).toMatchObject({ lines: null, tax: 7.75 });
  });

  describe('an estimate of more work', () => {
    /** In progress at $150, with technician-1. */
    async function inProgress(): Promise<Repair> {
      const { ticketNumber } = await acceptedAtTheBench(shop);
      const { repair } = await shop.staff.call('startRepair', { params: { ticketNumber } });
      shop.clock.advance(3 * minute);
      return repair;
    }
    const asBefore = {
      status: 'in-progress',
      assignedTo: 'technician-1',
      estimatePrice: 150,
      balance: 150,
      isUnrepaired: false,
    };
    const stillAgreed = {
      acceptedSoFar: { price: 150, work: null, lines: null },
      settledTax: { taxThousandths: 7_750, tax: 10.79 },
      balance: 150,
    };

    it('is texted with both totals', async () => {
      const repair = await inProgress();
      const { estimate } = await send(repair, { amount: 835.13, lines });
      expect(await lastText(repair)).toBe(
        `Watch Repair Shop: Omega Speedmaster needs more work: new total $835.13 instead of $150.00, ticket ${repair.ticketNumber}. Reply ACCEPT or DECLINE. Questions? (212) 555-0100. STOP to opt out.`,
      );
      // Until they answer, what was accepted is still agreed.
      expect(await now(repair)).toMatchObject({ ...stillAgreed, estimatePrice: 835.13 });
      expect(await takePayment(shop, repair, { amount: 75 })).toMatchObject({ tax: 5.4 });
      expect((await now(repair)).balance).toBe(75);
      expect(estimate.furtherTo).toEqual({
        id: repair.estimateId,
        estimatePrice: 150,
        status: 'in-progress',
      });
      // Asked again, it is still compared with what was accepted.
      shop.clock.advance(3 * minute);
      await send(repair, { amount: 200 });
      expect(await lastText(repair)).toContain('new total $200.00 instead of $150.00');
      shop.clock.advance(3 * minute);
      // A lower price isn't more work.
      await send(repair, { amount: 120 });
      expect(await lastText(repair)).toContain('repair estimate $120.00');
    });

    it('lets the repair continue at the accepted price after a DECLINE', async () => {
      const repair = await inProgress();
      await send(repair, { amount: 835.13, lines });
      await reply(shop, repair, 'DECLINE');
      expect(await now(repair)).toMatchObject(asBefore);
      expect(await lastText(repair)).toBe(
        `Watch Repair Shop: you declined $835.13 for ticket ${repair.ticketNumber}, Omega Speedmaster. We will continue the repair at $150.00. Mistake? (212) 555-0100`,
      );
      expect(await eventOf(repair, 'estimate-declined')).toMatchObject({
        data: { goesOnCents: 15_000, after: { status: 'in-progress' } },
      });
      const { items } = await shop.staff.call('listEstimates', {
        query: { repairId: [repair.ticketNumber] },
      });
      expect(items).toEqual([]);
      // Repeated, it changes nothing; a change of mind is for staff to handle.
      await reply(shop, repair, 'DECLINE');
      await reply(shop, repair, 'ACCEPT');
      expect(await now(repair)).toMatchObject(asBefore);
      const { messages } = await wholeRepair(shop, repair.ticketNumber);
      const answer = messages.find(({ direction }) => direction === 'inbound');
      expect(answer?.attention).toBe('moved-on');
      const { repair: done } = await shop.staff.call('completeRepair', {
        params: { ticketNumber: repair.ticketNumber },
        body: { outcome: 'approved' },
      });
      expect(done).toMatchObject({ status: 'completed', isUnrepaired: false, balance: 150 });
    });

    it('does so too if staff record the decline, or delete the estimate', async () => {
      const repair = await inProgress();
      const recorded = await shop.staff.call('recordEstimate', {
        body: { repairId: repair.ticketNumber, amount: 220, told: 'phone', answer: 'declined' },
      });
      expect(recorded.repair).toMatchObject(asBefore);
      shop.clock.advance(3 * minute);
      const { estimate } = await send(repair, { amount: 230 });
      await shop.staff.call('deleteEstimate', { params: { id: estimate.id } });
      expect(await now(repair)).toMatchObject(asBefore);
    });

    it('does so too if no one answers', async () => {
      const { settings } = await shop.staff.call('getSettings');
      const texts = { ...settings.texts, estimateExpiresAfterDays: 14 };
      await set({ texts });
      const repair = await inProgress();
      const { estimate } = await send(repair, { amount: 220 });
      shop.clock.advance(14 * day);
      await shop.app.meetDeadlines();
      await stayLoggedIn(shop);
      expect(await now(repair)).toMatchObject(asBefore);
      const expired = (await estimatesOf(repair)).find(({ id }) => id === estimate.id);
      expect(expired).toMatchObject({ isExpired: true, isReplaced: true });
      await reply(shop, repair, 'ACCEPT');
      expect(await now(repair)).toMatchObject(asBefore);
    });

    it('is the new price once accepted, and can be declined until a technician is assigned', async () => {
      const repair = await inProgress();
      await send(repair, { amount: 220 });
      await reply(shop, repair, 'ACCEPT');
      const accepted = { status: 'estimate-accepted', estimatePrice: 220 };
      expect(await now(repair)).toMatchObject({ ...accepted, assignedTo: 'technician-1' });
      // Even more, on top of that.
      shop.clock.advance(3 * minute);
      await send(repair, { amount: 300 });
      expect(await lastText(repair)).toContain('new total $300.00 instead of $220.00');
      await reply(shop, repair, 'DECLINE');
      expect(await now(repair)).toMatchObject(accepted);
    });

    it('does not exist before work has begun: then a DECLINE declines the repair', async () => {
      const repair = await repairInStatus(shop, 'estimate-accepted');
      shop.clock.advance(3 * minute);
      const { estimate } = await send(repair, { amount: 220 });
      expect(estimate.furtherTo).toBeNull();
      await reply(shop, repair, 'DECLINE');
      expect((await now(repair)).status).toBe('estimate-declined');
    });
  });
});
