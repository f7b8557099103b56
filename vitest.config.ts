import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One for each of two cores: much of the time goes by waiting for disks and processes.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          // Generous, because a busy machine is no mistake of the product.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: [
            'domain/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/harness/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
