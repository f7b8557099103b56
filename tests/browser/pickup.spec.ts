import type { Page } from '@playwright/test';
import {
  button,
  chooseFromMenu,
  dialog,
  estimateCard,
  field,
  newestFirst,
  pressTwice,
  repairCard,
  tab,
  toast,
} from './locators.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

const chip = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Pickup' }).getByRole('button', { name, exact: true });

/** What the overview counts, each once: in today's line, and in the cards above it. */
const countIn = async (page: Page, list: 'Today' | 'Counts', name: RegExp) => {
  const words = page.getByRole('list', { name: list }).getByRole('link', { name });
  return Number((await words.textContent())?.replace(/\D/g, ''));
};
const waitingNow = (page: Page) => countIn(page, 'Today', /ready for pickup/);
const doneNow = (page: Page) => countIn(page, 'Counts', /Completed/);

test('a watch is collected from its card, and the pickup says so if a colleague was faster', async ({
  page,
  staff,
}) => {
  await test.step('a watch is collected from its card, and the press is undone', async () => {
    const repair = await staff.finish({ customerName: 'Rosa Parks' });
    const { ticketNumber } = repair;
    await page.goto('/');
    await tab(page, 'Completed').click();
    await newestFirst(page);
    const card = repairCard(page, ticketNumber);
    await expect(chip(page, 'Ready')).toHaveAttribute('aria-pressed', 'true');
    await expect(card).toContainText(/ready just now|ready \d/);
    const [waiting, all] = [await waitingNow(page), await doneNow(page)];

    await button(card, 'Hand over').click();
    const collecting = dialog(page, 'Hand over');
    await expect(collecting.getByRole('radio', { name: 'Rosa, the customer' })).toBeChecked();
    await collecting.getByRole('radio', { name: 'Someone else' }).check();
    await button(collecting, 'Hand over').click();
    await expect(collecting.getByText('Please enter a name')).toBeVisible();
    await field(collecting, 'Name').fill('Raymond Parks');
    await expect(collecting).toContainText('Raymond Parks wasn’t named at intake.');
    await button(collecting, 'Add a note').click();
    await field(collecting, 'Note').fill('Had the ticket');
    await pressTwice(button(collecting, 'Hand over'));
    await expect(collecting).toBeHidden();
    await expect(toast(page)).toContainText('Picked up by Raymond Parks');
    await expect(card).toBeHidden();
    await expect.poll(() => waitingNow(page)).toBe(waiting - 1);
    expect(await doneNow(page)).toBe(all);

    await button(toast(page), 'Undo pickup').click();
    await expectToast(page, 'Pickup undone', `${ticketNumber} is ready for pickup again`);
    await expect(card).toBeVisible();
    expect((await staff.repair(ticketNumber)).repair).toMatchObject({
      isWaitingForPickup: true,
      collectedAt: null,
    });
  });

  await test.step('a colleague was faster: the pickup shows the current state', async () => {
    const repair = await staff.finish({ customerName: 'Mary Seacole' });
    const { ticketNumber } = repair;
    await page.goto('/?sub=completed&sort=newest');
    await button(repairCard(page, ticketNumber), 'Hand over').click();
    const collecting = dialog(page, 'Hand over');
    await button(collecting, 'Add a note').click();
    await field(collecting, 'Note').fill('Paid by card');
    await staff.collect(repair, 'Her daughter');
    await expect(collecting).toContainText('Picked up by Her daughter in the meantime.');
    await expect(button(collecting, 'Hand over')).toHaveAttribute('aria-disabled', 'true');
    await expect(field(collecting, 'Note')).toHaveValue('Paid by card');
  });
});

test('what was collected is in its own list, and is reopened once its pickup is undone', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('what was collected is in its own list, with its history on the ticket', async () => {
    const { ticketNumber } = await staff.finish({ customerName: 'Ida Wells' });
    await page.goto(`/?sub=completed&ticket=${ticketNumber}`);
    const ticket = dialog(page, new RegExp(ticketNumber));
    await expect(ticket).toContainText('Ready for pickup');
    await button(ticket, 'Hand over').click();
    const collecting = dialog(page, 'Hand over');
    await button(collecting, 'Add a note').click();
    await field(collecting, 'Note').fill('Paid in cash');
    await button(collecting, 'Hand over').click();
    await expect(ticket).toContainText('Picked up by Ida Wells');
    await expect(ticket).toContainText('Paid in cash');
    const story = ticket.getByRole('list', { name: 'History' });
    await expect(story.getByText('Picked up by Ida Wells')).toBeVisible();
    await expect(button(ticket, 'Hand over')).toBeHidden();
    await expect(collecting).toBeHidden();
    await page.keyboard.press('Escape');

    await chip(page, 'Picked up').click();
    await expect(page).toHaveURL(/pickup=collected/);
    const card = repairCard(page, ticketNumber);
    const { collectedAt } = (await staff.repair(ticketNumber)).repair;
    await expect(card.locator('time').first()).toHaveAttribute('datetime', `${collectedAt}`);
    await page.reload();
    await expect(chip(page, 'Picked up')).toHaveAttribute('aria-pressed', 'true');
    await chooseFromMenu(card, 'Undo pickup');
    await expectToast(page, 'Pickup undone');
    await expect(card).toBeHidden();
    await chip(page, 'All').click();
    await expect(card).toBeVisible();
  });

  await test.step('a watch that was collected is reopened once its pickup is undone', async () => {
    const repair = await staff.finish({ customerName: 'Mary Anning' });
    const { ticketNumber } = repair;
    await staff.collect(repair, 'Her brother');
    await page.goto(`/?ticket=${ticketNumber}`);
    await chooseFromMenu(dialog(page, ticketNumber), 'Reopen');
    const reopening = dialog(page, `Reopen repair ${ticketNumber}?`);
    await expect(reopening).toContainText('Her brother picked up the watch.');
    await expect(button(reopening, 'Reopen')).toHaveAttribute('aria-disabled', 'true');
    await button(reopening, 'Undo pickup').click();
    await expect(button(reopening, 'Undo pickup')).toBeHidden();
    await button(reopening, 'Reopen').click();
    await expect(dialog(page, 'Reopened')).toBeVisible();
    expect((await staff.repair(ticketNumber)).repair).toMatchObject({
      status: 'in-progress',
      collectedAt: null,
    });
  });
});

test('a watch is handed over from the palette, and one that was not repaired says so', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('the palette offers the pickup of what it finds', async () => {
    const { ticketNumber } = await staff.finish({ customerName: 'Katherine Johnson' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    const palette = dialog(page, 'Search or jump to');
    await field(palette, 'Search or jump to').fill(ticketNumber);
    await palette.getByRole('option', { name: `Hand over: ${ticketNumber}` }).click();
    const collecting = dialog(page, 'Hand over');
    await expect(collecting.getByRole('radio', { name: 'Katherine, the customer' })).toBeFocused();
    await expect(button(collecting, 'Hand over')).toBeEnabled();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Picked up by', ticketNumber);
  });

  await test.step('a watch that was not repaired says so wherever it is shown', async () => {
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
    await button(card, 'Hand over').click();
    await expect(dialog(page, 'Hand over')).toContainText('returned unrepaired');
  });
});
