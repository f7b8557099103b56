import CloudUpload from 'lucide/cloud-upload';
import Plus from 'lucide/plus';
import { useEffect, useRef, useState } from 'react';
import { useWantedFocus } from '../data/wanted-focus.ts';
import { type Intake, outbox, useOutbox } from '../outbox/outbox.ts';
import { provisionalNumber, type Receipt, waitingTicket } from '../outbox/outbox-entry.ts';
import { EntryState, OutboxActions } from '../outbox/outbox-item.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { useRepair } from '../repairs/ticket-dialog.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ClientAfterDelivery } from './changed-client.tsx';

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
  const screen = useRef<HTMLDivElement>(null);
  useWantedFocus('new-repair', onNext);

  // The form was longer: what counts now is at the top.
  useEffect(() => {
    screen.current?.scrollIntoView({ block: 'start' });
  }, []);

  function notePrinted() {
    setWasPrinted(true);
    void outbox.notePrinted(repairId).catch(() => undefined);
  }

  return (
    <div ref={screen} className="max-w-xl">
      <Card aria-labelledby="kept-heading">
        <div className="flex flex-col gap-6">
          <div className="flex flex-col gap-1">
            <h2 id="kept-heading" className="flex items-center gap-2 font-medium">
              <CloudUpload aria-hidden="true" size={18} className="shrink-0 text-soon" />
              {receipt ? 'Repair delivered' : 'Saved in this browser only'}
            </h2>
            <p className="text-ink-muted text-sm">
              {receipt ? 'Ticket number' : 'Provisional number'}
            </p>
            {/* As large as fits in one line of a phone. */}
            <p
              role="status"
              className="figures break-all font-semibold text-[min(3rem,9.5vw)] leading-tight"
            >
              {receipt?.ticketNumber ?? provisionalNumber(repairId)}
            </p>
            <p className="line-clamp-3 break-words text-ink-muted">
              <bdi>{repair.customerName}</bdi> · <bdi>{repair.watchBrand}</bdi>{' '}
              <bdi>{repair.watchModel}</bdi>
            </p>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            {receipt ? (
              <PrintTicket receipt={receipt} />
            ) : (
              <PrintButton
                repair={waitingTicket(repair, takenInAt)}
                onPrinted={notePrinted}
                variant="primary"
                autoFocus
                hasRoom
              />
            )}
            <Button icon={Plus} onClick={onNext}>
              Create New Repair
            </Button>
          </div>
          <div className="flex flex-col gap-3 border-t pt-4">
            {receipt && (
              <Delivered receipt={receipt} wasPrinted={wasPrinted || receipt.isPrinted} />
            )}
            {entry && <EntryState entry={entry} />}
            {entry?.refusal && (
              <div className="flex flex-wrap gap-2">
                <OutboxActions entry={entry} titleId="kept-heading" />
              </div>
            )}
            {!receipt && entry?.refusal === null && (
              <p className="text-ink-muted text-sm">
                It is delivered by itself when the shop’s server is back, {photoWords(intake)}; the
                ticket then gets its number, and the customer the text. Until then nobody else in
                the shop sees it.
              </p>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
}

const photoWords = ({ photo }: Intake) => (photo === null ? 'once' : 'once, with its photo');

function PrintTicket({ receipt }: { receipt: Receipt }) {
  const { data } = useRepair(receipt.ticketNumber);
  const forget = () => void outbox.forgetReceipt(receipt.repairId).catch(() => undefined);
  return data ? (
    <PrintButton repair={data.repair} variant="primary" onPrinted={forget} hasRoom />
  ) : null;
}

function Delivered({ receipt, wasPrinted }: { receipt: Receipt; wasPrinted: boolean }) {
  const { repairId, ticketNumber, smsFailure } = receipt;
  return (
    <>
      <Banner tone={wasPrinted ? 'warning' : 'info'}>
        {provisionalNumber(repairId)} is now {ticketNumber}.
        {wasPrinted &&
          ' The provisional print is to be replaced: print the ticket and throw the other away.'}
      </Banner>
      {smsFailure !== null && (
        <Banner tone="warning" title="The customer was not told by SMS.">
          {smsFailure}
        </Banner>
      )}
      <ClientAfterDelivery ticketNumber={ticketNumber} />
      <p className="text-sm">
        <TicketLink ticketNumber={ticketNumber}>Open the ticket</TicketLink>
      </p>
    </>
  );
}
