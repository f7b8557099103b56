import { button, dialog, field, more, question, repairCard } from './places.ts';
import { test } from './screens.ts';
import { expect } from './shop.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('the focus comes back to where a dialog was opened from', () => {
  test('from a card', async ({ page, shop }) => {
    await page.goto('/');
    const card = repairCard(page, shop.pending.ticketNumber);
    for (const name of ['Assign', 'Send estimate']) {
      await button(card, name).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(button(card, name)).toBeFocused();
    }
    await more(card).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Date promised' }).press('Enter');
    await expect(field(dialog(page, 'Date promised'), 'Date promised')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more(card)).toBeFocused();
  });

  test('from the form, with what was typed kept until it is given up', async ({ page, shop }) => {
    await page.goto('/');
    const card = repairCard(page, shop.pending.ticketNumber);
    await button(card, 'Send estimate').click();
    const sending = dialog(page, 'Send estimate');
    await field(sending, 'Notes').fill('Crystal from the maker');
    await page.keyboard.press('Escape');
    const asked = question(page, 'Discard what you typed?');
    await expect(button(asked, 'Keep editing')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(asked).toBeHidden();
    await expect(field(sending, 'Notes')).toHaveValue('Crystal from the maker');
    await page.keyboard.press('Escape');
    await button(asked, 'Discard').click();
    await expect(sending).toBeHidden();
    await expect(button(card, 'Send estimate')).toBeFocused();
  });
});
