import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Makes sure that the tests see the screens as their sources are now. */
export default function buildScreens(): void {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'build-if-needed.ts');
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The screens could not be built, so nothing can be tested');
}
