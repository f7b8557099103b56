import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CardProps extends Omit<ComponentProps<'section'>, 'className'> {
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
