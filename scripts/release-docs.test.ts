import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asInRelease, isShipped, shippedDocs } from './release-docs.ts';

const root = join(import.meta.dirname, '..');
const files = globSync(
  shippedDocs.flatMap((path) => [path, `${path}/**/*`]),
  { cwd: root },
).filter(
  (path) => isShipped(path) && !path.endsWith('.png') && statSync(join(root, path)).isFile(),
);

describe('what a release ships', () => {
  it.each(files)('%s names only commands that work there', (path) => {
    const text = asInRelease(readFileSync(join(root, path), 'utf8'));
    expect(
      text.split('\n').filter((line) => /\bnpm\b|\bgit\b|scripts\/|<!--| -- --/.test(line)),
    ).toEqual([]);
  });

  it.each(files.filter((path) => path.endsWith('.md')))('%s leads nowhere else', (path) => {
    const text = asInRelease(readFileSync(join(root, path), 'utf8'));
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) =>
      join(dirname(path), link),
    );
    expect(links.filter((link) => !isShipped(link) || !existsSync(join(root, link)))).toEqual([]);
  });

  it('changes nothing but commands and marked sections', () => {
    expect(asInRelease('a `npm run backup -- --to X`, `-- --replace` or `npm start -- --y`')).toBe(
      'a `./start backup --to X`, `--replace` or `./start --y`',
    );
    expect(asInRelease('a<!-- sources --> b<!-- /sources -->\n<!-- release\nc\n-->\nd')).toBe(
      'a\nc\nd',
    );
  });
});
