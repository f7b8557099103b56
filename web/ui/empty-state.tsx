import Inbox from 'lucide/inbox';
import type { ReactNode } from 'react';
import type { Icon } from './icon.ts';

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
    <div className="flex flex-col items-center gap-3 rounded border border-dashed px-4 py-12 text-center">
      <IconPart aria-hidden="true" size={24} strokeWidth={1.5} className="text-ink-faint" />
      <div className="flex max-w-md flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children !== undefined && (
          <p className="text-balance text-ink-muted text-sm">{children}</p>
        )}
      </div>
      {action}
    </div>
  );
}
