import { useQuery } from '@tanstack/react-query';
import BellOff from 'lucide/bell-off';
import Check from 'lucide/check';
import CircleCheck from 'lucide/circle-check';
import Clock from 'lucide/clock';
import CloudUpload from 'lucide/cloud-upload';
import Plus from 'lucide/plus';
import Watch from 'lucide/watch';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Message, Repair, SmsResult } from '../../../domain/api-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { isAboutNumber } from '../../../domain/text-delivery.ts';
import { DropOffTextButton } from '../../actions/text/drop-off-text-button.tsx';
import type { Created, Intake } from '../../data/intake/intake.ts';
import { outbox, useOutbox } from '../../data/outbox/outbox.ts';
import {
  type DeliveryReceipt,
  provisionalNumber,
  waitingTicket,
} from '../../data/outbox/outbox-entry.ts';
import { messagesQuery, pollEveryMs, shopQuery } from '../../data/queries.ts';
import { useFreshRepair, useRepair } from '../../data/repair.ts';
import { useWantedFocus } from '../../data/wanted-focus.ts';
import { untextableWords } from '../../parts/client/client-fields.tsx';
import { EditClientButton } from '../../parts/client/edit-client-button.tsx';
import { textObstacle } from '../../parts/client/text-obstacle.ts';
import { useWithheld } from '../../parts/client/withheld.ts';
import { ChangedClient, UnchangedClient } from '../../parts/outbox/changed-client.tsx';
import {
  DeliveryNotes,
  EntryState,
  OutboxActions,
  PrintDelivered,
  useVisitReceipts,
} from '../../parts/outbox/outbox-item.tsx';
import { PhotoUploadStatus, usePhotoUploads } from '../../parts/photo/photo-upload-status.tsx';
import { PrintAllButton, PrintButton } from '../../parts/print/print-button.tsx';
import { PrintReceipt } from '../../parts/print/receipt-printing.tsx';
import { PrintVisit } from '../../parts/repair/siblings.tsx';
import { TicketLink } from '../../parts/repair/ticket-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { DoneOutcome } from './done-outcome.tsx';
import { NextSteps } from './next-steps.tsx';

/** To be read across the counter; as large as fits in one line of a phone. */
const numberClasses =
  'is-ticket-number figures break-all font-semibold text-[min(3rem,9.5vw)] leading-tight';

function TakenInScreen({
  id,
  heading,
  icon,
  number,
  repair,
  print,
  onNext,
  onAnother,
  next,
  children,
}: {
  id: string;
  heading: string;
  icon: ReactNode;
  number: ReactNode;
  repair: Pick<Repair, 'customerName' | 'watchBrand' | 'watchModel'>;
  print: ReactNode;
  onNext: () => void;
  onAnother: () => void;
  /** What can be done with the repair now, shown beside the rest. */
  next?: ReactNode;
  children: ReactNode;
}) {
  const screen = useRef<HTMLElement>(null);
  useWantedFocus('new-repair', onNext);

  // The form was longer: what counts now is at the top.
  useEffect(() => {
    screen.current?.scrollIntoView({ block: 'start' });
  }, []);

  return (
    <section
      ref={screen}
      aria-labelledby={id}
      className={classNames(
        'grid content-start gap-x-12 gap-y-6',
        next ? 'lg:grid-cols-2' : 'max-w-xl',
      )}
    >
      <div className="flex min-w-0 flex-col gap-6">
        <div className="flex flex-col gap-1">
          <h2 id={id} className="flex items-center gap-2 font-medium">
            {icon}
            {heading}
          </h2>
          {number}
          <p className="line-clamp-3 break-words text-ink-muted">
            <bdi>{repair.customerName}</bdi> · <bdi>{repair.watchBrand}</bdi>{' '}
            <bdi>{repair.watchModel}</bdi>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">{print}</div>
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={Plus} onClick={onNext}>
            Create New Repair
          </Button>
          <Button icon={Watch} onClick={onAnother}>
            <span className="min-w-0 wrap-anywhere">
              Another watch for <bdi>{repair.customerName}</bdi>
            </span>
          </Button>
        </div>
        <div className="flex flex-col gap-3 border-t pt-4">{children}</div>
      </div>
      {next}
    </section>
  );
}

export function RepairCreated({
  created: { repair: taken, sms, clientChanges, unconfirmedChanges },
  onNext,
  onAnother,
}: {
  created: Created;
  onNext: () => void;
  onAnother: (repair: Repair) => void;
}) {
  // The first answer to it may have been lost.
  const wasFinished = sms === null || taken.collectedAt !== null;
  // Its client's number may be corrected from here, before it is printed; what is done can be undone.
  const mayChange =
    wasFinished || sms.state === 'failed' || clientChanges !== null || unconfirmedChanges !== null;
  const repair = useFreshRepair(taken, mayChange);
  const isDone = wasFinished && repair.collectedAt !== null;
  // The first of a visit has none.
  const isLater = taken.visitId !== null && taken.visitId !== taken.repairId;
  const { siblings = [] } = useRepair(isLater ? taken.ticketNumber : null).data ?? {};
  const upload = usePhotoUploads().find(
    ({ ticketNumber, kind }) => ticketNumber === repair.ticketNumber && kind === 'initial',
  );
  const { entries } = useOutbox();
  const waitingPhoto = entries.find(({ repairId }) => repairId === repair.repairId);

  return (
    <TakenInScreen
      id="created-heading"
      heading={isDone ? 'Done while waiting' : wasFinished ? 'Undone' : 'Repair created'}
      icon={<CircleCheck aria-hidden="true" size={18} className="shrink-0 text-good" />}
      number={<p className={numberClasses}>{repair.ticketNumber}</p>}
      repair={repair}
      print={
        <>
          {isDone ? (
            <PrintReceipt ticketNumber={repair.ticketNumber} />
          ) : (
            <PrintButton repair={repair} variant="primary" autoFocus />
          )}
          {siblings.length > 0 && <PrintVisit repair={repair} siblings={siblings} />}
        </>
      }
      onNext={onNext}
      onAnother={() => onAnother(repair)}
      next={!wasFinished && <NextSteps repair={repair} />}
    >
      {wasFinished ? (
        <DoneOutcome repair={repair} />
      ) : (
        <SmsOutcome repair={repair} taken={taken} sms={sms} />
      )}
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
    </TakenInScreen>
  );
}

/** What a text's state means for a user waiting for the outcome; null while it is still open. */
function settledResult({ state, advice }: Message): SmsResult | null {
  switch (state) {
    case 'sending':
    case 'unknown':
      return null;
    case 'failed':
    case 'undelivered':
      return { state: 'failed', detail: advice };
    default:
      return { state: 'sent', detail: null };
  }
}

function useSmsResult(ticketNumber: string, first: SmsResult): SmsResult {
  const isOpen = first.state === 'sending' || first.state === 'unknown';
  const { data } = useQuery({
    ...messagesQuery(ticketNumber),
    enabled: isOpen,
    refetchInterval: pollEveryMs,
  });
  if (!isOpen) return first;
  const text = data?.items.find(({ kind }) => kind === 'created');
  return (text && settledResult(text)) ?? first;
}

function SmsOutcome({
  repair,
  taken,
  sms,
}: {
  repair: Repair;
  /** As it was taken in: the number may have been corrected since. */
  taken: Repair;
  sms: SmsResult;
}) {
  const [later, setLater] = useState<SmsResult>();
  const first = useSmsResult(repair.ticketNumber, later ?? sms);
  // It may have been sent from the ticket, too.
  const { state, detail } =
    first.state === 'failed' && repair.smsSent ? ({ state: 'sent', detail: null } as const) : first;
  const withheld = useWithheld(repair);
  const { data: shop } = useQuery(shopQuery);
  switch (state) {
    case 'sent':
      return (
        <p className="flex items-start gap-2 text-sm">
          <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-good" />
          {shop?.textsAreSimulated
            ? 'The text was sent to the simulated phone.'
            : 'The text to the customer was sent.'}
        </p>
      );
    case 'sending':
      return (
        <p role="status" className="flex items-start gap-2 text-ink-muted text-sm">
          <Clock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          The text to the customer is still on its way. The ticket will show how it went.
        </p>
      );
    case 'withheld':
      return (
        <p className="flex items-start gap-2 text-ink-muted text-sm">
          <BellOff aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          Not texted: {detail}
        </p>
      );
    case 'unknown':
      return <Banner tone="warning">{detail}</Banner>;
    case 'failed':
      if (
        isAboutNumber(detail) &&
        repair.customerPhone !== taken.customerPhone &&
        textObstacle(repair, [], withheld) === undefined
      ) {
        return (
          <div>
            <DropOffTextButton repair={repair} onSent={setLater} />
          </div>
        );
      }
      return (
        <Banner
          tone="warning"
          title="The customer was not texted."
          action={
            isAboutNumber(detail) && (
              <EditClientButton
                clientId={repair.clientId}
                phoneFault={untextableWords(repair.customerPhone) ?? detail ?? ''}
              >
                Correct the number
              </EditClientButton>
            )
          }
        >
          {isAboutNumber(detail)
            ? `Can’t text ${formatPhone(repair.customerPhone)}. ${detail}`
            : detail}
        </Banner>
      );
  }
}

/**
 * After a repair was taken in without the server: its provisional number, and the ticket's own as
 * soon as there is one.
 */
export function RepairKept({
  intake,
  onNext,
  onAnother,
}: {
  intake: Intake;
  onNext: () => void;
  onAnother: () => void;
}) {
  const { repair } = intake;
  const { repairId } = repair;
  const { entries, receipts } = useOutbox();
  const found = receipts.find((each) => each.repairId === repairId);
  // Printing the ticket removes the receipt, but the repair stays delivered.
  const [known, setKnown] = useState(found);
  if (found !== undefined && found !== known) setKnown(found);
  const receipt = found ?? known;
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
      heading={receipt ? 'Repair synced' : 'Saved in this browser only'}
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
          <PrintDelivered receipt={receipt} variant="primary" />
        ) : (
          <>
            <PrintButton
              repair={waitingTicket(repair, takenInAt)}
              onPrinted={notePrinted}
              variant="primary"
              autoFocus
            />
            <PrintWaiting visitId={repair.visitId} />
          </>
        )
      }
      onNext={onNext}
      onAnother={onAnother}
    >
      {receipt && (
        <Delivered
          receipt={receipt}
          wasPrinted={found !== undefined && (wasPrinted || found.isPrinted)}
        />
      )}
      {entry && <EntryState entry={entry} />}
      {entry?.refusal && (
        <div className="flex flex-wrap gap-2">
          <OutboxActions entry={entry} titleId="kept-heading" />
        </div>
      )}
      {!receipt && entry?.refusal === null && (
        <p className="text-ink-muted text-sm">
          It will be sent automatically{intake.photo !== null && ', with its photo,'} when the
          shop’s server is back; then the ticket gets its number and the customer gets the text.
          Until then, no one else in the shop can see it.
        </p>
      )}
    </TakenInScreen>
  );
}

/** Prints all of a visit that wait here; nothing if there is only one. */
function PrintWaiting({ visitId }: { visitId: string | null }) {
  const waiting = useOutbox().entries.filter(
    ({ repair, ticketNumber }) =>
      visitId !== null && repair.visitId === visitId && ticketNumber === null,
  );
  if (waiting.length < 2) return null;
  return (
    <PrintAllButton
      count={waiting.length}
      load={async () => waiting.map(({ repair, takenInAt }) => waitingTicket(repair, takenInAt))}
      onPrinted={() => {
        for (const { repairId } of waiting)
          void outbox.notePrinted(repairId).catch(() => undefined);
      }}
    />
  );
}

function Delivered({ receipt, wasPrinted }: { receipt: DeliveryReceipt; wasPrinted: boolean }) {
  const { repairId, ticketNumber } = receipt;
  const others = useVisitReceipts(receipt).filter((each) => each.repairId !== repairId);
  const isPrinted = wasPrinted || others.some((each) => each.isPrinted);
  return (
    <>
      <Banner tone={isPrinted ? 'warning' : 'info'}>
        {[...others, receipt].map((each) => (
          <p key={each.repairId}>
            {provisionalNumber(each.repairId)} is now {each.ticketNumber}.
          </p>
        ))}
        {isPrinted &&
          (others.length > 0
            ? 'Reprint these tickets and throw the provisional ones away.'
            : 'Reprint this ticket and throw the provisional one away.')}
      </Banner>
      <DeliveryNotes receipt={receipt} />
      <p className="text-sm">
        <TicketLink ticketNumber={ticketNumber}>Open the ticket</TicketLink>
      </p>
    </>
  );
}
