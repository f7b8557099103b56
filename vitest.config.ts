import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { lucideIcons } from './scripts/lucide-icons.ts';

/** In the gate a few tries, or one engine; `npm run test:long` has many, and both. */
const longerInLongRun = [
  'tests/server/bad-input/fields.test.ts',
  'tests/server/security/fuzz.test.ts',
  'tests/server/shop/backups/restoring.test.ts',
  'tests/server/shop/transfer/export.test.ts',
  'tests/server/start/lost-data.test.ts',
  'tests/server/start/start.test.ts',
  'tests/server/texts/sent-once.test.ts',
];

// Generous, because a busy machine is not the product's fault.
const patience = (ms: number) => ({
  testTimeout: ms,
  hookTimeout: ms,
  expect: { poll: { timeout: 20_000 } },
});

export default defineConfig({
  plugins: [lucideIcons(fileURLToPath(new URL('web/ui/line-icon.tsx', import.meta.url)))],
  test: {
    // One for each core, up to where PostgreSQL and the processes that tests start need their own.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    // What a worker has loaded and warmed up serves its next file, too: that takes off a quarter of the
    // time (docs/decisions/tests.md).
    isolate: false,
    setupFiles: ['tests/harness/fixed-seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'domain/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          ...patience(30_000),
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/harness/postgres.ts'],
          ...patience(60_000),
        },
      },
      {
        extends: true,
        test: {
          // What takes too long for every run: `npm run test:long`.
          name: 'long',
          include: ['tests/long/**/*.test.ts', ...(process.env.LONG_RUN ? longerInLongRun : [])],
          globalSetup: ['tests/harness/postgres.ts'],
          ...patience(600_000),
        },
      },
    ],
  },
});
