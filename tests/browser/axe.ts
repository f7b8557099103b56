import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOnly, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: { run(context: Document | Element, options: RunOptions): Promise<AxeResults> };
  }
}

/** The short form, less than half as long: each page that is looked at has to read it. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const everything: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** What a theme can break: everything else is the same in both. */
const colors: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** @returns what is found, and not what passes: reporting that takes longer than the checks */
export async function axeFindings(page: Page, runOnly = everything): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(source);
  return page.evaluate(async (only) => {
    const { axe } = window;
    if (axe === undefined) throw new Error('axe is not in the page');
    const options: RunOptions = { runOnly: only, resultTypes: ['violations'] };
    const menu = document.querySelector('[role="menu"]');
    // What is behind a dialog is a screen of its own, and out of reach.
    const dialogs = document.querySelectorAll('[role$="dialog"][data-open]');
    const front = [...dialogs].at(-1) ?? document;
    // What an open menu half covers is no target until it is closed.
    const whole = menu ? { ...options, rules: { 'target-size': { enabled: false } } } : options;
    const { violations } = await axe.run(front, whole);
    if (menu) violations.push(...(await axe.run(menu, options)).violations);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) ${target}: ${failureSummary}`),
    );
  }, runOnly);
}

async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${theme}\\b`));
  // Halfway from one theme to the other a word has no contrast yet.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** Fails on anything that keeps people from using the page, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  // Items far from the view keep the colors of the theme they were last seen in.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  await show(page, 'light');
  expect.soft(await axeFindings(page), 'light').toEqual([]);
  await show(page, 'dark');
  expect.soft(await axeFindings(page, colors), 'dark').toEqual([]);
}
