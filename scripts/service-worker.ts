import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

/** A file of the build, by the address under which the server gives it. */
interface BuiltFile {
  path: string;
  /** SHA-256 of its content, hexadecimal. */
  hash: string;
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** What a browser is served of the build: no folder for tools, nothing compressed beforehand. */
const isServed = (name: string) => !name.startsWith('.') && !/\.(br|gz)$/.test(name);

/** Lists a build, in an order that is always the same. */
export async function builtFiles(folder: string, workerName: string): Promise<BuiltFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => isServed(name) && name !== workerName)
    .sort();
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
export function serviceWorker(source: string, fileName = 'service-worker.js'): Plugin {
  let outDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle: {
      // After the public folder's files were copied, and before everything is compressed.
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error !== undefined) return;
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
        const files = await builtFiles(outDir, fileName);
        await writeFile(join(outDir, fileName), workerWith(files, code));
      },
    },
  };
}
