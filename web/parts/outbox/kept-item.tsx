import RotateCw from 'lucide/rotate-cw';
import Trash from 'lucide/trash-2';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TimeAgo } from '../time/date-time.tsx';
import { showNotDone } from './outbox-item.tsx';

/** What notes and photos that wait in this browser have in common. */

/** One of those that wait. @param at ISO 8601 in UTC */
export const KeptItem = ({
  title,
  at,
  children,
}: {
  title: ReactNode;
  at: string;
  children: ReactNode;
}) => (
  <li className="flex flex-col gap-2 border-t px-4 py-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <p className="min-w-0 break-words font-medium">{title}</p>
      <span className="text-ink-muted text-sm">
        <TimeAgo iso={at} />
      </span>
    </div>
    {children}
  </li>
);

/** What staff can do: send it again if it was refused, or discard it after a confirmation. */
export function KeptSteps({
  what,
  isRefused,
  isSending = false,
  onAgain,
  onDiscard,
}: {
  /** E.g. "the note on WH123456ABC". */
  what: string;
  isRefused: boolean;
  /** Nothing can be done meanwhile. */
  isSending?: boolean;
  onAgain: () => Promise<unknown>;
  onDiscard: () => Promise<unknown>;
}) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      {!isSending && (
        <div className="flex flex-wrap items-start gap-2">
          {isRefused && (
            <Button icon={RotateCw} onClick={() => void onAgain().catch(showNotDone)}>
              Send again
            </Button>
          )}
          <Button icon={Trash} variant="quiet" onClick={() => setAsks(true)}>
            Discard
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asks}
        title={`Discard ${what}?`}
        description="It hasn’t synced yet. It exists only in this browser and can’t be recovered."
        confirmLabel="Discard"
        cancelLabel="Keep it"
        onConfirm={() => {
          setAsks(false);
          void onDiscard().catch(showNotDone);
        }}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
