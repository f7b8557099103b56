import { button, dialog, field, repairCard, toast } from './places.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** What happens by itself around an estimate. */

// Closing takes no time: a dialog that is still to be seen has not begun to close.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an estimate’s dialog and its message close by themselves a second and a half after it was sent', async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn();
  await page.clock.install();
  await page.goto('/');
  await button(repairCard(page, repair.ticketNumber), 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  await field(sending, 'Estimate amount').fill('80');
  // From here on time stands still but for what the test lets pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(sending, 'Send estimate').click();
  const isSent = sending.getByText('Estimate sent');
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(isSent).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.clock.runFor(1_000);
  // A few frames more, in which whatever has begun comes to its end.
  for (let frame = 0; frame < 10; frame += 1) await page.clock.runFor(20);
  await expect(isSent).toBeVisible();
  await expectToast(page, 'Estimate sent successfully!');
  await page.clock.runFor(300);
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(sending).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 5_000 });
  await expect(toast(page)).toHaveCount(0);
});

test('the estimates are asked for anew every five seconds', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/estimates') asked += 1;
  });
  await page.clock.install();
  await page.goto('/?sub=estimates');
  await expect(page.getByRole('tabpanel', { name: 'Estimates' })).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(1);
  for (let round = 1; round <= 3; round += 1) {
    const before = asked;
    await page.clock.runFor(5_000);
    await expect.poll(() => asked).toBeGreaterThan(before);
  }
});
