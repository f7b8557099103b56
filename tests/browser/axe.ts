import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a theme can break: everything else is the same in both. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

export async function axeFindings(page: Page, only?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (only === undefined) axe.withTags(rules);
  else axe.withRules(only);
  // Within this page: the other mode opens a second one for each run.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) ${target}: ${failureSummary}`),
  );
}

async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${theme}\\b`));
}

/** Fails on anything that keeps people from using the page, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await show(page, 'light');
  expect.soft(await axeFindings(page), 'light').toEqual([]);
  await show(page, 'dark');
  expect.soft(await axeFindings(page, rulesOfColour), 'dark').toEqual([]);
}
