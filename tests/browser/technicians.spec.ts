import type { Page, Request } from '@playwright/test';
import {
  button,
  chooseFromMenu,
  dialog,
  field,
  openAssigning,
  pressTwice,
  repairCard,
} from './locators.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** Double-presses a row of the list of six: that is one choice. */
async function reassign(page: Page, from: string, to: string) {
  const reassigning = dialog(page, 'Reassign');
  const rows = reassigning.getByRole('list').getByRole('listitem');
  await expect(rows).toHaveCount(6);
  await expect(rows.filter({ hasText: from })).toContainText('has it now');
  await expect(rows.filter({ hasText: from }).getByRole('button')).toHaveCount(0);
  let calls = 0;
  const count = (request: Request) => {
    if (request.url().endsWith('/assign')) calls += 1;
  };
  page.on('request', count);
  await pressTwice(rows.getByRole('button', { name: new RegExp(`^${to} .+ \\d+ active$`) }));
  await expectToast(page, 'Repair assigned to technician!', `is with ${to} now`);
  await expect(reassigning).toBeHidden();
  page.off('request', count);
  expect(calls).toBe(1);
}

test('a repair is reassigned wherever its technician’s name is shown', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const repair = await staff.takeIn({ customerName: 'Alice Ball' });
  const { ticketNumber } = repair;
  await staff.assign(repair, 'ella');
  await staff.start(repair);
  await page.goto('/?tab=repairs');
  // A double press opens the list, and chooses nothing in it.
  await button(repairCard(page, ticketNumber), 'Ella: reassign').dblclick();
  // Someone else is faster: the list says who has it now, and the press goes on from there.
  await staff.assign(repair, 'ben', 'ella');
  await reassign(page, 'Ben', 'Ana');

  await page.goto(`/?tab=search&q=${ticketNumber}`);
  const found = page.getByRole('list', { name: 'Repairs found' });
  await button(found, 'Ana: reassign').click();
  await reassign(page, 'Ana', 'Finn');
  await page.goto(`/?tab=clients&client=${repair.clientId}`);
  const brought = page.getByRole('list', { name: 'The client’s repairs' });
  await button(brought, 'Finn: reassign').press('Enter');
  await reassign(page, 'Finn', 'Chloe');
  await expect(button(brought, 'Chloe: reassign')).toBeFocused();

  await page.goto(`/?ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  await chooseFromMenu(details, 'Reassign');
  await reassign(page, 'Chloe', 'David');
  await button(details, 'David: reassign').click();
  await reassign(page, 'David', 'Ella');
  expect((await staff.repair(ticketNumber)).repair).toMatchObject({
    status: 'in-progress',
    assignedTo: 'ella',
  });
});

test('a technician who is away is not offered, and the choice says so', { tag: '@long' }, async ({
  page,
  staff,
}) => {
  const markAway = async (isGone: (id: string) => boolean) =>
    staff.changeSettings({
      technicians: (await staff.technicians()).map(({ id, name, email, specialties }) => ({
        ...{ id, name, email, specialties },
        isAway: isGone(id),
        isUnused: false,
      })),
    });
  try {
    const [pending, held] = [await staff.takeIn(), await staff.takeIn()];
    await staff.assign(held, 'david');
    await markAway((id) => id === 'david' || id === 'finn');
    await page.goto(`/?ticket=${pending.ticketNumber}`);
    await openAssigning(dialog(page, pending.ticketNumber));
    const assigning = dialog(page, 'Assign repair');
    await expect(assigning.getByRole('radio')).toHaveCount(4);
    await expect(assigning.getByText('David and Finn are away.')).toBeVisible();

    await page.goto(`/?ticket=${held.ticketNumber}`);
    await button(dialog(page, held.ticketNumber), 'David: reassign').click();
    const rows = dialog(page, 'Reassign').getByRole('list').getByRole('listitem');
    await expect(rows).toHaveCount(5);
    await expect(rows.filter({ hasText: 'David' })).toContainText('has it now, away');

    await markAway(() => true);
    await page.goto(`/?ticket=${pending.ticketNumber}`);
    await openAssigning(dialog(page, pending.ticketNumber));
    await expect(
      assigning.getByText(
        'All technicians are away. You can change that on the Shop tab, under Settings.',
      ),
    ).toBeVisible();
    await expect(assigning.getByRole('radio')).toHaveCount(0);
    await page.goto('/?tab=technicians&technician=david');
    await expect(page.getByText('Away', { exact: true })).toBeVisible();
  } finally {
    await markAway(() => false);
  }
});

test('a technician’s bench shows its repairs, which are reassigned and completed there', {
  tag: '@long',
}, async ({ page, staff }) => {
  const ellaNow = async () => (await staff.technicians()).find(({ id }) => id === 'ella');
  const before = await ellaNow();
  const [kept, given] = [await staff.takeIn(), await staff.takeIn()];
  await staff.assign(kept, 'ella');
  await staff.assign(given, 'ella');
  await page.goto('/?tab=technicians');
  const ella = page.getByRole('article', { name: 'Ella' });
  await expect(ella).toContainText('Digital, Smart Watches, Modern');
  await button(ella, 'View Repairs').click();
  await expect(page.getByRole('heading', { name: 'Ella' })).toBeFocused();

  const card = repairCard(page, given.ticketNumber);
  await expect(button(card, 'Start work')).toBeVisible();
  await chooseFromMenu(card, 'Reassign');
  await reassign(page, 'Ella', 'Ana');
  await expect(card).toBeHidden();
  expect((await staff.repair(given.ticketNumber)).repair.assignedWatchmaker).toBe('Ana');

  await button(repairCard(page, kept.ticketNumber), 'Complete').click();
  const completing = dialog(page, 'Complete repair');
  await field(completing, 'Completion notes').fill('New display');
  await button(completing, 'Mark complete').click();
  await expectToast(page, 'Repair completed and SMS notification sent!');
  await expect(completing).toBeHidden();
  await button(page, 'Back').click();
  await expect(button(ella, 'View Repairs')).toBeFocused();
  expect(await ellaNow()).toMatchObject({
    activeRepairs: before?.activeRepairs,
    done: (before?.done ?? 0) + 1,
  });
});

test('the second press of a double click does not reach the button that has taken its place', {
  tag: '@long',
}, async ({ page, staff }) => {
  const repair = await staff.takeIn({ customerName: 'Hasty Press' });
  await staff.assign(repair, 'ella');
  await page.goto('/?tab=repairs');
  const card = repairCard(page, repair.ticketNumber);
  const reached = await card.evaluateHandle((element) => {
    const details: number[] = [];
    element.addEventListener('click', (event) => {
      if (event instanceof MouseEvent) details.push(event.detail);
    });
    return details;
  });
  await button(card, 'Start work').click();
  await expect(button(card, 'Complete')).toBeVisible();
  // Nor the card itself, which would open the ticket.
  for (const place of [button(card, 'Complete'), card.getByText('Runs slow')]) {
    const box = await place.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  }
  // The next press, one of its own, does reach it.
  await button(card, 'Complete').click();
  await expect(dialog(page, 'Complete repair')).toBeVisible();
  expect(await reached.jsonValue()).toEqual([1, 1]);
});
