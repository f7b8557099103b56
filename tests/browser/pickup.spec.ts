import type { Page } from '@playwright/test';
import {
  button,
  chooseFromMenu,
  dialog,
  estimateCard,
  field,
  newestFirst,
  repairCard,
  tab,
  toast,
} from './places.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

const chip = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Pick-up' }).getByRole('button', { name, exact: true });

const countOf = async (page: Page, name: string) =>
  Number((await chip(page, name).textContent())?.replace(name, '').replace(',', ''));

test('a watch is collected from its card, and the press is taken back', async ({ page, staff }) => {
  const repair = await staff.finish({ customerName: 'Rosa Parks' });
  const { ticketNumber } = repair;
  await page.goto('/');
  await tab(page, 'Completed').click();
  await newestFirst(page);
  const card = repairCard(page, ticketNumber);
  await expect(chip(page, 'Waiting for pick-up')).toHaveAttribute('aria-pressed', 'true');
  await expect(card).toContainText(/ready just now|ready \d/);
  const [waiting, all] = [await countOf(page, 'Waiting for pick-up'), await countOf(page, 'All')];

  await button(card, 'Collected').click();
  const collecting = dialog(page, 'Collect watch');
  await expect(field(collecting, 'Collected by')).toHaveValue('Rosa Parks');
  await field(collecting, 'Collected by').fill('Raymond Parks');
  await field(collecting, 'Note').fill('Had the ticket');
  await button(collecting, 'Mark collected').dblclick();
  await expect(collecting).toBeHidden();
  await expect(toast(page)).toContainText('Collected by Raymond Parks');
  await expect(card).toBeHidden();
  await expect.poll(() => countOf(page, 'Waiting for pick-up')).toBe(waiting - 1);
  expect(await countOf(page, 'All')).toBe(all);

  await button(toast(page), 'Not collected').click();
  await expectToast(page, 'Not collected', `${ticketNumber} waits again`);
  await expect(card).toBeVisible();
  expect((await staff.repair(ticketNumber)).repair).toMatchObject({
    isWaitingForPickup: true,
    collectedAt: null,
  });
});

test('what was collected is in its own list, with its story on the ticket', async ({
  page,
  staff,
}) => {
  const { ticketNumber } = await staff.finish({ customerName: 'Ida Wells' });
  await page.goto(`/?sub=completed&ticket=${ticketNumber}`);
  const ticket = dialog(page, new RegExp(ticketNumber));
  await expect(ticket).toContainText('waits to be collected');
  await button(ticket, 'Collected').click();
  const collecting = dialog(page, 'Collect watch');
  await field(collecting, 'Note').fill('Paid in cash');
  await button(collecting, 'Mark collected').click();
  await expect(ticket).toContainText('collected by Ida Wells');
  await expect(ticket).toContainText('Paid in cash');
  const story = ticket.getByRole('list', { name: 'What happened' });
  await expect(story.getByText('Collected by Ida Wells')).toBeVisible();
  await expect(button(ticket, 'Collected')).toBeHidden();
  await page.keyboard.press('Escape');

  await chip(page, 'Collected').click();
  await expect(page).toHaveURL(/pickup=collected/);
  const card = repairCard(page, ticketNumber);
  await expect(card).toContainText(/collected just now|collected \d/);
  await page.reload();
  await expect(chip(page, 'Collected')).toHaveAttribute('aria-pressed', 'true');
  await chooseFromMenu(card, 'Not collected');
  await expectToast(page, 'Not collected');
  await expect(card).toBeHidden();
  await chip(page, 'All').click();
  await expect(card).toBeVisible();
});

test('a colleague was faster: the pick-up shows how it stands', async ({ page, staff }) => {
  const repair = await staff.finish({ customerName: 'Mary Seacole' });
  const { ticketNumber } = repair;
  await page.goto('/?sub=completed&sort=newest');
  await button(repairCard(page, ticketNumber), 'Collected').click();
  const collecting = dialog(page, 'Collect watch');
  await field(collecting, 'Note').fill('Paid by card');
  await staff.collect(repair, 'Her daughter');
  await expect(collecting).toContainText('Her daughter has collected it in the meantime.');
  await expect(button(collecting, 'Mark collected')).toHaveAttribute('aria-disabled', 'true');
  await expect(field(collecting, 'Note')).toHaveValue('Paid by card');
});

test('a watch that was collected is reopened once its pick-up is taken back', async ({
  page,
  staff,
}) => {
  const repair = await staff.finish({ customerName: 'Mary Anning' });
  const { ticketNumber } = repair;
  await staff.collect(repair, 'Her brother');
  await page.goto(`/?ticket=${ticketNumber}`);
  await chooseFromMenu(dialog(page, ticketNumber), 'Reopen');
  const reopening = dialog(page, `Reopen repair ${ticketNumber}?`);
  await expect(reopening).toContainText('Her brother has collected the watch.');
  await expect(button(reopening, 'Reopen')).toHaveAttribute('aria-disabled', 'true');
  await button(reopening, 'Not collected').click();
  await expect(button(reopening, 'Not collected')).toBeHidden();
  await button(reopening, 'Reopen').click();
  await expect(dialog(page, 'Reopened')).toBeVisible();
  expect((await staff.repair(ticketNumber)).repair).toMatchObject({
    status: 'in-progress',
    collectedAt: null,
  });
});

test('the palette offers the pick-up of what it finds', async ({ page, staff }) => {
  const { ticketNumber } = await staff.finish({ customerName: 'Katherine Johnson' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Search or jump to' }).click();
  const palette = dialog(page, 'Command palette');
  await field(palette, 'Search or jump to').fill(ticketNumber);
  await palette.getByRole('option', { name: `Collected: ${ticketNumber}` }).click();
  const collecting = dialog(page, 'Collect watch');
  await expect(field(collecting, 'Collected by')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Collected by', ticketNumber);
});

test('a watch that was not repaired says so wherever it stands', async ({ page, staff }) => {
  const repair = await staff.takeIn({ customerName: 'Emmy Noether' });
  await staff.sendEstimate(repair, 240);
  await staff.reply(repair, 'DECLINE');
  await page.goto('/?sub=estimates');
  const row = estimateCard(page, repair.ticketNumber);
  await button(row, 'Mark Complete').click();
  await expect(row).toBeHidden();
  await tab(page, 'Completed').click();
  await newestFirst(page);
  const card = repairCard(page, repair.ticketNumber);
  await expect(card).toContainText('Returned unrepaired');
  await expect(card.getByText('Completed', { exact: true })).toHaveCount(0);
  await button(card, 'Collected').click();
  await expect(dialog(page, 'Collect watch')).toContainText('Not repaired');
});
