/** The box that typed text stands in, the same for every kind of field. */
export const controlClasses =
  'w-full min-w-0 rounded border border-line-strong bg-surface text-base text-ink transition-colors hover:border-ink-muted focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger-ink [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-ink-muted';
