import Check from 'lucide/check';
import CircleX from 'lucide/circle-x';
import Clock from 'lucide/clock';
import ImageIcon from 'lucide/image';
import ImageOff from 'lucide/image-off';
import type { ReactNode } from 'react';
import { ClientAfterDelivery } from '../intake/changed-client.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { useRepair } from '../repairs/ticket-dialog.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { Button } from '../ui/button.tsx';
import { TimeAgo } from '../ui/date-time.tsx';
import { outbox } from './outbox.ts';
import { OutboxActions } from './outbox-actions.tsx';
import { type OutboxEntry, provisionalNumber, type Receipt } from './outbox-entry.ts';
import { waitingTicket } from './waiting-ticket.ts';

/** One repair that has not reached the server, or not with its photo. */
export function OutboxItem({ entry }: { entry: OutboxEntry }) {
  const { repairId, repair, takenInAt, photo, ticketNumber } = entry;
  const titleId = `outbox-${repairId}`;
  return (
    <li aria-labelledby={titleId} className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p id={titleId} className="min-w-0 break-words font-medium">
          <bdi>{repair.customerName}</bdi> · <bdi>{repair.watchBrand}</bdi>{' '}
          <bdi>{repair.watchModel}</bdi>
        </p>
        <span className="text-ink-muted text-sm">
          Taken in <TimeAgo iso={takenInAt} />
        </span>
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-sm">
        <span className="figures">
          {ticketNumber === null ? (
            `Provisional number ${provisionalNumber(repairId)}`
          ) : (
            <TicketLink ticketNumber={ticketNumber} />
          )}
        </span>
        <WithIcon icon={photo === null ? ImageOff : ImageIcon}>
          {photo === null ? 'No photo' : 'With photo'}
        </WithIcon>
      </p>
      <EntryState entry={entry} />
      <div className="flex flex-wrap items-start gap-2">
        {ticketNumber === null && (
          <PrintButton
            repair={waitingTicket(repair, takenInAt)}
            onPrinted={() => void outbox.notePrinted(repairId)}
          />
        )}
        <OutboxActions entry={entry} titleId={titleId} />
      </div>
    </li>
  );
}

function WithIcon({ icon: IconPart, children }: { icon: typeof Check; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <IconPart aria-hidden="true" size={16} className="shrink-0" />
      {children}
    </span>
  );
}

/** What it waits for, or why it is not taken. */
export function EntryState({ entry: { refusal, ticketNumber } }: { entry: OutboxEntry }) {
  if (refusal === null) {
    return (
      <p className="flex items-start gap-1.5 text-sm">
        <Clock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
        {ticketNumber === null
          ? 'Waits for the shop’s server'
          : 'The ticket is safe; its photo waits for the shop’s server'}
      </p>
    );
  }
  return (
    <p className="flex items-start gap-1.5 text-late text-sm">
      <CircleX aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        <strong className="font-semibold">{refusal.title}</strong>{' '}
        {ticketNumber !== null && refusal.code !== 'repair-not-found' && 'The ticket is safe. '}
        {refusal.errors.length > 0
          ? refusal.errors.map(({ message }) => message).join('. ')
          : refusal.detail}
        {refusal.existing !== null && (
          <>
            {' '}
            It is <TicketLink ticketNumber={refusal.existing} />.
          </>
        )}
      </span>
    </p>
  );
}

/** What became of a repair, until its provisional print has been replaced. */
export function DeliveredItem({ receipt }: { receipt: Receipt }) {
  const { repairId, ticketNumber, deliveredAt, isPrinted, smsFailure } = receipt;
  const { data } = useRepair(ticketNumber);
  const forget = () => void outbox.forgetReceipt(repairId);
  return (
    <li className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          <span className="figures">{provisionalNumber(repairId)}</span> is now{' '}
          <TicketLink ticketNumber={ticketNumber} />
        </p>
        <span className="text-ink-muted text-sm">
          Delivered <TimeAgo iso={deliveredAt} />
        </span>
      </div>
      {smsFailure !== null && (
        <p className="break-words text-late text-sm">
          The customer was not told by SMS. {smsFailure}
        </p>
      )}
      <ClientAfterDelivery ticketNumber={ticketNumber} />
      {isPrinted && <p className="text-sm">Its provisional print is to be replaced.</p>}
      <div className="flex flex-wrap items-start gap-2">
        {data && <PrintButton repair={data.repair} onPrinted={forget} />}
        <Button icon={Check} variant="quiet" onClick={forget}>
          Done
        </Button>
      </div>
    </li>
  );
}
