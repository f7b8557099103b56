import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { applicationName } from '../../server/database/store-lock.ts';
import { Complaints } from '../browser/complaints.ts';
import { repairCard, tab } from '../browser/places.ts';
import { Staff } from '../browser/staff.ts';
import { breakGround } from '../harness/postgres.ts';
import { storageOn } from '../harness/storage.ts';
import { startTwilioStandIn } from '../harness/twilio-stand-in.ts';
import { Cluster } from './faults/cluster.ts';

/** A browser waits a few seconds at most until it tries again. */
const soon = { timeout: 20_000 };

/** Does something until it goes well. */
async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const result = await work().catch(() => null);
    if (result !== null) return result;
    await sleep(50);
  }
}

test('a screen goes on with another process, and shows in the end what is so', async ({
  browser,
}) => {
  const ground = await breakGround();
  const storage = await storageOn('postgres', ground);
  const standIn = await startTwilioStandIn();
  const product = await Cluster.on(storage, standIn, 3);
  product.begin();
  await product.ready();
  const rows = await storage.openRows();
  const staff = await Staff.logIn(product.origin);
  const context = await browser.newContext({
    baseURL: product.origin,
    storageState: staff.browserState(),
  });
  const complaints = new Complaints();
  // What was under way with a process that is killed.
  complaints.tolerate(/^(failed|50[234]) \w+ .*\/api\//);
  await complaints.watch(context);
  const page = await context.newPage();
  try {
    const first = await staff.takeIn();
    await page.goto('/');
    await expect(repairCard(page, first.ticketNumber)).toBeVisible();
    const openedAt = await page.evaluate(() => performance.timeOrigin);
    const [one, two, three] = product.members;

    // Whichever of them has the screen's stream.
    await Promise.all([one?.kill(), two?.kill()]);
    const second = await staff.takeIn();
    await expect(repairCard(page, second.ticketNumber)).toBeVisible(soon);
    one?.begin();
    two?.begin();
    await Promise.all([one?.ready(), two?.ready()]);
    await three?.kill();
    await rows.run(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = ? and datname = current_database()',
      applicationName,
    );
    // The first requests may still use a connection that was just cut, and are repeated.
    await expect(async () => {
      await staff.assign(second, 'technician-2').catch(() => undefined);
      expect((await staff.repair(second.ticketNumber)).repair.status).toBe('assigned');
    }).toPass();
    const third = await again(() => staff.takeIn());
    await expect(repairCard(page, third.ticketNumber)).toBeVisible(soon);
    await expect(repairCard(page, second.ticketNumber)).toBeHidden(soon);
    await expect(repairCard(page, first.ticketNumber)).toBeVisible();
    await tab(page, 'Assigned').click();
    await expect(repairCard(page, second.ticketNumber)).toContainText('Technician 2');
    await expect(page.getByText('No connection to the shop’s server.')).toBeHidden(soon);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(openedAt);
  } finally {
    await context.close();
    await rows.close();
    await product.kill();
    await product.close();
    await standIn.close();
    await storage.remove();
    await ground.clear();
  }
  expect(product.crashes).toEqual([]);
  complaints.check();
});
