import type { ReactNode } from 'react';

/** A whole screen with one thing to say and a way on. */
export function MessageScreen({
  code,
  title,
  children,
  actions,
}: {
  code?: string;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="flex w-full max-w-md flex-col gap-6">
        <div className="flex flex-col gap-2">
          {code !== undefined && <p className="figures text-ink-muted">{code}</p>}
          <h1 className="font-semibold text-lg">{title}</h1>
          <div className="text-ink-muted">{children}</div>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </main>
  );
}
