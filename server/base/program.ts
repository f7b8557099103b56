import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, commandLine, type Installation } from '../../domain/command-lines.ts';

/** Found without anything that only a new Node has: main.ts asks before it knows which one it runs on. */
function findProgramFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** Where the product's own files are: its sources with their build, or a release. */
export const programFolder = findProgramFolder();

const manifest = JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')) as {
  version: string;
  scripts?: unknown;
};

export const productVersion = manifest.version;

/** A release has no npm scripts (scripts/release.ts). */
export const installation: Installation = manifest.scripts === undefined ? 'release' : 'sources';

/** @returns the line to type here, as {@link commandLine} */
export const commandHere = (command: Command, argument?: string, options?: string) =>
  commandLine(installation, command, argument, options);
