import { expect, it } from 'vitest';
import type { ShopSettings } from '../../../domain/shop-settings.ts';
import { initialsHeader } from '../../../domain/staff-initials.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { newIntake, takeIn, wholeRepair } from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

describeOnBothEngines('the initials of the person who did something', (engine) => {
  const shop = useShop(engine);

  async function setStaff(staff: ShopSettings['staff']): Promise<void> {
    const { settings } = await shop.staff.call('getSettings');
    await shop.staff.call('changeSettings', { body: { ...settings, staff } });
  }

  /** Staff at a computer where someone is chosen. */
  const at = (initials: string) =>
    new HttpClient(shop.origin, shop.staff.cookie, {
      [initialsHeader]: encodeURIComponent(initials),
    });

  const initialsOf = async (ticketNumber: string) =>
    (await wholeRepair(shop, ticketNumber)).events.map(({ kind, initials }) => [kind, initials]);

  it('are recorded with each thing that staff do, as the settings have them', async () => {
    await setStaff([
      { name: 'Ana Lima', initials: 'AL' },
      { name: 'Zoë Ørsted', initials: 'ZØ' },
    ]);
    const { repair } = await at('al').call('createRepair', { body: newIntake() });
    const { ticketNumber, customerPhone } = repair;
    await at('ZØ').call('sendEstimate', { body: { repairId: ticketNumber, amount: 95 } });
    // What a customer does is theirs, from whichever computer it is simulated.
    await at('AL').call('simulateReply', { body: { from: customerPhone, body: 'ACCEPT' } });
    expect(await initialsOf(ticketNumber)).toEqual([
      ['repair-created', 'AL'],
      ['estimate-sent', 'ZØ'],
      ['estimate-accepted', null],
      ['text-received', null],
    ]);

    const file = (await exportedFiles(shop.staff))['events.csv'] ?? '';
    const exported = csvObjects(file).filter((row) => row['Ticket number'] === ticketNumber);
    expect(exported.map((row) => row.Initials)).toEqual(['AL', 'ZØ', '', '']);

    await at('AL').call('deleteRepair', { params: { ticketNumber } });
    const { items } = await shop.staff.call('listDeleted');
    expect(items.find((item) => item.ticketNumber === ticketNumber)?.initials).toBe('AL');
  });

  it('are ignored if no one in the settings has them, and the work is done', async () => {
    await setStaff([{ name: 'Ana Lima', initials: 'AL' }]);
    const { repair } = await at('KL').call('createRepair', { body: newIntake() });
    expect(await initialsOf(repair.ticketNumber)).toEqual([['repair-created', null]]);
  });

  it('are empty if none are sent', async () => {
    await setStaff([{ name: 'Ana Lima', initials: 'AL' }]);
    const { ticketNumber } = await takeIn(shop);
    expect(await initialsOf(ticketNumber)).toEqual([['repair-created', null]]);
  });
});
