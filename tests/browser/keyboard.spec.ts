import type { Locator } from '@playwright/test';
import { button, dialog, field, more, question, repairCard, tab } from './locators.ts';
import { screenSizes } from './measures.ts';
import { test } from './screens.ts';
import { expect } from './shop.ts';
import { walk } from './tab-walk.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the focus comes back to where a dialog was opened from', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await test.step('from a card', async () => {
    await page.goto('/?tab=repairs');
    const card = repairCard(page, shop.pending.ticketNumber);
    const send = button(card, 'Send estimate');
    await send.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(send).toBeFocused();
    await button(card, 'Assign').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Assign repair…' }).press('Enter');
    await expect(dialog(page, 'Assign repair')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button(card, 'Assign')).toBeFocused();
    // From a row as well.
    await page.goto('/');
    await more(card).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Date promised' }).press('Enter');
    await expect(field(dialog(page, 'Date promised'), 'Date promised')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more(card)).toBeFocused();
  });

  await test.step('from the form, with what was typed kept until it is discarded', async () => {
    await page.goto('/?tab=repairs');
    const card = repairCard(page, shop.pending.ticketNumber);
    await button(card, 'Send estimate').click();
    const sending = dialog(page, 'Send estimate');
    await field(sending, 'Staff notes').fill('Crystal from the maker');
    await page.keyboard.press('Escape');
    const asked = question(page, 'Discard your changes?');
    await expect(button(asked, 'Keep editing')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(asked).toBeHidden();
    await expect(field(sending, 'Staff notes')).toHaveValue('Crystal from the maker');
    await page.keyboard.press('Escape');
    await button(asked, 'Discard').click();
    await expect(sending).toBeHidden();
    await expect(button(card, 'Send estimate')).toBeFocused();
  });
});

test.describe('Tab passes through a reply box, which unfolds, and reaches the end', () => {
  const last = (within: Locator) => within.locator('a, button').filter({ visible: true }).last();

  for (const { address, name } of [
    { address: '/?attention=all', name: 'in all that needs attention' },
  ]) {
    test(name, { tag: '@long' }, async ({ page, shop }) => {
      await page.goto(address);
      await expect(repairCard(page, shop.pending.ticketNumber)).toBeVisible();
      const cases = page.getByRole('list', { name: 'Needs attention' });
      const reply = cases.getByRole('textbox', { name: /^Reply to/ }).first();
      await expect(reply).toBeVisible();
      const list = page.getByRole('table', { name: 'Pending repairs' });
      const ahead = (await walk(page, 'Tab')).map((stop) => stop.name);
      expect(ahead).toContain('BUTTON Send text');
      expect(ahead.at(-1)).toBe(`BUTTON ${await last(list).getAttribute('aria-label')}`);
      const back = (await walk(page, 'Shift+Tab')).map((stop) => stop.name);
      expect(back.at(-1)).toBe('A Skip to the list');
      // Going backward, the focus leaves it from the field itself, before its button has appeared.
      expect(back.length).toBeGreaterThan(ahead.length - 4);

      // With what was typed it stays open.
      await reply.fill('Saturday it is.');
      const fromReply = (await walk(page, 'Tab')).map((stop) => stop.name);
      expect(fromReply[0]).toBe('BUTTON Send text');
      expect(fromReply.at(-1)).toBe(ahead.at(-1));
    });
  }

  test('on a ticket, beside its list and as a page', { tag: '@long' }, async ({ page, shop }) => {
    for (const size of screenSizes) {
      await page.setViewportSize(size);
      await page.goto(`/?sub=estimates&ticket=${shop.declined.ticketNumber}`);
      const details = dialog(page, shop.declined.ticketNumber);
      await expect(field(details, 'Text to the customer')).toBeVisible();
      await expect(button(details, 'Close')).toBeVisible();
      const ahead = (await walk(page, 'Tab')).map((stop) => stop.name);
      expect(ahead[0], `${size.width} px`).toBe('BUTTON Close');
      expect(ahead).toContain('BUTTON Send text');
      const back = (await walk(page, 'Shift+Tab')).map((stop) => stop.name);
      expect(back, `${size.width} px`).toContain('BUTTON Close');
    }
  });

  test('and what is pressed with the mouse after it keeps the focus', async ({ page, shop }) => {
    await page.goto('/?attention=all');
    await expect(repairCard(page, shop.pending.ticketNumber)).toBeVisible();
    const cases = page.getByRole('list', { name: 'Needs attention' });
    await cases
      .getByRole('textbox', { name: /^Reply to/ })
      .first()
      .focus();
    await page.keyboard.press('Tab');
    await expect(button(cases, 'Send text')).toBeFocused();
    await tab(page, 'Pending').click();
    await expect(button(cases, 'Send text')).toHaveCount(0);
    await expect(tab(page, 'Pending')).toBeFocused();
  });
});

test.describe('from the start of the page one press of Tab, then Enter, leads to the list', () => {
  test('of the overview, of all repairs and of clients', { tag: '@long' }, async ({
    page,
    shop,
  }) => {
    // What it finds is in each of the lists.
    expect(shop).toBeDefined();
    for (const { address, list } of [
      { address: '/', list: 'Pending repairs' },
      { address: '/?sub=estimates', list: 'Estimates' },
      { address: '/?sub=completed', list: 'Completed repairs' },
      { address: '/?tab=repairs', list: 'All repairs' },
      { address: '/?tab=clients', list: 'Clients' },
    ]) {
      for (const size of screenSizes) {
        await page.setViewportSize(size);
        await page.goto(address);
        const all = page.getByRole('list', { name: list, exact: true });
        const items = all.getByRole('listitem').or(
          page
            .getByRole('table', { name: list })
            .getByRole('row')
            .filter({
              has: page.getByRole('rowheader'),
            }),
        );
        await expect(items.first()).toBeVisible();
        const skip = page.getByRole('link', { name: 'Skip to the list' });
        await expect(skip).not.toBeInViewport();
        await page.keyboard.press('Tab');
        await expect(skip).toBeFocused();
        await expect(skip).toBeInViewport({ ratio: 1 });
        await page.keyboard.press('Enter');
        await expect(items.first().locator(':focus')).toBeVisible();
        await expect(skip).not.toBeInViewport();
        // Reload, back and a shared link lead where they did.
        expect(new URL(page.url()).hash).toBe('');
      }
    }
  });

  test('and to where a form begins', async ({ page }) => {
    await page.goto('/?tab=new-client');
    await expect(field(page, 'Name')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(field(page, 'Name')).toBeFocused();
  });
});
