import { logOut } from '../data/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { PanelProps } from '../ui/panels.ts';
import { countedText } from '../ui/text.tsx';
import { useOutbox } from './outbox.ts';
import { provisionalNumber } from './outbox-entry.ts';

/** More names than these are a number. */
const mostNamed = 5;

/** Asks before a logout that leaves work behind. Source: docs/decisions/offline.md. */
export function LogOutPanel({ open, onClose }: PanelProps) {
  const { entries } = useOutbox();
  const named = entries.slice(0, mostNamed);
  const more = entries.length - named.length;
  return (
    <ConfirmDialog
      open={open}
      title={
        entries.length === 0
          ? 'Log out?'
          : `Log out before ${countedText(entries.length, 'repair')} reached the server?`
      }
      description={
        entries.length > 0 && (
          <>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {named.map(({ repairId, repair, ticketNumber }) => (
                <li key={repairId} className="break-words">
                  {ticketNumber === null ? provisionalNumber(repairId) : `Photo of ${ticketNumber}`}
                  {' · '}
                  <bdi>{repair.customerName}</bdi>, <bdi>{repair.watchBrand}</bdi>{' '}
                  <bdi>{repair.watchModel}</bdi>
                </li>
              ))}
              {more > 0 && <li>and {more} more</li>}
            </ul>
            <p className="pt-2">
              What waits stays in this browser, and is delivered after the next login here. Until
              then nobody else in the shop sees it.
            </p>
          </>
        )
      }
      confirmLabel="Log out"
      cancelLabel="Stay logged in"
      onConfirm={() => {
        onClose();
        logOut();
      }}
      onClose={onClose}
    />
  );
}
