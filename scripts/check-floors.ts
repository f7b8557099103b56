import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Side, server, web } from './floors/floors.ts';
import { floorProblems, type SourceFile } from './floors/judge.ts';

/** Fails on an import that goes against the floors of scripts/floors/floors.ts. */

const root = join(import.meta.dirname, '..');

const importPath = /(?:\bfrom|\bimport\s*\(|\bimport)\s*'(\.[^'?]+)/g;

/** What is run in the product: tests look at it from anywhere. */
function sourcesOf({ folder }: Side): SourceFile[] {
  const paths = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/*.test.ts'] });
  return paths.sort().map((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    const imports = [...source.matchAll(importPath)].map(([, relative = '']) =>
      normalize(join(dirname(path), relative)),
    );
    return { path, imports };
  });
}

const problems = [web, server].flatMap((side) => floorProblems(side, sourcesOf(side)));
for (const problem of problems) console.error(`Floors: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
