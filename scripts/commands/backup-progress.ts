import type { OnProgress, Progress } from '../../server/shop/backups/reports.ts';

const labels: Record<Progress['phase'], string> = {
  photos: 'Photos',
  rows: 'Rows',
  checking: 'Checking',
  switching: 'Putting in place',
};

const number = (count: number) => count.toLocaleString('en-US');

/**
 * Shows progress on a terminal, each phase on its own line. Elsewhere it prints nothing: a job that
 * runs unattended at night should be noticed only when something is wrong.
 */
export function progressLine(
  output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stdout,
): OnProgress {
  let shown = '';
  let phase: Progress['phase'] | null = null;
  return ({ phase: next, done, total }) => {
    if (!output.isTTY) return;
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    const isCounted = next === 'photos' || next === 'rows';
    const counts = isCounted ? `${number(done)} of ${number(total)} ` : '';
    const line = `  ${labels[next].padEnd(17)} ${counts}(${percent}%)`;
    if (line === shown) return;
    const begin = phase !== null && phase !== next ? '\n' : '\r';
    phase = next;
    shown = line;
    output.write(`${begin}${line}\x1b[K`);
  };
}

/** @returns e.g. 12.3 MB */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  const [value, unit] = bytes < 1_000_000_000 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${value.toFixed(1)} ${unit}`;
}

export const countText = (count: number, one: string, many: string) =>
  `${number(count)} ${count === 1 ? one : many}`;
