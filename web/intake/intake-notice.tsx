import CircleUser from 'lucide/circle-user-round';
import TriangleAlert from 'lucide/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/**
 * A note at a field that blocks nothing; read out when it appears.
 *
 * @param words empty for nothing: the region stays, so that later words are read out
 */
export function IntakeNotice({
  words,
  isWarning = false,
  actions,
}: {
  words: string;
  isWarning?: boolean;
  actions?: ReactNode;
}) {
  const IconPart = isWarning ? TriangleAlert : CircleUser;
  const isShown = words !== '';
  return (
    <div
      className={classNames(
        'flex flex-col gap-2 rounded text-sm',
        isShown && 'mt-2 px-3 py-2',
        isShown && (isWarning ? 'bg-amber-soft text-amber-ink' : 'bg-blue-soft text-blue-ink'),
      )}
    >
      <div role="status" className="flex items-start gap-2 empty:hidden">
        {isShown && (
          <>
            <IconPart aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
          </>
        )}
      </div>
      {isShown && actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
