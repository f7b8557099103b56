import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import serverBuild from '../../../server/vite.config.ts';

const root = join(import.meta.dirname, '..', '..', '..');

it('what the build leaves out is used nowhere in the product itself', () => {
  const leftOut = Object.keys(serverBuild.resolve?.alias ?? {});
  expect(leftOut.length).toBeGreaterThan(0);
  const files = globSync('{server,domain,scripts}/**/*.ts', { cwd: root });
  expect(files).toContain('server/base/public-reach.ts');
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const name of leftOut) {
      expect(
        text.includes(`from '${name}'`) || text.includes(`import('${name}')`),
        `${file}: ${name}`,
      ).toBe(false);
    }
  }
});
