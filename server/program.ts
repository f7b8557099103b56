import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Found without what only a new Node has: main.ts asks before it knows which one it runs on. */
function findProgramFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** Where the product's own files lie: its sources with their build, or a release. */
export const programFolder = findProgramFolder();
