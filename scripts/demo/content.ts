import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the entries of a file of invented things, each with its lines; empty lines separate them */
export function contentOf(name: 'names' | 'places' | 'watches' | 'words' | 'works'): string[][] {
  const file = join(import.meta.dirname, 'content', `${name}.txt`);
  const [, ...entries] = readFileSync(file, 'utf8').trim().split('\n\n');
  return entries.map((entry) => entry.split('\n'));
}
