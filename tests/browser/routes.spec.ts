import type { Page } from '@playwright/test';
import { button, dialog, field, tab } from './locators.ts';
import { startProduct } from './product.ts';
import { expect, loggedOut, test } from './shop.ts';
import { Staff } from './staff.ts';

const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name });

test('a wrong address leads home, and a reload keeps the theme, the tab, the sub-tab, the open ticket and the search', async ({
  page,
  staff,
}) => {
  await test.step('an address that does not exist says so and leads home', async () => {
    await page.goto('/no/such/place');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL('/');
  });

  await test.step('the theme is chosen once and stays', async () => {
    const root = page.locator('html');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await button(page, 'Menu').click();
    await expect(choice(page, 'System')).toBeChecked();
    await expect(root).toHaveClass(/\blight\b/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(root).toHaveClass(/\bdark\b/);

    await choice(page, 'Light').click();
    await expect(root).toHaveClass(/\blight\b/);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    await button(page, 'Menu').click();
    await choice(page, 'Dark').click();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.reload();
    await expect(root).toHaveClass(/\bdark\b/);
    await button(page, 'Menu').click();
    await expect(choice(page, 'Dark')).toBeChecked();
  });

  await test.step('a reload keeps the tab, the sub-tab, the open ticket and the search', async () => {
    const repair = await staff.assign(
      await staff.takeIn({ customerName: 'Cecilia Payne' }),
      'finn',
    );
    await page.goto('/');
    await tab(page, 'Assigned').click();
    await page.getByRole('link', { name: repair.ticketNumber }).click();
    await expect(dialog(page, new RegExp(repair.ticketNumber))).toBeVisible();
    await page.reload();
    await expect(dialog(page, new RegExp(repair.ticketNumber))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, new RegExp(repair.ticketNumber))).toBeHidden();
    await expect(tab(page, 'Assigned')).toHaveAttribute('aria-selected', 'true');
    expect(new URL(page.url()).pathname).toBe('/');

    await tab(page, 'Search').click();
    const search = page.getByRole('searchbox').first();
    // Pressed with a mouse: no keyboard comes up over the results.
    await expect(search).toBeFocused();
    await search.fill('cecilia');
    await expect(page.getByText(repair.ticketNumber).first()).toBeVisible();
    await expect(page).toHaveURL(/[?&]q=cecilia/);
    await page.reload();
    await expect(tab(page, 'Search')).toHaveAttribute('aria-selected', 'true');
    await expect(search).toHaveValue('cecilia');
    await expect(page.getByText(repair.ticketNumber).first()).toBeVisible();
    await page.goBack();
    await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('a screen whose code cannot be loaded', () => {
  test('says so and leads back', async ({ page, complaints }) => {
    complaints.expect(/^failed GET .*counter.*\.js/, /^console error: .*counter/);
    const code = /counter-.*\.js$/;
    await page.route(code, (route) => route.abort('failed'));
    await page.goto('/');
    await expect(
      page.getByRole('heading', { name: 'Unexpected Application Error!' }),
    ).toBeVisible();
    await page.unroute(code);
    await button(page, 'Reload').click();
    await expect(tab(page, 'Overview')).toBeVisible();
  });
});

test.describe('before the login', () => {
  test.use({ storageState: loggedOut });

  test('a shared address asks for the password first and then shows its place', async ({
    page,
  }) => {
    await page.goto('/?tab=technicians');
    await field(page, 'Password').fill('loupe and tweezers');
    await button(page, 'Login').click();
    await expect(tab(page, 'Technicians')).toHaveAttribute('aria-selected', 'true');
  });
});

/** Marks the moment at which the first list is there: what is asked for later is not part of the way to it. */
const markFirstList = (page: Page) =>
  page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[aria-label="Pending repairs"]') === null) return;
      performance.mark('first list');
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });

/**
 * What the page had fetched when the first list appeared; without a list, what it has fetched so far. Each answer
 * of the server once, in transferred bytes.
 */
async function fetched(page: Page, isCounted = (_path: string) => true) {
  const all = await page.evaluate(() => {
    const [until] = performance.getEntriesByName('first list');
    return [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ]
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ startTime }) => startTime <= (until?.startTime ?? Number.POSITIVE_INFINITY))
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, transferSize }));
  });
  const counted = all.filter(({ path }) => isCounted(path));
  return {
    requests: counted.length,
    bytes: counted.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

test('no style asks for an attribute further down, which would restyle the page at every insertion', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('tabpanel', { name: 'Overview' })).toBeVisible();
  const selectors = await page.evaluate(() => {
    const selectorsIn = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
        ...('cssRules' in rule ? selectorsIn(rule.cssRules as CSSRuleList) : []),
      ]);
    return [...document.styleSheets].flatMap((sheet) => selectorsIn(sheet.cssRules));
  });
  const asking = selectors.filter((selector) => selector.includes(':has('));
  expect(asking.length).toBeGreaterThan(0);
  expect(asking.filter((selector) => /:has\((?:[^)]*[^\\])?\[/.test(selector))).toEqual([]);
});

test.describe('with an empty cache', () => {
  test('the first list takes few requests and little data', async ({ browser }) => {
    // Of its own, as what other tests have taken in is fetched, too.
    const product = await startProduct();
    try {
      const staff = await Staff.logIn(product.url);
      for (let taken = 0; taken < 30; taken += 1) await staff.takeIn();
      const storageState = staff.browserState();
      const page = await browser.newPage({ baseURL: product.url, storageState });
      await markFirstList(page);
      await page.goto('/');
      await expect(page.getByRole('table', { name: 'Pending repairs' })).toBeVisible();
      const { requests, bytes } = await fetched(page);
      expect(requests).toBeLessThanOrEqual(20);
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThanOrEqual(280_000);
      await page.close();
    } finally {
      await product.stop();
    }
  });

  test.describe(() => {
    test.use({ storageState: loggedOut });

    test('the login takes fewer, and less', async ({ page }) => {
      await page.goto('/');
      await expect(field(page, 'Password')).toBeVisible();
      // The counter's screens come while the password is typed.
      const { requests, bytes } = await fetched(page, (path) => !path.includes('/counter-'));
      expect(requests).toBeLessThanOrEqual(12);
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThanOrEqual(160_000);
    });
  });
});
