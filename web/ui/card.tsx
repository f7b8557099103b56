import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './classes.ts';

export interface Detail {
  label: string;
  /** Nothing to show (null, undefined, empty string) leaves the line out. */
  value: ReactNode;
  wide?: boolean;
}

/** @param isBeside small, the labels in a column of their own: for many short details */
export function DetailList({
  details,
  isBeside = false,
}: {
  details: readonly Detail[];
  isBeside?: boolean;
}) {
  return (
    <dl
      className={classNames(
        'grid gap-x-4',
        isBeside
          ? 'grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-y-1 text-sm'
          : 'grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-y-3',
      )}
    >
      {details
        .filter(({ value }) => value !== false && (value ?? '') !== '')
        .map(({ label, value, wide = false }) => (
          <div
            key={label}
            className={isBeside ? 'contents' : classNames('min-w-0', wide && 'col-span-full')}
          >
            <dt
              className={classNames(
                'text-ink-muted text-sm',
                isBeside && 'pointer-coarse:[:has(+_dd>:is(a,button))&]:pt-3',
              )}
            >
              {label}
            </dt>
            <dd
              dir="auto"
              className={classNames(
                'min-w-0 whitespace-pre-line break-words text-left',
                // Tall enough for a finger, aligned with its neighbors; if there were two lines, the second
                // would cover the first.
                '[&>:is(a,button)]:-my-1',
                isBeside
                  ? 'pointer-coarse:[&>:is(a,button)]:my-0'
                  : 'pointer-coarse:[&>:is(a,button)]:-my-3',
                !wide && 'text-balance',
              )}
            >
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

export function Section({
  title,
  level = 2,
  action,
  children,
}: {
  title: ReactNode;
  level?: 2 | 3;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-4',
          action !== undefined && 'min-h-control',
        )}
      >
        <Heading id={id} className="min-w-0 break-words font-semibold">
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </section>
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
