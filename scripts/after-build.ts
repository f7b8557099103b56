import { readdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** @returns the names of all files in a folder and those below it, always in the same order */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, resolve(parentPath, name)))
    .toSorted();
}

/** Works on the folder of a build once all files are in it, those of the public folder too. */
export function afterBuild(name: string, work: (folder: string) => Promise<unknown>): Plugin {
  let outDir = '';
  return {
    name,
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle: {
      // In the order in which the plugins are named.
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error === undefined) await work(outDir);
      },
    },
  };
}
