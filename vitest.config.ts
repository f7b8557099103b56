import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { lucideIcons } from './scripts/lucide-icons.ts';

// Generous, because a busy machine is not the product's fault.
const patience = (ms: number) => ({
  testTimeout: ms,
  hookTimeout: ms,
  expect: { poll: { timeout: 20_000 } },
});

/** Node reads the server's code and its tests itself: Vite's transformation would cost a tenth of the time. */
const asNodeReadsIt = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  plugins: [lucideIcons(fileURLToPath(new URL('web/ui/line-icon.tsx', import.meta.url)))],
  test: {
    // One more than there are cores, since a test often waits for PostgreSQL or for a process that it
    // has started; no more than four.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    // What a worker has loaded and warmed up serves its next file, too: that takes a quarter off the
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
          globalSetup: ['tests/harness/server-build.ts', 'tests/harness/postgres.ts'],
          experimental: asNodeReadsIt,
          ...patience(60_000),
        },
      },
      {
        extends: true,
        test: {
          // What takes too long for every run, and the server tests with more tries and both engines throughout.
          name: 'long',
          include: [
            'tests/long/**/*.test.ts',
            ...(process.env.LONG_RUN ? ['tests/server/**/*.test.ts'] : []),
          ],
          // Other browsers open the screens, so those are built, too.
          globalSetup: ['tests/harness/product-build.ts', 'tests/harness/postgres.ts'],
          experimental: asNodeReadsIt,
          ...patience(600_000),
        },
      },
    ],
  },
});
