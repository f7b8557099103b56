import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the screens and the server, or the one named, each when there is no build or when something is
 * newer than it.
 */

const root = join(import.meta.dirname, '..');

const builds = [
  { name: 'screens', part: 'web', result: 'dist/web/index.html' },
  { name: 'server', part: 'server', result: 'dist/server/main.cjs' },
];

function isCurrent(part: string, result: string): boolean {
  if (!existsSync(join(root, result))) return false;
  const builtAt = statSync(join(root, result)).mtimeMs;
  const sources = globSync(['domain/**/*.ts', `${part}/**/*.*`, 'package-lock.json'], {
    cwd: root,
  });
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= builtAt);
}

const [wanted] = process.argv.slice(2);
for (const { name, part, result } of builds) {
  if ((wanted !== undefined && wanted !== name) || isCurrent(part, result)) continue;
  console.log(`Building the ${name} (once) …`);
  const { status, error } = spawnSync(
    'vite',
    ['build', '--config', `${part}/vite.config.ts`, '--logLevel', 'warn'],
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
  if (status === 0) continue;
  console.error(
    error
      ? `There is no build of the ${name}, or its sources are newer, and Vite is not installed. Run "npm ci" without --omit=dev, or copy the dist folder from a machine where "npm run build" was run.`
      : `The ${name} could not be built. Was "npm ci" run without errors?`,
  );
  process.exit(1);
}
