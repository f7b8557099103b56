import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { chromiumFlags, chromiumPath } from '../tests/browser/chromium.ts';

/**
 * Takes pictures of the product with the browser of the tests: those of the README into
 * docs/screenshots, or into test-results/screenshots: with --all every screen in both themes at three
 * widths, with --controls the page of all controls (web/dev).
 */

const root = join(import.meta.dirname, '..');

async function takeControls(): Promise<void> {
  const server = await createServer({ configFile: join(root, 'web', 'vite.config.ts') });
  await server.listen();
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: chromiumFlags,
    chromiumSandbox: false,
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [375, 1440]) {
      const page = await browser.newPage({
        viewport: { width, height: 900 },
        colorScheme,
        hasTouch: width < 1000,
        isMobile: width < 1000,
        reducedMotion: 'reduce',
      });
      await page.goto(`${server.resolvedUrls?.local[0]}dev/controls.html`);
      await page.getByRole('heading', { name: 'Controls', level: 1 }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const path = join(
        root,
        'test-results',
        'screenshots',
        `controls-${width}-${colorScheme}.png`,
      );
      await page.screenshot({ path, fullPage: true });
      await page.close();
    }
  }
  await browser.close();
  await server.close();
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        all: { type: 'boolean', default: false },
        controls: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const values = readOptions();
if (values.controls) {
  await takeControls();
} else {
  const { status } = spawnSync('playwright', ['test', 'screenshots.spec.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SCREENSHOTS: values.all ? 'all' : 'readme' },
  });
  process.exitCode = status ?? 1;
}
