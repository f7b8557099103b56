import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { screenSizes } from './measures.ts';
import { onEveryScreen, screenNamed, test } from './screens.ts';
import { expect } from './shop.ts';

/** Pictures for people: those of the README (SCREENSHOTS=readme) or of every screen (SCREENSHOTS=all). */

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'test-results', 'screenshots');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const shown: readonly { screen: string; file: string; size: { width: number; height: number } }[] =
  [
    { screen: 'overview pending', file: 'overview.png', size: { width: 1440, height: 900 } },
    { screen: 'overview estimates', file: 'estimates.png', size: { width: 820, height: 1180 } },
    { screen: 'details completed', file: 'repair.png', size: { width: 1440, height: 900 } },
    { screen: 'simulated phone', file: 'simulated-phone.png', size: { width: 1440, height: 900 } },
    { screen: 'new repair', file: 'new-repair-phone.png', size: { width: 375, height: 812 } },
  ];

if (process.env.SCREENSHOTS === 'readme') {
  test.describe('for the README', () => {
    test.use({ deviceScaleFactor: 2 });

    for (const { screen, file, size } of shown) {
      test(file, async ({ page, shop, complaints }) => {
        await mkdir(join(root, 'docs', 'screenshots'), { recursive: true });
        await page.setViewportSize(size);
        await screenNamed(screen)({ page, shop, complaints });
        // The box for an answer comes after the lists.
        const asked = page.getByRole('listitem', { name: /Question$/ });
        if (await asked.isVisible()) await expect(asked.getByRole('textbox')).toBeVisible();
        await page.screenshot({ path: join(root, 'docs', 'screenshots', file) });
      });
    }
  });
} else {
  test.describe('every screen', () => {
    onEveryScreen(async ({ page, name }) => {
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${theme}\\b`));
        for (const size of screenSizes) {
          await page.setViewportSize(size);
          const file = `${name.replaceAll(' ', '-')}-${size.width}-${theme}.png`;
          await page.screenshot({ path: join(folder, file) });
        }
      }
    });
  });
}
