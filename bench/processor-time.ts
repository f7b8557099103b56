import { readdirSync, readFileSync } from 'node:fs';

/** How much of a processor programs of this machine have used: Linux tells in /proc. */

/** What the kernel counts in, in milliseconds. */
const tickMs = 10;

interface Stat {
  parent: number;
  /** Its own and that of its children that have ended, in ticks. */
  ticks: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const own = [11, 12, 13, 14].map((index) => Number(fields[index]));
    return { parent: Number(fields[1]), ticks: own.reduce((sum, one) => sum + one, 0) };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

/** @returns milliseconds of a processor that the process and its children have used */
export function processorMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return [statOf(pid), ...children].reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0) * tickMs;
}

/** @returns what each used while the work was done, in milliseconds */
export async function processorMsDuring(
  pids: readonly number[],
  work: () => Promise<void>,
): Promise<number[]> {
  const before = pids.map(processorMs);
  await work();
  return pids.map((pid, index) => processorMs(pid) - (before[index] ?? 0));
}
