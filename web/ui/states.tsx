import Inbox from 'lucide/inbox';
import type { ReactNode } from 'react';
import { classNames, type Icon } from './classes.ts';

/** Around the shapes of what is coming: says it once, hides the shapes from the ear. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="animate-breathe motion-reduce:animate-none">
        {children}
      </div>
    </div>
  );
}

/** One grey shape; width and height by class (`h-4 w-24`). */
export function Skeleton({ className }: { className: string }) {
  return <div className={classNames('max-w-full rounded bg-sunken', className)} />;
}

export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  const widths = ['w-full', 'w-11/12', 'w-3/4', 'w-5/6', 'w-2/3'];
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key, line) => (
        <Skeleton key={key} className={classNames('h-4', widths[line % widths.length])} />
      ))}
    </div>
  );
}

/** The shape of a repair's card. */
export function SkeletonCard() {
  return (
    <div className="flex min-w-0 flex-col gap-4 rounded border bg-surface p-4">
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-40" />
        </div>
        <Skeleton className="h-6 w-24" />
      </div>
      <SkeletonLines lines={2} />
      <div className="flex gap-2">
        <Skeleton className="h-control w-24" />
        <Skeleton className="h-control w-24" />
      </div>
    </div>
  );
}

/** The shape of a list's rows. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div className="flex min-w-0 flex-col divide-y rounded border bg-surface">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <div key={key} className="flex items-center justify-between gap-4 px-4 py-3">
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-3 w-32" />
          </div>
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  );
}

/** Nothing here, and what to do next. */
export function EmptyState({
  icon: IconPart = Inbox,
  title,
  children,
  action,
}: {
  icon?: Icon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <IconPart aria-hidden="true" size={24} strokeWidth={1.5} className="text-ink-muted" />
      <div className="flex max-w-md flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {children !== undefined && <p className="text-balance text-ink-muted">{children}</p>}
      </div>
      {action}
    </div>
  );
}
