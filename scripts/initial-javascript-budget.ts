import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

export interface ScreenBudget {
  screen: string;
  /** Loaded besides the entry before the screen stands; endings of module paths. */
  modules: readonly string[];
  /** Most that may travel, compressed with gzip, in thousands of bytes. */
  limitKb: number;
}

/** What the budget needs to know of a built chunk. */
export interface BuiltChunk {
  fileName: string;
  isEntry: boolean;
  /** The module that the chunk was made for, if it was made for one. */
  facadeModuleId: string | null;
  /** File names of the chunks that it imports at once. */
  imports: readonly string[];
  code: string;
}

/**
 * The JavaScript that must arrive before a screen stands: the entry, the named modules' chunks and
 * everything that those import at once, each counted once.
 *
 * @returns compressed size in thousands of bytes
 * @throws Error when a named module has no chunk of its own, because then nothing was measured
 */
export function initialKb(chunks: readonly BuiltChunk[], modules: readonly string[]): number {
  const named = modules.map((module) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
    if (chunk === undefined) throw new Error(`No chunk was built for "${module}"`);
    return chunk;
  });
  const queue = [...chunks.filter(({ isEntry }) => isEntry), ...named];
  const counted = new Set<BuiltChunk>();
  for (let chunk = queue.pop(); chunk !== undefined; chunk = queue.pop()) {
    if (counted.has(chunk)) continue;
    counted.add(chunk);
    const { imports } = chunk;
    queue.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
  }
  let bytes = 0;
  for (const { code } of counted) bytes += gzipSync(code, { level: 9 }).byteLength;
  return bytes / 1_000;
}

/** Prints what each screen costs before it stands, and fails the build of one that costs too much. */
export function initialJavaScriptBudget(budgets: readonly ScreenBudget[]): Plugin {
  return {
    name: 'initial-javascript-budget',
    apply: 'build',
    generateBundle: {
      // After every other plugin, so that what is measured is what is written.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        for (const { screen, modules, limitKb } of budgets) {
          const size = initialKb(chunks, modules);
          const line = `initial JavaScript, ${screen}: ${size.toFixed(1)} kB gz of ${limitKb} kB`;
          if (size >= limitKb) this.error(line);
          this.info(line);
        }
      },
    },
  };
}
