import { randomInt } from 'node:crypto';

/** Whether this is `npm run test:long`, where the same is tried more often. */
export const isLongRun = process.env.LONG_RUN === '1';

/** Fixed in the gate; another one for every long run, printed so that SEED=… repeats it. */
export function seedOf(what: string): number {
  if (!isLongRun) return 7;
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
  console.log(`${what}: seed ${seed} (SEED=${seed} repeats it)`);
  return seed;
}
