import { randomUUID } from 'node:crypto';
import { describe, expect, it as itOnBoth } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { startApp, useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { minute, second } from '../../harness/settable-clock.ts';
import {
  newIntake,
  newPhone,
  sameCustomer,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles, importFile } from '../../harness/transfers.ts';

describeOnBothEngines('several watches of one visit', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);

  /** What the browser sends for the next watch of the same customer. */
  const another = (
    { visitId, clientId, customerName, customerEmail, customerPhone }: Repair,
    changes: Partial<Input<'createRepair', 'body'>> = {},
  ) =>
    newIntake({
      ...{ visitId, clientId, customerName, customerEmail, customerPhone },
      watchModel: 'Seamaster',
      ...changes,
    });
  const first = () => takeIn(shop, { visitId: randomUUID() });
  const attempt = (body: Input<'createRepair', 'body'>) =>
    shop.staff.attempt('createRepair', { body });

  it('come one after the other, and each ticket names the others in their order', async () => {
    const one = await first();
    const two = await takeIn(shop, another(one, { watchBrand: 'Rolex', watchModel: 'Datejust' }));
    const three = await takeIn(shop, another(one));
    expect(new Set([one, two, three].map(({ clientId }) => clientId)).size).toBe(1);
    const named = (repair: Repair) => {
      const { ticketNumber, watchBrand, watchModel, status, ...rest } = repair;
      const { isUnrepaired, isWaitingForPickup, collectedAt, shippedBy, balance } = rest;
      const pickup = { isUnrepaired, isWaitingForPickup, collectedAt, shippedBy, balance };
      return { ticketNumber, watchBrand, watchModel, status, ...pickup };
    };
    expect((await wholeRepair(shop, two.ticketNumber)).siblings).toEqual([
      named(one),
      named(three),
    ]);
    expect((await wholeRepair(shop, one.ticketNumber)).siblings).toEqual([
      named(two),
      named(three),
    ]);

    const params = { ticketNumber: two.ticketNumber };
    await shop.staff.call('deleteRepair', { params });
    expect((await wholeRepair(shop, one.ticketNumber)).siblings).toEqual([named(three)]);
    await shop.staff.call('restoreRepair', { params });
    expect((await wholeRepair(shop, one.ticketNumber)).siblings).toEqual([
      named(two),
      named(three),
    ]);
  });

  it('a repair of no visit has no siblings, and waits its 30 seconds', async () => {
    const one = await takeIn(shop);
    expect(one.visitId).toBeNull();
    await first();
    expect((await wholeRepair(shop, one.ticketNumber)).siblings).toEqual([]);
    for (const visitId of [null, randomUUID()]) {
      const answer = await attempt(another(one, { visitId }));
      expect([answer.status, answer.json()]).toMatchObject([429, { code: 'submission-rate' }]);
    }
  });

  it('the same watch twice is a duplicate nonetheless', async () => {
    const one = await first();
    const answer = await attempt(another(one, { watchModel: one.watchModel }));
    expect([answer.status, answer.json()]).toMatchObject([
      409,
      { code: 'duplicate-submission', ticketNumber: one.ticketNumber },
    ]);
  });

  it('belong to one customer: another one is refused with a sentence, and nothing is stored', async () => {
    const one = await first();
    const stranger = await takeIn(shop);
    const { visitId } = one;
    shop.clock.advance(minute);
    const before = await shop.rows.counts();
    const typed = { customerName: 'Grace Hopper', customerPhone: newPhone() };
    for (const body of [
      another(stranger, { visitId }),
      newIntake({ visitId, ...typed }),
      another(one, { clientId: null, asNewClient: true, ...typed }),
    ]) {
      const answer = await attempt(body);
      expect([answer.status, answer.json()]).toMatchObject([
        409,
        { code: 'visit-of-another-client', detail: expect.stringContaining('one customer') },
      ]);
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  describe('taken in without the server, naming no client', () => {
    itOnBoth(
      'find the client of the first, even if that was meant to be another person',
      async () => {
        const owner = await takeIn(shop);
        const { customerEmail } = owner;
        const intake = newIntake({ customerEmail, customerName: 'Bo Lim', asNewClient: true });
        const one = await takeIn(shop, { ...intake, visitId: randomUUID() });
        expect(one.clientId).not.toBe(owner.clientId);
        const two = await takeIn(shop, { ...another(one), clientId: null, asNewClient: true });
        expect(two.clientId).toBe(one.clientId);
      },
    );

    it('leave the stored client as it is without confirmation', async () => {
      const owner = await takeIn(shop);
      const customerPhone = newPhone();
      const typed = { ...sameCustomer(owner), customerPhone, clientId: null };
      const one = await takeIn(shop, { ...typed, visitId: randomUUID() });
      const two = await shop.staff.call('createRepair', {
        body: another(one, { ...typed, watchModel: 'Constellation' }),
      });
      expect(two.unconfirmedChanges).toMatchObject([{ field: 'phone', to: customerPhone }]);
      expect(two.repair).toMatchObject({
        clientId: owner.clientId,
        customerPhone: owner.customerPhone,
      });
    });
  });

  it('may arrive late without a wait between them, even if another watch has just come in', async () => {
    // Typed by hand while the server was down; meanwhile the customer was at another counter.
    const visitId = randomUUID();
    const one = newIntake({ visitId });
    const { customerEmail, customerPhone } = one;
    const two = newIntake({ visitId, customerEmail, customerPhone, watchModel: 'Seamaster' });
    await takeIn(shop, { customerEmail, customerPhone, watchModel: 'De Ville' });
    shop.clock.advance(10 * second);
    const early = await attempt(one);
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '20']);
    shop.clock.advance(20 * second);
    const answers = [await attempt(one), await attempt(two), await attempt(one)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200]);
    const [first] = answers.map((answer) => (answer.json() as { repair: Repair }).repair);
    const { siblings } = await wholeRepair(shop, first?.ticketNumber ?? '');
    expect(siblings.map(({ watchModel }) => watchModel)).toEqual(['Seamaster']);
  });

  itOnBoth('two at once are one client and two tickets, whichever is first', async () => {
    const visitId = randomUUID();
    const one = newIntake({ visitId });
    const { customerEmail, customerPhone } = one;
    const two = newIntake({ visitId, customerEmail, customerPhone, watchModel: 'Seamaster' });
    const answers = await Promise.all([one, two].map((body) => attempt(body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const clients = answers.map((answer) => (answer.json() as { repair: Repair }).repair.clientId);
    expect(new Set(clients).size).toBe(1);
  });

  it('a visit whose client was deleted continues with a new client', async () => {
    const one = await first();
    await shop.staff.call('deleteClient', { params: { id: one.clientId } });
    shop.clock.advance(minute);
    const two = await takeIn(shop, { ...another(one), clientId: null });
    expect(two.clientId).not.toBe(one.clientId);
  });

  it('stay together through an export and an import', async () => {
    const source = await startApp(engine);
    const visitId = randomUUID();
    const one = await takeIn(source, { visitId });
    const two = await takeIn(source, another(one));
    const file = (await exportedFiles(source.staff))['repairs.csv'] ?? '';
    expect(csvObjects(file).map((row) => row['Visit ID'])).toEqual([visitId, visitId]);
    const other = await startApp(engine, { clock: source.clock });
    await importFile(other.staff, 'repairs', file);
    const { siblings } = await wholeRepair(other, one.ticketNumber);
    expect(siblings.map(({ ticketNumber }) => ticketNumber)).toEqual([two.ticketNumber]);
    await other.close();
    await source.close();
  });
});
