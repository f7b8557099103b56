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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    tailwindcss(),
    react({ compiler: true }),
    lucideIcons(fileURLToPath(new URL('ui/line-icon.tsx', import.meta.url))),
    preloadFont('inter-latin-wght-normal.woff2'),
    initialJavaScriptBudget([
      { screen: 'login', modules: [], limitKb: 120 },
      {
        screen: 'dashboard',
        modules: ['app/dashboard-screen.tsx', 'app/dashboard.tsx', 'overview/overview-tab.tsx'],
        limitKb: 190,
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
    // One file for all icons: each is smaller than a request.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'icons', test: /lucide\/|ui\/line-icon/ }] },
      },
    },
  },
});
