import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classes.ts';

export interface Detail {
  label: string;
  /** Nothing to show (null, undefined, empty text) leaves the line out. */
  value: ReactNode;
  /** Takes the whole width: notes, a request. */
  wide?: boolean;
}

/** Names and values, in two columns where there is room. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-6 gap-y-3">
      {details
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value, wide = false }) => (
          <div key={label} className={wide ? 'col-span-full min-w-0' : 'min-w-0'}>
            <dt className="text-ink-muted text-sm">{label}</dt>
            <dd dir="auto" className="whitespace-pre-line break-words">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

interface CardProps extends Omit<ComponentProps<'section'>, 'className'> {
  as?: 'section' | 'article' | 'li' | 'div';
  /** Without the inner margin, for a list or table that reaches the edges. */
  flush?: boolean;
  children: ReactNode;
}

export function Card({ as: Element = 'section', flush = false, children, ...rest }: CardProps) {
  // The props of all four elements are the same; the type of the first stands for them.
  const Part = Element as 'section';
  return (
    <Part {...rest} className={classNames('min-w-0 rounded border bg-surface', !flush && 'p-4')}>
      {children}
    </Part>
  );
}
