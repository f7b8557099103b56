import CircleAlert from 'lucide/circle-alert';
import Info from 'lucide/info';
import TriangleAlert from 'lucide/triangle-alert';
import type { ReactNode } from 'react';
import type { Icon } from './classes.ts';

export interface Problem {
  title: string;
  detail?: string | undefined;
}

export function ProblemBanner({ problem }: { problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <Banner tone="danger">
      <strong className="block font-semibold text-late">{problem.title}</strong>
      {problem.detail}
    </Banner>
  );
}

type BannerTone = 'neutral' | 'info' | 'warning' | 'danger';

const looks: Record<BannerTone, { ink: string; icon: Icon }> = {
  neutral: { ink: 'text-ink-muted', icon: Info },
  info: { ink: 'text-accent', icon: Info },
  warning: { ink: 'text-soon', icon: TriangleAlert },
  danger: { ink: 'text-late', icon: CircleAlert },
};

interface BannerProps {
  tone?: BannerTone;
  icon?: Icon;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Comes and goes while the user works (offline): read out when it appears. */
  live?: boolean;
}

/** A notice that stays as long as it is true. */
export function Banner({
  tone = 'neutral',
  icon,
  title,
  children,
  action,
  live = false,
}: BannerProps) {
  const IconPart = icon ?? looks[tone].icon;
  return (
    <div
      role={live ? 'status' : undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-sunken px-3 py-2 text-ink"
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <span className={`flex h-lh shrink-0 items-center ${looks[tone].ink}`}>
          <IconPart aria-hidden="true" size={16} />
        </span>
        <div className="min-w-0 break-words">
          {title !== undefined && (
            <strong className={`font-semibold ${looks[tone].ink}`}>{title}</strong>
          )}
          {title !== undefined && children !== undefined && ' '}
          {children}
        </div>
      </div>
      {action}
    </div>
  );
}
