import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inTurn, type Ratio, root, startProduct } from './measure.ts';

/**
 * From the start of the process until /healthz answers, on a new store, against what Node takes to
 * import the same libraries and exit. In milliseconds.
 */

async function startOnce(): Promise<number> {
  const product = await startProduct();
  await product.stop();
  return product.startMs;
}

async function importOnce(): Promise<number> {
  const before = performance.now();
  const { status } = spawnSync(process.execPath, [join(root, 'bench/bare-import.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The libraries could not be imported');
  return performance.now() - before;
}

export async function measureColdStart(): Promise<Ratio> {
  return inTurn(9, startOnce, importOnce);
}
