import { button, field, question } from './locators.ts';
import { expect, test } from './shop.ts';

/** As on Windows and many Linux systems: scrollbars that take room. */
test.use({
  viewport: { width: 820, height: 600 },
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

test('nothing moves for a scrollbar, and beside a dialog the page is as dark as under it', async ({
  page,
}) => {
  const width = () => page.evaluate(() => document.body.getBoundingClientRect().width);
  await page.goto('/?tab=search');
  await expect(page.getByRole('searchbox').last()).toBeVisible();
  const withoutScrollbar = await width();
  expect(withoutScrollbar).toBeLessThan(820);
  await page.goto('/?tab=new-repair');
  await expect(button(page, 'Create repair')).toBeVisible();
  expect(await width()).toBe(withoutScrollbar);

  const behind = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await behind();
  await field(page, 'Customer name').fill('Ana Lima');
  await button(page, 'Clear form').click();
  await expect(question(page, /./)).toBeVisible();
  expect(await width()).toBe(withoutScrollbar);
  await expect.poll(behind).not.toBe(light);
  await page.keyboard.press('Escape');
  await expect(question(page, /./)).toBeHidden();
  expect(await behind()).toBe(light);
});
