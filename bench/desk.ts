import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../tests/browser/chromium.ts';

/** A browser at the counter, logged in at a server. */

export const screens = {
  desk: { width: 1440, height: 900 },
  phone: { width: 375, height: 812 },
} as const;
export type Screen = keyof typeof screens;

export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromiumPath().then((executablePath) =>
    chromium.launch({
      executablePath,
      args: [...chromiumFlags, ...flags],
      chromiumSandbox: false,
    }),
  );
}

/** @param cookie the session, as a Cookie header */
export async function logInWith(
  browser: Browser,
  { url, cookie }: { url: string; cookie: string },
  screen: Screen,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: screens[screen] });
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url }]);
  await context.addInitScript(() => localStorage.setItem('isAuthenticated', 'true'));
  return context;
}

/** From now on the page's processor is that much slower. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
