import CircleAlert from 'lucide/circle-alert';
import Info from 'lucide/info';
import TriangleAlert from 'lucide/triangle-alert';
import type { ReactNode } from 'react';
import { classNames, type Icon } from './classes.ts';

/** What went wrong, in the words of its message: a title, and what to know about it. */
export interface Problem {
  title: string;
  detail?: string | undefined;
}

/** Stays in a dialog for as long as its last try is one that failed. */
export function ProblemBanner({ problem }: { problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <Banner tone="danger">
      <strong className="block font-semibold">{problem.title}</strong>
      {problem.detail}
    </Banner>
  );
}

type BannerTone = 'neutral' | 'info' | 'warning' | 'danger';

const looks: Record<BannerTone, { classes: string; icon: Icon }> = {
  neutral: { classes: 'border-line bg-sunken text-ink', icon: Info },
  info: { classes: 'border-transparent bg-blue-soft text-blue-ink', icon: Info },
  warning: { classes: 'border-transparent bg-amber-soft text-amber-ink', icon: TriangleAlert },
  danger: { classes: 'border-transparent bg-danger-soft text-danger-ink', icon: CircleAlert },
};

interface BannerProps {
  tone?: BannerTone;
  icon?: Icon;
  title?: string;
  children?: ReactNode;
  /** A button or link that helps. */
  action?: ReactNode;
  /** Comes and goes while the user works (offline): read out when it appears. */
  live?: boolean;
}

/** A sign that stays as long as what it says is true. */
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
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded border px-3 py-2 text-sm',
        looks[tone].classes,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <IconPart aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
        <div className="min-w-0 break-words">
          {title !== undefined && <strong className="font-semibold">{title}</strong>}
          {title !== undefined && children !== undefined && ' '}
          {children}
        </div>
      </div>
      {action}
    </div>
  );
}
