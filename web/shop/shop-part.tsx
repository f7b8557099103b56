import type { ReactNode } from 'react';
import { type Problem, ProblemBanner } from '../ui/banner.tsx';
import { Section } from '../ui/card.tsx';

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

/** What is typed on the server, or stands there. A command is short and stays in one piece. */
export function Code({ children }: { children: string }) {
  const isShort = children.length < 24;
  return (
    <code
      className={`rounded bg-sunken px-1 text-ink ${isShort ? 'whitespace-nowrap' : 'break-words'}`}
    >
      {children}
    </code>
  );
}
