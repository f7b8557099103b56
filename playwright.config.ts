import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath } from './tests/browser/chromium.ts';

/** Pictures for people (npm run screenshots) prove nothing, so they are not part of a test run. */
const testIgnore = process.env.SCREENSHOTS ? [] : ['screenshots.spec.ts'];

export default defineConfig({
  testDir: 'tests/browser',
  projects: [
    { name: 'gate', testIgnore, grepInvert: /@long/ },
    // What waits in real time, or looks at every screen: `npm run test:long`.
    { name: 'long', testIgnore, grep: /@long/ },
  ],
  outputDir: 'test-results/browser',
  globalSetup: './tests/harness/product-build.ts',
  forbidOnly: true,
  fullyParallel: true,
  // One for each core, from two to four: a page that is drawn without a graphics card keeps one busy.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  retries: 0,
  // Generous, because a busy machine is not the product's fault.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The script that adds up the results names the file in PLAYWRIGHT_JSON_OUTPUT_NAME.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    permissions: ['camera'],
    // A route of a test can't change what a worker answers; only outbox.spec.ts and new-version.spec.ts allow one.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording every test would take up a third of the run: only a retry is recorded.
    trace: process.env.CI ? 'on-first-retry' : 'off',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: chromiumFlags,
      chromiumSandbox: false,
    },
  },
});
