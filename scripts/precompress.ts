import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { afterBuild, filesIn } from './after-build.ts';

const textEndings = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);

/** Below this the headers weigh more than what is saved. */
const minBytes = 256;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses. */
export const precompress = () =>
  afterBuild('precompress', async (folder) => {
    const texts = (await filesIn(folder)).filter((name) => textEndings.has(extname(name)));
    await Promise.all(texts.map((name) => compress(join(folder, name))));
  });

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  if (text.byteLength < minBytes) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength,
      },
    }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
