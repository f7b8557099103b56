import type { ReactNode } from 'react';
import { classNames } from './classes.ts';

export const inks = {
  dim: 'text-ink-muted',
  accent: 'text-accent',
  work: 'text-work',
  good: 'text-good',
  soon: 'text-soon',
  late: 'text-late',
};

type Ink = keyof typeof inks;

/** How far along: not started or abandoned, under way, agreed upon, done. */
type Fill = 'hollow' | 'half' | 'check' | 'full';

const ring = <circle cx="4" cy="4" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />;

const shapes: Record<Fill, ReactNode> = {
  hollow: ring,
  half: (
    <>
      {ring}
      <path d="M4 0a4 4 0 0 0 0 8z" fill="currentColor" />
    </>
  ),
  check: <path d="M.75 4.5 3 6.75 7.25 1.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  full: <circle cx="4" cy="4" r="4" fill="currentColor" />,
};

export interface BadgeLook {
  ink: Ink;
  fill: Fill;
  label: string;
}

/** Our own words are shorter and stay on one line; what another program stored may be of any length. */
const longestOnOneLine = 24;

/**
 * A mark and a word: never a color alone.
 *
 * @param isMark whether the text beside it says the same: the word is then only read out
 */
export function Badge({ ink, fill, label, isMark = false }: BadgeLook & { isMark?: boolean }) {
  return (
    <span
      className={classNames(
        'inline-flex w-fit items-baseline gap-2',
        label.length <= longestOnOneLine ? 'shrink-0 sm:whitespace-nowrap' : 'wrap-anywhere',
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 8 8" className={`size-2 shrink-0 ${inks[ink]}`}>
        {shapes[fill]}
      </svg>
      {isMark ? <span className="sr-only">{label}</span> : label}
    </span>
  );
}

/** A word that marks one item among similar ones: thin, outlined, in the ink of its meaning. */
export function Flag({ ink = 'dim', label }: { ink?: Ink; label: string }) {
  return (
    <span
      className={`inline-block w-fit shrink-0 whitespace-nowrap rounded-sm border border-current px-1 text-sm ${inks[ink]}`}
    >
      {label}
    </span>
  );
}
