import type { Page } from '@playwright/test';
import {
  button,
  chooseFromMenu,
  dialog,
  field,
  more,
  question,
  repairCard,
  tab,
} from './locators.ts';
import { desk, tablet } from './measures.ts';
import { scan, typeByHand } from './scans.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

async function closeDetails(page: Page, ticketNumber: string) {
  await page.keyboard.press('Escape');
  await expect(dialog(page, ticketNumber)).toBeHidden();
}

test('a scan opens its ticket from anywhere, and presses nothing on its way', {
  tag: '@long',
}, async ({ page, staff, complaints }) => {
  const [first, second] = [await staff.takeIn(), await staff.takeIn()];
  await page.goto('/');
  await expect(repairCard(page, first.ticketNumber)).toBeVisible();

  await scan(page, first.ticketNumber);
  await expect(dialog(page, first.ticketNumber)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`ticket=${first.ticketNumber}`));

  // Over another ticket, in lowercase; closing it leads below, not to the first one.
  await scan(page, second.ticketNumber.toLowerCase());
  await expect(dialog(page, second.ticketNumber)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await closeDetails(page, second.ticketNumber);
  await expect(page).not.toHaveURL(/ticket=/);

  // On a button: its Enter does not press it, and the focus comes back to it.
  const moreButton = more(repairCard(page, first.ticketNumber));
  await moreButton.focus();
  await scan(page, first.ticketNumber);
  await expect(dialog(page, first.ticketNumber)).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await closeDetails(page, first.ticketNumber);
  await expect(moreButton).toBeFocused();

  complaints.expect(/^404 GET .*WH000000NNN/);
  await scan(page, 'wh000000nnn');
  await expect(page.getByText('There is no repair with the ticket number')).toBeVisible();
  await closeDetails(page, 'WH000000NNN');
  await scan(page, 'n/4006381333931');
  await expectToast(page, 'Not a ticket number');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');

  await page.goto('/?tab=search');
  const search = field(page, 'Search repairs and clients');
  await search.fill('seamaster');
  await expect(page).toHaveURL(/q=seamaster/);
  await scan(page, second.ticketNumber);
  await expect(dialog(page, second.ticketNumber)).toBeVisible();
  await closeDetails(page, second.ticketNumber);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('seamaster');
  await page.keyboard.press('Control+k');
  await expect(field(dialog(page, 'Search or jump to'), 'Search or jump to')).toBeFocused();
  await scan(page, first.ticketNumber);
  await expect(dialog(page, first.ticketNumber)).toBeVisible();
  await expect(dialog(page, 'Search or jump to')).toBeHidden();
  await closeDetails(page, first.ticketNumber);

  await search.fill('');
  await typeByHand(page, second.ticketNumber.toLowerCase());
  await expect(search).toHaveValue(second.ticketNumber.toLowerCase());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog(page, second.ticketNumber)).toBeVisible();
});

test('a scan does not replace unsaved work, and says so; it replaces anything else', {
  tag: '@long',
}, async ({ page, staff }) => {
  const [repair, other] = [await staff.takeIn(), await staff.takeIn()];
  await page.goto('/');
  await button(repairCard(page, repair.ticketNumber), 'Send estimate').click();
  const sending = dialog(page, 'Send estimate');
  const notes = field(sending, 'Staff notes');

  await notes.focus();
  await scan(page, other.ticketNumber);
  await expect(dialog(page, other.ticketNumber)).toBeVisible();
  await expect(sending).toBeHidden();
  await expect(dialog(page, other.ticketNumber).getByRole('heading').first()).toBeFocused();
  await closeDetails(page, other.ticketNumber);

  await button(repairCard(page, repair.ticketNumber), 'Send estimate').click();
  await notes.fill('Crystal from the maker');
  await scan(page, other.ticketNumber);
  await expectToast(page, `Scanned ${other.ticketNumber}`);
  await expect(notes).toHaveValue('Crystal from the maker');
  await expect(page).not.toHaveURL(/ticket=/);
  await page.keyboard.press('Escape');
  await expect(question(page, 'Discard your changes?')).toBeVisible();
  await scan(page, other.ticketNumber);
  await expect(question(page, 'Discard your changes?')).toBeVisible();
  await button(question(page, 'Discard your changes?'), 'Keep editing').click();
  await expect(notes).toHaveValue('Crystal from the maker');
  await page.keyboard.press('Escape');
  await button(question(page, 'Discard your changes?'), 'Discard').click();
  await expect(sending).toBeHidden();

  // Another ticket’s form does not begin with the fields of the last one.
  await scan(page, repair.ticketNumber);
  await chooseFromMenu(dialog(page, repair.ticketNumber), 'Edit');
  await expect(field(dialog(page, repair.ticketNumber), 'Watch brand')).toBeFocused();
  await scan(page, other.ticketNumber);
  await expect(button(dialog(page, other.ticketNumber), 'Assign')).toBeVisible();
  await expect(field(page, 'Watch brand')).toHaveCount(0);

  // A photo that was taken and not used is work as well.
  await page.goto('/?tab=new-repair');
  await button(page, 'Take a photo').click();
  const camera = dialog(page, 'Take a photo');
  await button(camera, 'Take photo').click();
  await expect(button(camera, 'Use photo')).toBeVisible();
  await scan(page, other.ticketNumber);
  await expectToast(page, `Scanned ${other.ticketNumber}`);
  await expect(button(camera, 'Use photo')).toBeVisible();
});

test('a scan of a watch that is ready opens its pickup, and once it is picked up, its ticket', {
  tag: '@long',
}, async ({ page, staff }) => {
  const [repair, other] = [await staff.finish(), await staff.takeIn()];
  // Here the ticket covers the page.
  await page.setViewportSize(tablet);
  await page.goto('/');
  await expect(repairCard(page, other.ticketNumber)).toBeVisible();
  await scan(page, repair.ticketNumber);
  const collecting = dialog(page, 'Hand over');
  const customer = collecting.getByRole('radio', { name: /, the customer$/ });
  await expect(customer).toBeFocused();

  // The next customer's, with nothing typed.
  await scan(page, other.ticketNumber);
  await expect(dialog(page, other.ticketNumber)).toBeVisible();
  await expect(collecting).toBeHidden();

  await scan(page, repair.ticketNumber);
  await expect(customer).toBeChecked();
  await button(collecting, 'Hand over').click();
  await expect(collecting).toBeHidden();
  await expect(dialog(page, repair.ticketNumber)).toContainText('Picked up by');
  await closeDetails(page, repair.ticketNumber);
  await page.setViewportSize(desk);
  await scan(page, repair.ticketNumber);
  await expect(dialog(page, repair.ticketNumber)).toContainText('Picked up by');
  await expect(collecting).toBeHidden();
});
