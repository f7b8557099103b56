import { Dialog } from '../ui/dialog.tsx';
import type { PanelProps } from '../ui/panels.ts';
import { useOutbox } from './outbox.ts';
import { DeliveredItem, OutboxItem } from './outbox-item.tsx';

/** Everything that was taken in without the server, and what became of it. */
export function OutboxPanel({ open, onClose }: PanelProps) {
  const { entries, receipts } = useOutbox();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Waiting to be delivered"
      description="Kept in this browser only. It is delivered by itself, in this order, as soon as the shop’s server answers."
    >
      {entries.length === 0 && receipts.length === 0 && (
        <p className="text-ink-muted">Nothing waits: everything has reached the shop’s server.</p>
      )}
      <div className="-mx-4 -mt-4 flex flex-col [&>:first-child>:first-child]:border-t-0">
        {entries.length > 0 && (
          <ul aria-label="Waiting" className="flex flex-col">
            {entries.map((entry) => (
              <OutboxItem key={entry.repairId} entry={entry} />
            ))}
          </ul>
        )}
        {receipts.length > 0 && (
          <>
            <h3 className="border-t px-4 pt-4 pb-2 font-semibold">Delivered</h3>
            <ul aria-label="Delivered" className="flex flex-col">
              {receipts.map((receipt) => (
                <DeliveredItem key={receipt.repairId} receipt={receipt} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
