import { randomUUID } from 'node:crypto';
import { cameraPhoto } from '../fixtures/camera-photos.ts';
import { expectAccessible } from './axe.ts';
import { button, field, question, tab } from './locators.ts';
import {
  cutOff,
  describeWatch,
  fillIn,
  inAWhile,
  kept,
  notice,
  photoFile,
  reconnect,
  reportNetwork,
  soon,
  takeInOffline,
  ticketsOf,
  walkIn,
} from './offline-intakes.ts';
import { expect, test } from './shop.ts';

/** Movement would be measured halfway: a dialog that is still fading in has no contrast yet. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('what the server refuses waits for staff, who edit or discard it', { tag: '@long' }, async ({
  page,
  complaints,
  staff,
}) => {
  test.slow();
  complaints.expect(/^failed POST .*\/api\/repairs /, /^404 POST .*\/api\/repairs$/, /^409 POST/);
  complaints.expect(/^422 PUT .*photos\/initial$/, /^failed PUT .*photos\/initial /);
  // A chosen client is compared with what is stored: here it is gone.
  complaints.tolerate(/^failed \w+ .*\/api\//, /^404 GET .*\/api\/clients\//);
  const [gone, twice, blurred] = [walkIn('Lena'), walkIn('Mona'), walkIn('Quinn')];
  const client = await staff.addClient({
    name: gone.customerName,
    email: `${randomUUID().slice(0, 8)}@mail.example`,
    phone: gone.phone,
  });
  await page.goto(`/?tab=new-repair&client=${client.id}`);
  await expect(field(page, 'Customer name')).toHaveValue(gone.customerName);
  await cutOff(page);
  await describeWatch(page, gone.issue);
  await button(page, 'Create repair').click();
  await expect(kept(page)).toBeVisible(inAWhile);
  await button(page, 'Create New Repair').click();
  await takeInOffline(page, twice);
  await button(page, 'Create New Repair').click();
  // A browser shows as much of it as there is; the server wants it whole.
  const photo = await cameraPhoto({ megapixels: 0.3 });
  await field(page, 'Initial photo').setInputFiles(photoFile(photo.subarray(0, photo.length / 2)));
  await takeInOffline(page, blurred);
  await staff.deleteClient(client.id);
  const there = await staff.takeIn({
    customerPhone: twice.phone,
    watchBrand: 'Tudor',
    watchModel: 'Ranger',
    issue: twice.issue,
  });
  await tab(page, 'Overview').click();
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
  await reconnect(page);

  const attention = page.getByRole('list', { name: 'Not synced' });
  await soon(page, (quickly) => expect(attention.getByRole('listitem')).toHaveCount(3, quickly));
  await expect(notice(page)).toHaveText('3 refused');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.setViewportSize({ width: 1440, height: 900 });
  const refused = attention.getByRole('listitem').filter({ hasText: twice.customerName });
  await expect(refused).toContainText('Duplicate submission detected');
  await expect(refused.getByRole('link', { name: there.ticketNumber })).toBeVisible();
  await button(refused, 'Discard').click();
  const asked = question(page, `Discard the repair for ${twice.customerName}?`);
  await button(asked, 'Discard').click();
  await expect(refused).toBeHidden();

  // The photo's own refusal leaves its ticket alone.
  const [safe] = await ticketsOf(staff, blurred);
  const withoutPhoto = attention.getByRole('listitem').filter({ hasText: blurred.customerName });
  await expect(withoutPhoto).toContainText('Photo not saved');
  await expect(withoutPhoto).toContainText('The ticket is saved.');
  await field(withoutPhoto, 'Another photo').setInputFiles(photoFile(await cameraPhoto()));
  await expect(withoutPhoto).toBeHidden(inAWhile);
  await expect
    .poll(async () => (await staff.repair(safe?.ticketNumber ?? '')).repair.initialPhotoUrl)
    .not.toBeNull();

  const orphan = attention.getByRole('listitem').filter({ hasText: gone.customerName });
  await expect(orphan).toContainText('Client not found');
  await button(orphan, 'Edit').click();
  await expect(field(page, 'Customer name')).toHaveValue(gone.customerName);
  await expect(page.getByRole('main').getByText(/Client not found/)).toBeVisible();
  await field(page, 'Request').fill('The date jumps at noon, and at midnight');
  await field(page, 'Initial photo').setInputFiles(photoFile(await cameraPhoto()));
  // Not by removing the route: a request that is under way then would hang forever.
  let isCut = true;
  await page.route('**/photos/initial', (route) =>
    isCut ? route.abort('connectionreset') : route.continue(),
  );
  await button(page, 'Create repair').click();
  await expect(page.getByRole('region', { name: 'Repair created' })).toBeVisible();
  await expect(page.getByText('its photo is waiting for the shop’s server')).toBeVisible();
  await expect(notice(page)).toHaveText('1 photo in this browser only');
  isCut = false;
  await reportNetwork(page);
  const [repair, ...others] = await ticketsOf(staff, gone);
  expect(others).toEqual([]);
  expect(repair?.issue).toBe('The date jumps at noon, and at midnight');
  expect(await ticketsOf(staff, twice)).toEqual([]);
  await soon(page, (quickly) => expect(notice(page)).toBeHidden(quickly));
  const { repair: whole } = await staff.repair(repair?.ticketNumber ?? '');
  expect(whole.initialPhotoUrl).not.toBeNull();
});

test('a browser that keeps nothing says so, and the form keeps what was typed', async ({
  page,
  complaints,
}) => {
  complaints.expect(/^failed POST .*\/api\/repairs /);
  complaints.tolerate(/^failed \w+ .*\/api\//);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
  });
  await page.goto('/?tab=new-repair');
  await expect(button(page, 'Create repair')).toBeVisible();
  await cutOff(page);
  const one = walkIn('Nora');
  await fillIn(page, one);
  await button(page, 'Create repair').click();
  await expect(page.getByRole('main').getByText('Not saved')).toBeVisible();
  await expect(
    page.getByRole('main').getByText('this browser does not allow saving'),
  ).toBeVisible();
  await expect(field(page, 'Customer name')).toHaveValue(one.customerName);
  await expect(kept(page)).toBeHidden();
});

test('without the server, no one whose session was last confirmed more than a week ago can continue', async ({
  page,
  complaints,
}) => {
  complaints.expect(/^failed GET .*\/api\/session /);
  complaints.tolerate(/^failed GET .*\/api\//);
  await page.goto('/?tab=new-repair');
  await expect(button(page, 'Create repair')).toBeVisible();
  await cutOff(page);
  await page.reload();
  await expect(button(page, 'Create repair')).toBeVisible();
  await page.evaluate(
    (week) => {
      const long = new Date(Date.now() - week - 60_000).toISOString();
      localStorage.setItem('session-confirmed', long);
    },
    7 * 24 * 60 * 60_000,
  );
  await page.reload();
  await expect(field(page, 'Password')).toBeVisible();
  await expect(button(page, 'Create repair')).toBeHidden();
});
