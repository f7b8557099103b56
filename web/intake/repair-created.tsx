import CircleCheck from 'lucide/circle-check';
import Plus from 'lucide/plus';
import { useEffect, useRef } from 'react';
import { useWantedFocus } from '../data/wanted-focus.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { EntryState } from '../outbox/outbox-item.tsx';
import { PhotoUploadStatus, usePhotoUploads } from '../photos/photo-upload-status.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { useFreshRepair } from '../repairs/ticket-dialog.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ChangedClient, UnchangedClient } from './changed-client.tsx';
import type { Created } from './create-repair.ts';
import { SmsOutcome } from './sms-outcome.tsx';

/** The ticket number, to be read across the counter, and what comes next. */
export function RepairCreated({
  created: { repair: taken, sms, clientChanges, unconfirmedChanges },
  onNext,
}: {
  created: Created;
  onNext: () => void;
}) {
  // Its client's number may be corrected from here, before it is printed.
  const mayChange = sms.state === 'failed' || clientChanges !== null || unconfirmedChanges !== null;
  const repair = useFreshRepair(taken, mayChange);
  const upload = usePhotoUploads().find(
    ({ ticketNumber, kind }) => ticketNumber === repair.ticketNumber && kind === 'initial',
  );
  const { entries } = useOutbox();
  const waitingPhoto = entries.find(({ repairId }) => repairId === repair.repairId);
  const screen = useRef<HTMLDivElement>(null);
  useWantedFocus('new-repair', onNext);

  // The form was longer: what counts now is at the top.
  useEffect(() => {
    screen.current?.scrollIntoView({ block: 'start' });
  }, []);

  return (
    <div ref={screen} className="max-w-xl">
      <Card aria-labelledby="created-heading">
        <div className="flex flex-col gap-6">
          <div className="flex flex-col gap-1">
            <h2 id="created-heading" className="flex items-center gap-2 font-medium">
              <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-good" />
              Repair created
            </h2>
            {/* As large as fits in one line of a phone. */}
            <p className="figures break-all font-semibold text-[min(3rem,9.5vw)] leading-tight">
              {repair.ticketNumber}
            </p>
            <p className="line-clamp-3 break-words text-ink-muted">
              <bdi>{repair.customerName}</bdi> · <bdi>{repair.watchBrand}</bdi>{' '}
              <bdi>{repair.watchModel}</bdi>
            </p>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <PrintButton repair={repair} variant="primary" autoFocus hasRoom />
            <Button icon={Plus} onClick={onNext}>
              Create New Repair
            </Button>
          </div>
          <div className="flex flex-col gap-3 border-t pt-4">
            <SmsOutcome repair={taken} sms={sms} />
            {clientChanges && (
              <ChangedClient ticketNumber={repair.ticketNumber} changes={clientChanges} />
            )}
            {unconfirmedChanges && (
              <UnchangedClient clientId={taken.clientId} differences={unconfirmedChanges} />
            )}
            {upload && <PhotoUploadStatus upload={upload} />}
            {waitingPhoto && <EntryState entry={waitingPhoto} />}
            <p className="text-sm">
              <TicketLink ticketNumber={repair.ticketNumber}>Open the ticket</TicketLink>
            </p>
          </div>
        </div>
      </Card>
    </div>
  );
}
