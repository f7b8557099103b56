import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { initialJavaScriptBudget } from '../scripts/initial-javascript-budget.ts';
import { lucideIcons } from '../scripts/lucide-icons.ts';
import { precompress } from '../scripts/precompress.ts';
import { preloadFont } from '../scripts/preload-font.ts';
import { serviceWorker } from '../scripts/service-worker.ts';

const server = 'http://127.0.0.1:3000';

/** What is on the counter's first screen, with the icons and the small parts of all others. */
const counter =
  /app\/dashboard\.tsx|overview-tab\.tsx|lucide\/|web\/parts\/(list\/(?!delete-dialog|marked-text|search-results)|money\/price|repair\/(holder-name|place|promise|repair-actions|repair-summary|status-badge|ticket-link)\.tsx|time\/date-time)|web\/ui\/(?!(confirm-)?dialog|choice-fields|earlier|file-area|option|segments)/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    tailwindcss(),
    react({ compiler: true }),
    lucideIcons(fileURLToPath(new URL('ui/line-icon.tsx', import.meta.url))),
    preloadFont('inter-latin-wght-normal.woff2'),
    initialJavaScriptBudget([
      { screen: 'login', modules: [], limitKb: 110 },
      {
        screen: 'overview',
        modules: ['app/dashboard.tsx', 'screens/overview/overview-tab.tsx'],
        limitKb: 170,
      },
    ]),
    serviceWorker(fileURLToPath(new URL('service-worker/service-worker.ts', import.meta.url))),
    precompress(),
  ],
  server: {
    proxy: {
      '/api': server,
      '/photos': server,
      '/webhooks': server,
      '/healthz': server,
      '/readyz': server,
    },
  },
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // The content security policy forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    // Few files, because each costs a request; the budgets above say what may be in the first two.
    rolldownOptions: {
      // Caused by a busy machine, not by the code.
      checks: { pluginTimings: false },
      // A warning that is only printed is soon one that no one reads.
      onwarn: ({ message }) => {
        throw new Error(message);
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'login', tags: ['$initial'], priority: 3 },
            { name: 'counter', test: counter, priority: 2 },
            // With everything they need, so that the first list waits for nothing else.
            {
              name: 'lists',
              test: /repair-list\/(list-filters|repair-rows|repair-cards)\.tsx/,
              priority: 1.5,
            },
            { name: 'dialogs', test: /ui\/(confirm-)?dialog\.tsx/, priority: 1 },
            // Together with zod's setup, which has to run before the first schema is made.
            {
              name: 'forms',
              test: /react-hook-form|@hookform|zod-setup|field-schemas/,
              priority: 1,
            },
            { name: 'work', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
