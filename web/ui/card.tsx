import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './classes.ts';

export interface Detail {
  label: string;
  /** Nothing to show (null, undefined, empty text) leaves the line out. */
  value: ReactNode;
  wide?: boolean;
}

/** @param isInline one after the other, like a sentence: for many short details */
export function DetailList({
  details,
  isInline = false,
}: {
  details: readonly Detail[];
  isInline?: boolean;
}) {
  return (
    <dl
      className={classNames(
        isInline
          ? 'flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm'
          : 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-x-4 gap-y-3',
      )}
    >
      {details
        .filter(({ value }) => value !== false && (value ?? '') !== '')
        .map(({ label, value, wide = false }) => (
          <div
            key={label}
            className={classNames(
              'min-w-0',
              wide && 'col-span-full basis-full',
              isInline && 'flex items-baseline gap-x-1.5',
            )}
          >
            <dt className={classNames('text-ink-muted text-sm', isInline && 'shrink-0')}>
              {label}
            </dt>
            <dd
              dir="auto"
              className={classNames(
                'min-w-0 whitespace-pre-line break-words',
                // Tall enough for a finger, in a line that stays as high as its neighbors.
                '[&>:is(a,button)]:-my-1 pointer-coarse:[&>:is(a,button)]:-my-3',
                !wide && 'text-balance text-left',
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
