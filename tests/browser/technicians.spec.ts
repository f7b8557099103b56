import { button, dialog, field } from './places.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

test('a technician’s bench: what is on it, handing on, completing', async ({ page, staff }) => {
  const [kept, given] = [await staff.takeIn(), await staff.takeIn()];
  await staff.assign(kept, 'ella');
  await staff.assign(given, 'ella');
  await page.goto('/?tab=technicians');
  const ella = page.getByRole('article', { name: 'Ella' });
  await expect(ella).toContainText('Digital, Smart Watches, Modern');
  await button(ella, 'View Repairs').click();
  await expect(page.getByRole('heading', { name: 'Ella' })).toBeFocused();

  const card = page.getByRole('article').filter({ hasText: given.ticketNumber });
  await card.getByRole('button', { name: /Assign|Hand on/ }).click();
  const handing = dialog(page, 'Hand repair on');
  await expect(field(handing, 'Technician').getByRole('option', { name: 'Ella' })).toHaveCount(0);
  await field(handing, 'Technician').selectOption({ label: 'Ana' });
  await button(handing, 'Assign').click();
  await expectToast(page, 'Repair assigned to technician!');
  await expect(card).toBeHidden();
  expect((await staff.repair(given.ticketNumber)).repair.assignedWatchmaker).toBe('Ana');

  await button(
    page.getByRole('article').filter({ hasText: kept.ticketNumber }),
    'Complete',
  ).click();
  const completing = dialog(page, 'Complete repair');
  await field(completing, 'Completion notes').fill('New display');
  await button(completing, 'Mark complete').click();
  await expectToast(page, 'Repair completed and SMS notification sent!');
  await expect(completing).toBeHidden();
  await button(page, 'Back').click();
  await expect(button(ella, 'View Repairs')).toBeFocused();
  const ellaNow = (await staff.technicians()).find(({ id }) => id === 'ella');
  expect(ellaNow).toMatchObject({ activeRepairs: 0, done: 1 });
});
