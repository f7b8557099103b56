import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** What toasts have said since the page was loaded, and how many were there at that moment. */
    saidByToasts: { words: string; atOnce: number }[];
  }
}

/** A toast is shown for a moment only: what it says is kept, so that a busy machine doesn't miss it. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.saidByToasts = [];
    const known = new WeakMap<Element, string>();
    new MutationObserver(() => {
      const toasts = document.querySelectorAll('[data-toast]');
      for (const toast of toasts) {
        const words = toast.textContent;
        if (known.get(toast) === words) continue;
        known.set(toast, words);
        window.saidByToasts.push({ words, atOnce: toasts.length });
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Said once the text of a completion has been sent (specification, section 8). */
const sentWords = 'Repair completed and SMS notification sent!';

/** The text is held for a few seconds, and no story needs to wait for it. */
async function sendHeldText(page: Page): Promise<void> {
  const messages = page.getByRole('region', { name: 'Notifications' });
  const sendNow = messages.getByRole('button', { name: 'Send now', exact: true });
  // It may be sent automatically at this moment.
  if (await sendNow.isVisible()) await sendNow.click({ timeout: 1000 }).catch(() => undefined);
}

/**
 * Waits until a toast has said all of these words; it counts once, and earlier ones no longer count.
 *
 * @returns everything that it said
 */
export async function expectToast(page: Page, ...words: readonly (RegExp | string)[]) {
  let said: Window['saidByToasts'] = [];
  let at = -1;
  await expect(async () => {
    if (words.includes(sentWords)) await sendHeldText(page);
    said = await page.evaluate(() => window.saidByToasts);
    at = said.findIndex((toast) =>
      words.every((word) =>
        typeof word === 'string' ? toast.words.includes(word) : word.test(toast.words),
      ),
    );
    if (at === -1) throw new Error(`No toast said ${words.join(' and ')}: ${JSON.stringify(said)}`);
  }).toPass({ timeout: 20_000, intervals: [50] });
  await page.evaluate((found) => window.saidByToasts.splice(0, found + 1), at);
  const toast = said[at];
  expect(toast?.atOnce, 'toasts come one at a time').toBe(1);
  return toast?.words ?? '';
}
