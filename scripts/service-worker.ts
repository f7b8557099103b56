import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterBuild, filesIn } from './after-build.ts';

/** A file of the build, by the address at which the server serves it. */
interface BuiltFile {
  path: string;
  /** SHA-256 of its content, hexadecimal. */
  hash: string;
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The files of the build that a browser is served: no folder for tools, nothing precompressed. */
const isServed = (name: string) => !name.startsWith('.') && !/\.(br|gz)$/.test(name);

/** Lists the files of a build, always in the same order. */
export async function builtFiles(folder: string, workerName: string): Promise<BuiltFile[]> {
  const names = (await filesIn(folder)).filter((name) => isServed(name) && name !== workerName);
  return Promise.all(
    names.map(async (name) => ({
      path: name === 'index.html' ? '/' : `/${name}`,
      hash: sha256(await readFile(join(folder, name))),
    })),
  );
}

/** The worker's own text, which differs whenever any file of the build does. */
export function workerWith(files: readonly BuiltFile[], source: string): string {
  const version = sha256(JSON.stringify([files, source])).slice(0, 16);
  return `const builtApplication = ${JSON.stringify({ version, files })};\n${source}`;
}

/**
 * Writes the service worker beside the page: one plain file, because a worker is known by its
 * address, with the list of all files of this build in it.
 *
 * @param source path of its TypeScript, which imports nothing
 */
export const serviceWorker = (source: string, fileName = 'service-worker.js') =>
  // Before everything is compressed.
  afterBuild('service-worker', async (folder) => {
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
    const files = await builtFiles(folder, fileName);
    await writeFile(join(folder, fileName), workerWith(files, code));
  });
