import Inbox from 'lucide/inbox';
import RotateCw from 'lucide/rotate-cw';
import TriangleAlert from 'lucide/triangle-alert';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames, type Icon } from './classes.ts';

/** Around the shapes of what is coming: says it once, hides the shapes from screen readers. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className="is-loading">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="animate-breathe motion-reduce:animate-none">
        {children}
      </div>
    </div>
  );
}

/** What a query returned; until then its outline, or why it failed and a way to try again. */
export function Loaded<Data>({
  query: { data, error, refetch, isFetching },
  what,
  skeleton,
  children,
}: {
  query: {
    data: Data | undefined;
    error: Error | null;
    refetch: () => unknown;
    isFetching: boolean;
  };
  what: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error === null) return <Loading label={`Loading ${what}…`}>{skeleton}</Loading>;
  return (
    <ErrorState
      title={`Couldn’t load ${what}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      {error.message}
    </ErrorState>
  );
}

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

export function SkeletonCard({ lines = 2 }: { lines?: number }) {
  return (
    <div className="flex min-w-0 flex-col gap-4 rounded border bg-surface p-4">
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-40" />
        </div>
        <Skeleton className="h-6 w-24" />
      </div>
      <SkeletonLines lines={lines} />
      <div className="flex gap-2">
        <Skeleton className="h-control w-24" />
        <Skeleton className="h-control w-24" />
      </div>
    </div>
  );
}

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

interface StateProps {
  icon?: Icon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  isFailure?: boolean;
}

/** Nothing here, or nothing that could be shown; and what to do next. */
export function EmptyState({ icon, title, children, action, isFailure = false }: StateProps) {
  const IconPart = icon ?? (isFailure ? TriangleAlert : Inbox);
  return (
    <div
      role={isFailure ? 'alert' : undefined}
      className="flex flex-col items-center gap-3 px-4 py-12 text-center"
    >
      <IconPart
        aria-hidden="true"
        size={24}
        strokeWidth={1.5}
        className={isFailure ? 'text-late' : 'text-ink-muted'}
      />
      <div className="flex max-w-md flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {children !== undefined && <p className="text-balance text-ink-muted">{children}</p>}
      </div>
      {action}
    </div>
  );
}

export function ErrorState({
  onRetry,
  retrying = false,
  ...rest
}: Pick<StateProps, 'title' | 'children'> & { onRetry: () => void; retrying?: boolean }) {
  const retry = (
    <Button icon={RotateCw} pending={retrying} onClick={onRetry}>
      Retry
    </Button>
  );
  return <EmptyState {...rest} isFailure action={retry} />;
}

export function ProgressBar({
  label,
  value,
  max = 100,
  detail,
}: {
  label: string;
  value?: number | undefined;
  max?: number;
  /** In words what the bar shows, e.g. "3 of 12 photos". */
  detail?: string;
}) {
  const id = useId();
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value / max));
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span id={id}>{label}</span>
        <span className="figures text-ink-muted">
          {detail ?? (share === undefined ? null : `${Math.round(share * 100)}%`)}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={detail}
        className="h-1 overflow-hidden rounded bg-sunken"
      >
        {share === undefined ? (
          <div className="h-full w-1/4 animate-slide bg-accent motion-reduce:w-full motion-reduce:animate-none motion-reduce:opacity-50" />
        ) : (
          <div
            className="h-full bg-accent transition-[width]"
            style={{ width: `${share * 100}%` }}
          />
        )}
      </div>
    </div>
  );
}
