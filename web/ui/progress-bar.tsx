import { useId } from 'react';

/** How far long work has come; without a value, that it goes on. */
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
          {detail ?? (share === undefined ? null : `${Math.round(share * 100)} %`)}
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
