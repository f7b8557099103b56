import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Takes pictures of the product with the browser of the tests: those of the README into
 * docs/screenshots, or with --all every screen in both themes at three widths into
 * test-results/screenshots.
 */

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const { status } = spawnSync('playwright', ['test', 'screenshots.spec.ts'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { ...process.env, SCREENSHOTS: values.all ? 'all' : 'readme' },
});
process.exitCode = status ?? 1;
