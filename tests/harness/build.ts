import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Makes sure that the tests run the product as its sources are now: all of it, or the part named. */
export function buildIfNeeded(...part: ['server'] | []): void {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'build-if-needed.ts');
  const { status } = spawnSync(process.execPath, [script, ...part], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built, so nothing can be tested');
}
