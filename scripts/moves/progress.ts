import type { MoveProgress } from '../../server/moves/progress.ts';
import { countText } from '../backups/progress-line.ts';

const words: Record<MoveProgress['what'], string> = {
  photos: 'Photos',
  rows: 'Copying',
  checking: 'Comparing',
};

const number = (count: number) => count.toLocaleString('en-US');

/** A rate over less than this says nothing yet, in milliseconds. */
const shortestMs = 1000;

/** A terminal is written to this often at most, in milliseconds. */
const everyMs = 100;

/** @returns e.g. 40 s, 12 min, 3 h 5 min */
export function durationText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

interface Stretch {
  name: string;
  startedAt: number;
  startedWith: number;
}

/**
 * Shows how far a move is, each table and the photos on a line of their own. On a terminal the line
 * is kept up to date; elsewhere it is written once, when it is done.
 *
 * @param clock milliseconds since 1970
 */
export function moveProgress(
  output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
  clock: () => number,
): { show(progress: MoveProgress): void; endLine(): void } {
  let current: Stretch | null = null;
  let shownAt = 0;
  let isLineOpen = false;

  function endLine(): void {
    if (isLineOpen) output.write('\n');
    isLineOpen = false;
  }

  function lineOf(
    { done, total }: MoveProgress,
    { name, startedAt, startedWith }: Stretch,
  ): string {
    const elapsed = clock() - startedAt;
    const rate = (done - startedWith) / (elapsed / 1000);
    const share = total === 0 ? 100 : Math.floor((done / total) * 100);
    const parts = [`${number(done)} of ${number(total)} (${share} %)`];
    if (elapsed >= shortestMs && rate > 0) {
      parts.push(`${number(Math.round(rate))}/s`);
      if (done < total) parts.push(`${durationText(((total - done) / rate) * 1000)} left`);
    }
    return `  ${name.padEnd(26)} ${parts.join(', ')}`;
  }

  return {
    endLine,
    show(progress) {
      if (progress.total === 0) return;
      const name = [words[progress.what], progress.table ?? ''].join(' ').trim();
      const { done, total } = progress;
      if (current?.name !== name || done < current.startedWith) {
        endLine();
        current = { name, startedAt: clock(), startedWith: done };
        shownAt = 0;
      }
      const isDone = done >= total;
      if (!output.isTTY) {
        if (isDone && shownAt === 0) output.write(`${lineOf(progress, current)}\n`);
        if (isDone) shownAt = 1;
        return;
      }
      if (!isDone && clock() - shownAt < everyMs) return;
      shownAt = clock();
      output.write(`\r${lineOf(progress, current)}\x1b[K`);
      isLineOpen = true;
    },
  };
}

/** What was brought over, in words. */
export const photosText = (copied: number, present: number) =>
  present === 0
    ? countText(copied, 'photo', 'photos')
    : `${countText(copied, 'photo', 'photos')}, and ${number(present)} that were there`;
