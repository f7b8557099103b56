import type { ReactNode } from 'react';

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
