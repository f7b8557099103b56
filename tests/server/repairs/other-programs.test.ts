import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationName } from '../../../domain/api.ts';
import { restoreBackup } from '../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../server/shop/backups/writer.ts';
import { useShop } from '../../harness/app.ts';
import { backupTask } from '../../harness/backup-tasks.ts';
import { createStorage, describeOnBothInLongRun } from '../../harness/engine.ts';
import { recounted } from '../../harness/recounted.ts';
import { currentRepair, repairInStatus, takeIn, wholeRepair } from '../../harness/shop-fixtures.ts';

const status = 'waiting-for-parts';

describeOnBothInLongRun('a ticket that another program has written', (engine) => {
  const shop = useShop(engine);
  beforeAll(async () => {
    // The embedded tables don't allow such a status: only what PostgreSQL keeps may be shared.
    if (engine === 'sqlite') await shop.rows.run('pragma ignore_check_constraints = on');
  });

  const copied =
    'client_id, phone_key, watch_brand, watch_model, issue_description, status, search_text, created_at, updated_at';
  /** A ticket like another one, as stored by a program that knows no ticket numbers. */
  async function storeWithout(number: '' | ' ', id: string): Promise<void> {
    const { ticketNumber } = await takeIn(shop);
    await shop.rows.run(
      `insert into repair_tickets (id, repair_id, ticket_number, ${copied})
         select ?, ?, ?, ${copied} from repair_tickets where ticket_number = ?`,
      id,
      randomUUID(),
      number,
      ticketNumber,
    );
    // What was asked for before is kept until something changes.
    await takeIn(shop);
  }
  /** A repair on technician-1's bench, in a status that nobody here knows. */
  const inForeignStatus = async () => {
    const repair = await repairInStatus(shop, 'assigned');
    const store = 'update repair_tickets set status = ? where ticket_number = ?';
    await shop.rows.run(store, status, repair.ticketNumber);
    // What was asked for before is kept until something changes.
    await takeIn(shop);
    return repair;
  };

  describe('in a status of its own', () => {
    it('is in every list that it belongs to, found, opened, counted and exported, as it is', async () => {
      const { ticketNumber, clientId } = await inForeignStatus();
      const found = async (query: Parameters<typeof shop.staff.call<'listRepairs'>>[1]) => {
        const { items } = await shop.staff.call('listRepairs', query);
        return items.filter((repair) => repair.ticketNumber === ticketNumber);
      };
      for (const query of [
        {},
        { q: ticketNumber },
        { clientId },
        { technicianId: 'technician-1' },
        { status: ['other' as const] },
        { status: ['pending' as const, 'other' as const], technicianId: 'technician-1' },
        { status: ['other' as const], q: ticketNumber },
      ]) {
        expect(await found({ query }), JSON.stringify(query)).toMatchObject([{ status }]);
      }
      expect(await found({ query: { status: ['assigned'] } })).toEqual([]);
      expect(await found({ query: { status: ['assigned'], q: ticketNumber } })).toEqual([]);

      const { repair, events } = await wholeRepair(shop, ticketNumber);
      expect(repair.status).toBe(status);
      expect(events.map(({ kind }) => kind)).toContain('repair-assigned');
      const exported = await shop.staff.send('GET', '/api/export?format=json');
      expect(exported.text).toContain(`"${status}"`);

      const { items: technicians } = await shop.staff.call('listTechnicians');
      const counted = await recounted(shop.rows, shop.clock.now);
      expect(technicians[0]).toMatchObject({
        activeRepairs: counted.technicians['technician-1']?.active,
        total: counted.technicians['technician-1']?.total,
      });
      expect(await shop.staff.call('getOverview')).toEqual(counted.overview);
    });

    it('allows no action but deletion, and comes back as it was', async () => {
      const { ticketNumber } = await inForeignStatus();
      const params = { ticketNumber };
      const attempt = (name: OperationName, body?: object) =>
        shop.staff.attempt(name, { params, body });
      const refused = [
        await attempt('assignRepair', { technicianId: 'technician-2' }),
        await attempt('startRepair'),
        await attempt('completeRepair', { outcome: 'approved' }),
        await attempt('editRepair', { issue: 'Stops at night' }),
        await attempt('editRepair', { isSameDay: true }),
        await attempt('sendEstimate', { repairId: ticketNumber, amount: 90 }),
        await attempt('takePayment', {
          paymentId: randomUUID(),
          kind: 'payment',
          method: 'cash',
          amount: 25,
        }),
      ];
      for (const reply of refused) {
        expect(reply.problem()).toMatchObject({
          status: 409,
          code: 'repair-status',
          repair: { ticketNumber, status },
        });
      }
      await shop.staff.call('deleteRepair', { params });
      expect((await shop.staff.attempt('getRepair', { params })).status).toBe(404);
      await shop.staff.call('restoreRepair', { params });
      expect((await currentRepair(shop, ticketNumber)).status).toBe(status);
    });

    if (engine === 'postgres') {
      it('comes back from a backup', async () => {
        const { ticketNumber } = await inForeignStatus();
        const { path } = await makeBackup(await backupTask(shop.storage));
        const place = await createStorage(engine);
        await restoreBackup({ path, location: place, isReplacing: false, now: shop.clock.now });
        const rows = await place.openRows();
        const stored = 'select status from repair_tickets where ticket_number = ?';
        expect(await rows.run(stored, ticketNumber)).toEqual([{ status }]);
        await rows.close();
        await place.remove();
      });
    }
  });

  describe('without a number', () => {
    it('has the first 8 characters of its id, and everything can be done with it', async () => {
      const id = randomUUID();
      await storeWithout('', id);
      const ticketNumber = id.slice(0, 8);
      const { items } = await shop.staff.call('listRepairs');
      expect(items).toContainEqual(expect.objectContaining({ id, ticketNumber }));
      const found = await shop.staff.call('listRepairs', { query: { q: ticketNumber } });
      expect(found.items).toMatchObject([{ id, ticketNumber }]);

      const body = { repairId: ticketNumber, amount: 150 };
      expect((await shop.staff.call('sendEstimate', { body })).repair.status).toBe('estimate-sent');
      const whole = await wholeRepair(shop, ticketNumber);
      const { repair, estimates, messages, events } = whole;
      expect(repair.id).toBe(id);
      expect(estimates).toMatchObject([{ repairId: ticketNumber }]);
      expect(messages).toMatchObject([{ kind: 'estimate', ticketNumber }]);
      expect(events.map(({ kind }) => kind)).toEqual(['estimate-sent']);
      await shop.staff.call('deleteRepair', { params: { ticketNumber } });
    });

    it('has TK- and its id if that is a number, or if the 8 characters are taken', async () => {
      const [first, second, third] = ['0f2504e0-elsewhere', '0f2504e0-Again', '4711'] as const;
      await storeWithout('', first);
      await storeWithout(' ', second);
      await storeWithout('', third);
      const expected = { [first]: '0f2504e0', [second]: `TK-${second}`, [third]: `TK-${third}` };
      for (const [id, ticketNumber] of Object.entries(expected)) {
        expect(await currentRepair(shop, ticketNumber)).toMatchObject({ id, ticketNumber });
        const { items } = await shop.staff.call('listRepairs', { query: { q: ticketNumber } });
        expect(items).toContainEqual(expect.objectContaining({ id }));
      }
    });
  });
});
