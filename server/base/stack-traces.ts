import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

const maps = new Map<string, SourceMap | null>();

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    const path = `${file}.map`;
    map = existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null;
    maps.set(file, map);
  }
  return map;
}

/**
 * Makes stack traces name the sources instead of the built files. A map is read for the first trace that
 * needs it: `--enable-source-maps` reads all of them at the start, which would make it half as long again.
 */
export function traceToSources(): void {
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) =>
      `${frame}`.replace(/([^\s()]+\.cjs):(\d+):(\d+)/, (built, file, line, column) => {
        const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
        return origin && 'fileName' in origin
          ? `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
          : built;
      }),
    );
    return [error, ...lines].join('\n    at ');
  };
}
