import CloudUpload from 'lucide/cloud-upload';
import { useState } from 'react';
import { type Intake, outbox, useOutbox } from '../outbox/outbox.ts';
import { provisionalNumber, type Receipt, waitingTicket } from '../outbox/outbox-entry.ts';
import { DeliveryNotes, EntryState, OutboxActions } from '../outbox/outbox-item.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { useRepair } from '../repairs/ticket-dialog.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { Banner } from '../ui/banner.tsx';
import { numberClasses, TakenInScreen } from './taken-in-screen.tsx';

/**
 * After a repair was taken in without the server: its provisional number, and the ticket's own as
 * soon as there is one.
 */
export function RepairKept({ intake, onNext }: { intake: Intake; onNext: () => void }) {
  const { repair } = intake;
  const { repairId } = repair;
  const { entries, receipts } = useOutbox();
  const receipt = receipts.find((each) => each.repairId === repairId);
  const entry = entries.find((each) => each.repairId === repairId);
  const [takenInAt] = useState(() => entry?.takenInAt ?? new Date().toISOString());
  const [wasPrinted, setWasPrinted] = useState(false);

  function notePrinted() {
    setWasPrinted(true);
    void outbox.notePrinted(repairId).catch(() => undefined);
  }

  return (
    <TakenInScreen
      id="kept-heading"
      heading={receipt ? 'Repair delivered' : 'Saved in this browser only'}
      icon={<CloudUpload aria-hidden="true" size={18} className="shrink-0 text-soon" />}
      number={
        <>
          <p className="text-ink-muted text-sm">
            {receipt ? 'Ticket number' : 'Provisional number'}
          </p>
          <p role="status" className={numberClasses}>
            {receipt?.ticketNumber ?? provisionalNumber(repairId)}
          </p>
        </>
      }
      repair={repair}
      print={
        receipt ? (
          <PrintTicket receipt={receipt} />
        ) : (
          <PrintButton
            repair={waitingTicket(repair, takenInAt)}
            onPrinted={notePrinted}
            variant="primary"
            autoFocus
          />
        )
      }
      onNext={onNext}
    >
      {receipt && <Delivered receipt={receipt} wasPrinted={wasPrinted || receipt.isPrinted} />}
      {entry && <EntryState entry={entry} />}
      {entry?.refusal && (
        <div className="flex flex-wrap gap-2">
          <OutboxActions entry={entry} titleId="kept-heading" />
        </div>
      )}
      {!receipt && entry?.refusal === null && (
        <p className="text-ink-muted text-sm">
          It is delivered by itself when the shop’s server is back,{' '}
          {intake.photo === null ? 'once' : 'once, with its photo'}; the ticket then gets its
          number, and the customer the text. Until then nobody else in the shop sees it.
        </p>
      )}
    </TakenInScreen>
  );
}

function PrintTicket({ receipt }: { receipt: Receipt }) {
  const { data } = useRepair(receipt.ticketNumber);
  const forget = () => void outbox.forgetReceipt(receipt.repairId).catch(() => undefined);
  return data ? <PrintButton repair={data.repair} variant="primary" onPrinted={forget} /> : null;
}

function Delivered({ receipt, wasPrinted }: { receipt: Receipt; wasPrinted: boolean }) {
  const { repairId, ticketNumber } = receipt;
  return (
    <>
      <Banner tone={wasPrinted ? 'warning' : 'info'}>
        {provisionalNumber(repairId)} is now {ticketNumber}.
        {wasPrinted &&
          ' The provisional print is to be replaced: print the ticket and throw the other away.'}
      </Banner>
      <DeliveryNotes receipt={receipt} />
      <p className="text-sm">
        <TicketLink ticketNumber={ticketNumber}>Open the ticket</TicketLink>
      </p>
    </>
  );
}
