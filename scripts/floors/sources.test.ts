import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sourcesOf } from './sources.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'floors-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return root;
}

it('reads every import of a file of ours, even of types, and none of a package', () => {
  const root = folderWith({
    'web/data/call.ts': `
      import { useQuery } from '@tanstack/react-query';
      import type { Input } from '../../domain/api.ts';
      import {
        one,
        another,
      } from './connection.ts';
      export { more } from '../ui/button.tsx';
      import '../ui/styles.css';
      import image from '../ui/image.svg?raw';
      const late = () => import('../screens/late.tsx');
      type Later = import('./later.ts').Later;`,
  });
  expect(sourcesOf(root, 'web')[0]?.imports).toEqual([
    ...['domain/api.ts', 'web/data/connection.ts', 'web/ui/button.tsx', 'web/ui/styles.css'],
    ...['web/ui/image.svg', 'web/screens/late.tsx', 'web/data/later.ts'],
  ]);
});

it('walks a side’s folders, without tests and without other sides', () => {
  const root = folderWith({
    'web/main.tsx': '',
    'web/screens/deep/down/here.ts': '',
    'web/screens/deep/here.test.ts': '',
    'web/ui/styles.css': '',
    'server/main.ts': '',
  });
  const paths = sourcesOf(root, 'web').map(({ path }) => path);
  expect(paths).toEqual(['web/main.tsx', 'web/screens/deep/down/here.ts']);
});

it('knows routes by what they export, whatever the file’s name', () => {
  const root = folderWith({
    'server/texts/inbound.ts': 'export function receive() {}',
    'server/texts/routes.ts': 'export function textRoutes(http: Http) {}',
    'server/texts/webhooks.ts': 'export async function webhookRoutes(http: Http) {}',
  });
  const withRoutes = sourcesOf(root, 'server').filter(({ hasRoutes }) => hasRoutes);
  expect(withRoutes.map(({ path }) => path)).toEqual([
    'server/texts/routes.ts',
    'server/texts/webhooks.ts',
  ]);
});
