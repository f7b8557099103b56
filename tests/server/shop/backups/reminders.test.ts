import { expect, it } from 'vitest';
import type { Repair } from '../../../../domain/api-answers.ts';
import { restoreBackup } from '../../../../server/shop/backups/restore.ts';
import { makeBackup } from '../../../../server/shop/backups/writer.ts';
import { startApp } from '../../../harness/app.ts';
import { backupTask } from '../../../harness/backup-tasks.ts';
import { createStorage, describeOnBothInLongRun } from '../../../harness/engine.ts';
import { scriptedSender } from '../../../harness/scripted-sender.ts';
import { day } from '../../../harness/settable-clock.ts';
import { repairInStatus, stayLoggedIn } from '../../../harness/shop-fixtures.ts';
import { atAnyTime, textingShop } from '../../../harness/texting-shop.ts';

describeOnBothInLongRun('a shop that was restored', (engine) => {
  it('reminds nobody of what was due before: that may have gone out since the backup', async () => {
    const rules = { ...atAnyTime, reminderAfterDays: 3, remindsOfPickUp: true };
    const shop = await startApp(engine, { config: { shop: textingShop(rules) } });
    const { clock } = shop;
    const early = await repairInStatus(shop, 'completed');
    const asked = await repairInStatus(shop, 'estimate-sent');
    clock.advance(2 * day);
    await stayLoggedIn(shop);
    const late = await repairInStatus(shop, 'completed');
    const made = await makeBackup(await backupTask(shop.storage));
    clock.advance(6 * day);

    const storage = await createStorage(engine, 'folder');
    const { path } = made;
    await restoreBackup({ path, location: storage, isReplacing: false, now: clock.now });
    const sender = scriptedSender();
    const again = await startApp(engine, { storage, clock, overrides: { sender } });
    const reminders = ({ ticketNumber }: Repair) =>
      sender.sent.filter(({ body }) => body.includes(ticketNumber)).length;
    await again.app.meetDeadlines();
    expect([early, asked, late].map(reminders)).toEqual([0, 0, 0]);
    clock.advance(2 * day);
    await again.app.meetDeadlines();
    expect([early, asked, late].map(reminders)).toEqual([0, 0, 1]);
    await again.close();
    await shop.close();
  });
});
