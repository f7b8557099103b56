import ChevronRight from 'lucide/chevron-right';
import type { ReactNode } from 'react';
import { type Problem, ProblemBanner } from '../../ui/banner.tsx';
import { Section } from '../../ui/card.tsx';

/** One thing that is done for the whole shop: its name, what it is for, the way to do it. */
export function ShopPart({
  title,
  about,
  problem = null,
  children,
}: {
  title: string;
  about?: ReactNode;
  /** Why the last try failed; read out. */
  problem?: Problem | null;
  children: ReactNode;
}) {
  return (
    <Section title={title}>
      <div className="flex flex-col gap-4">
        {about !== undefined && <p className="max-w-prose text-ink-muted text-sm">{about}</p>}
        <div role="alert" className="empty:hidden">
          <ProblemBanner problem={problem} />
        </div>
        {children}
      </div>
    </Section>
  );
}

/** Commands and settings, which staff at the counter do not need: closed until opened. */
export function ForTheServer({ children }: { children: ReactNode }) {
  return (
    <details className="group text-sm">
      <summary className="-ml-1 flex min-h-control w-fit list-none pr-2 items-center gap-2 rounded font-medium">
        <ChevronRight
          aria-hidden="true"
          size={16}
          className="text-ink-muted transition-transform group-open:rotate-90"
        />
        For the person who runs the server
      </summary>
      <div className="flex flex-col gap-4 pt-2">{children}</div>
    </details>
  );
}

/** A command or a setting to copy: on a line of its own. */
export function CodeLine({ children }: { children: string }) {
  return (
    <code className="mt-1 block whitespace-pre-wrap break-words rounded bg-sunken px-3 py-2 text-ink">
      {children}
    </code>
  );
}

/** A command or the name of a setting on the server. A short one stays on one line. */
export function Code({ children }: { children: string }) {
  const isShort = children.length < 24;
  return (
    <code
      className={`rounded bg-sunken px-1 text-ink [.bg-sunken_&]:px-0 ${isShort ? 'whitespace-nowrap' : 'break-words'}`}
    >
      {children}
    </code>
  );
}
