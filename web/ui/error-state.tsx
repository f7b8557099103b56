import RotateCw from 'lucide/rotate-cw';
import TriangleAlert from 'lucide/triangle-alert';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** What happened, and another try. */
export function ErrorState({
  title,
  children,
  onRetry,
  retrying = false,
}: {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <TriangleAlert aria-hidden="true" size={24} strokeWidth={1.5} className="text-late" />
      <div className="flex max-w-md flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {children !== undefined && <p className="text-balance text-ink-muted">{children}</p>}
      </div>
      {onRetry && (
        <Button icon={RotateCw} pending={retrying} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
