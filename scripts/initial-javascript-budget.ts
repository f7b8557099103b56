import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface ScreenBudget {
  screen: string;
  /** Loaded besides the entry before the screen shows; endings of module paths. */
  modules: readonly string[];
  /** The maximum, compressed with gzip, in thousands of bytes. */
  limitKb: number;
}

/**
 * The JavaScript that must arrive before a screen shows: the entry, the named modules' chunks and
 * everything that those import statically, each counted once.
 *
 * @returns compressed size in thousands of bytes
 * @throws Error when a named module was not built, because then nothing was measured
 */
function initialKb(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): number {
  const named = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (chunk === undefined) throw new Error(`No chunk holds "${module}"`);
    return chunk;
  });
  // Grows while it is walked; what is there already is not added again.
  const counted = new Set([...chunks.filter(({ isEntry }) => isEntry), ...named]);
  let bytes = 0;
  for (const { code, imports } of counted) {
    bytes += gzipSync(code, { level: 9 }).byteLength;
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) counted.add(chunk);
  }
  return bytes / 1_000;
}

/** Prints what each screen costs before it shows, and fails the build of one that costs too much. */
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
          if (size > limitKb) this.error(line);
          this.info(line);
        }
      },
    },
  };
}
