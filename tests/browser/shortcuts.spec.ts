import { button, createRepair, dialog, field, tab } from './locators.ts';
import { expect, test } from './shop.ts';
import { newPhone } from './staff.ts';

const tabs = [
  'Overview',
  'Search',
  'Repairs',
  'New repair',
  'Clients',
  'New client',
  'Technicians',
] as const;

test('single keys lead to the search and to a new repair from every tab', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  const search = field(page, 'Search repairs and clients');
  const client = field(page, 'Existing client');
  /** Pressed with the mouse, a tab may lead into a field, where keys are letters. */
  const openByMouse = async (name: (typeof tabs)[number]) => {
    await tab(page, name).click();
    const first = name === 'Search' ? search : name === 'New repair' ? client : null;
    if (first === null) return;
    await expect(first).toBeFocused();
    await tab(page, name).focus();
  };
  for (const name of tabs) {
    await openByMouse(name);
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await openByMouse(name);
    await page.keyboard.press('n');
    await expect(client).toBeFocused();
  }

  // In a field they are letters, and composing a character is typing as well.
  await client.press('n');
  await expect(client).toHaveValue('n');
  await client.fill('');
  await tab(page, 'Search').click();
  await expect(search).toBeFocused();
  await page.keyboard.type('n/?');
  await expect(search).toHaveValue('n/?');
  await search.fill('');

  await tab(page, 'New repair').click();
  const walkIn: [string, string][] = [
    ['Customer name', 'Williamina Fleming'],
    ['Email', 'fleming@mail.example'],
    ['Phone', newPhone()],
    ['Watch brand', 'Omega'],
    ['Watch model', 'Constellation'],
    ['Request', 'Stops at night'],
  ];
  for (const [label, text] of walkIn) await field(page, label).fill(text);
  await createRepair(page);
  await page.keyboard.press('n');
  await expect(client).toBeFocused();
  await expect(field(page, 'Customer name')).toHaveValue('');

  await button(page, 'Take a photo').click();
  const camera = page.getByRole('dialog');
  await expect(camera).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('?');
  await expect(camera).toHaveCount(1);
  await expect(dialog(page, 'Search or jump to')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(camera).toHaveCount(0);
  await expect(tab(page, 'New repair')).toHaveAttribute('aria-selected', 'true');
});

test('the sheet shows the keys, turns single ones off and gives the focus back', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/?tab=repairs');
  await tab(page, 'Repairs').focus();
  await page.keyboard.press('?');
  const sheet = dialog(page, 'Keyboard shortcuts');
  const keys = sheet.getByRole('listitem');
  await expect(keys).toHaveText([/CtrlK$/, /\/$/, /N$/, /\?$/, /CtrlZ$/, /CtrlEnter$/]);
  const single = field(sheet, 'Single-key shortcuts');
  await expect(single).toBeChecked();
  await single.press('Space');
  await expect(keys.filter({ hasText: '(off)' })).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(tab(page, 'Repairs')).toBeFocused();

  await page.reload();
  await tab(page, 'Repairs').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  // With Ctrl it is not a single key; from there the sheet can be reached and the keys turned on again.
  await page.keyboard.press('Control+k');
  const palette = dialog(page, 'Search or jump to');
  await expect(palette).toBeVisible();
  await expect(page).toHaveURL(/tab=repairs$/);
  await expect(sheet).toHaveCount(0);
  await palette.getByRole('option', { name: 'Keyboard shortcuts' }).click();
  await expect(single).not.toBeChecked();
  await single.click();
  await button(sheet, 'Close').click();
  await expect(tab(page, 'Repairs')).toBeFocused();
  await page.keyboard.press('n');
  await expect(field(page, 'Existing client')).toBeFocused();
});
