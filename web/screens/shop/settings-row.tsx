import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import { useKeptFocus } from '../../ui/focus.ts';

export type Heading = RefObject<HTMLHeadingElement | null>;

/** What it is called and what it is for, beside what it holds. */
export function Row({
  title,
  about,
  given,
  children,
}: {
  title: string;
  about?: string | undefined;
  /** Where the page's focus goes when it is lost. */
  given?: Heading | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const { part, heading } = useKeptFocus(given);
  useEffect(() => {
    if (window.location.hash === `#${encodeURIComponent(title)}`) heading.current?.focus();
  }, [title, heading]);
  return (
    <section
      ref={part}
      aria-labelledby={id}
      className="flex flex-col gap-4 border-t pt-6 first:border-t-0 first:pt-0"
    >
      <div>
        <h2 ref={heading} id={id} tabIndex={-1} className="font-semibold">
          {title}
        </h2>
        {about !== undefined && <p className="max-w-prose text-ink-muted text-sm">{about}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
