import { defineConfig } from 'vitest/config';

// Generous, because a busy machine is no mistake of the product.
const patience = (ms: number) => ({ testTimeout: ms, hookTimeout: ms });

export default defineConfig({
  test: {
    // One for each of two cores: much of the time goes by waiting for disks and processes.
    maxWorkers: 2,
    // What a worker has loaded and warmed up serves its next file, too: that takes off a quarter of the
    // time (docs/decisions/tests.md).
    isolate: false,
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
          include: ['tests/long/**/*.test.ts'],
          globalSetup: ['tests/harness/postgres.ts'],
          ...patience(600_000),
        },
      },
    ],
  },
});
