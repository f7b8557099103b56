import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Builds the screens when there is no build, or when something is newer than the build. */

const root = join(import.meta.dirname, '..');
const page = join(root, 'dist', 'web', 'index.html');

function isCurrent(): boolean {
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  const sources = globSync(['domain/**/*.ts', 'web/**/*.*', 'package-lock.json'], { cwd: root });
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= builtAt);
}

if (!isCurrent()) {
  console.log('Building the screens (once) …');
  const { status } = spawnSync(
    'vite',
    ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
      // Also within a test run: development React is slower and twice as large.
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
      },
    },
  );
  if (status !== 0) {
    console.error('The screens could not be built. Was "npm ci" run without errors?');
    process.exit(1);
  }
}
