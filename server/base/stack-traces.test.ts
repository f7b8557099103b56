import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { traceToSources } from './stack-traces.ts';

it('a stack trace names the sources if the build has a map, else the built file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-traces-'));
  const { prepareStackTrace } = Error;
  try {
    const traceOf = (name: string) => {
      const file = join(folder, name);
      writeFileSync(file, 'module.exports = () => new Error("boom");\n');
      return createRequire(import.meta.url)(file)().stack as string;
    };
    // Its first line comes from the tenth of src/boom.ts.
    const map = { version: 3, sources: ['src/boom.ts'], names: [], mappings: 'AASA' };
    writeFileSync(join(folder, 'built.cjs.map'), JSON.stringify(map));
    traceToSources();
    expect(traceOf('built.cjs')).toMatch(/^Error: boom\n {4}at /);
    expect(traceOf('built.cjs')).toContain(`${join(folder, 'src', 'boom.ts')}:10:`);
    expect(traceOf('plain.cjs')).toContain(`${join(folder, 'plain.cjs')}:1:`);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    rmSync(folder, { recursive: true });
  }
});
