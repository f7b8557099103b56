import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { SourceFile } from './judge.ts';

const importPath = /(?:\bfrom|\bimport\s*\(|\bimport)\s*'(\.[^'?]+)/g;
const routes = /\bexport (?:async )?function \w+Routes\(/;

/**
 * What is run in the product: tests look at it from anywhere.
 *
 * @param root the project's folder
 * @param folder of a side, below it
 */
export function sourcesOf(root: string, folder: string): SourceFile[] {
  const paths = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/*.test.ts'] });
  return paths.sort().map((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    const imports = [...source.matchAll(importPath)].map(([, relative = '']) =>
      normalize(join(dirname(path), relative)),
    );
    return { path, imports, hasRoutes: routes.test(source) };
  });
}
