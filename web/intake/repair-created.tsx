import { useQuery } from '@tanstack/react-query';
import Check from 'lucide/check';
import CircleCheck from 'lucide/circle-check';
import Clock from 'lucide/clock';
import type { Message, Repair, SmsResult } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { isAboutNumber } from '../../domain/text-delivery.ts';
import { EditClientButton } from '../clients/edit-client-button.tsx';
import { messagesQuery, pollEveryMs, shopQuery } from '../data/queries.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { EntryState } from '../outbox/outbox-item.tsx';
import { PhotoUploadStatus, usePhotoUploads } from '../photos/photo-upload-status.tsx';
import { PrintButton } from '../print/print-button.tsx';
import { useFreshRepair } from '../repairs/ticket-dialog.ts';
import { TicketLink } from '../repairs/ticket-link.tsx';
import { Banner } from '../ui/banner.tsx';
import { ChangedClient, UnchangedClient } from './changed-client.tsx';
import type { Created } from './create-repair.ts';
import { numberClasses, TakenInScreen } from './taken-in-screen.tsx';

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

  return (
    <TakenInScreen
      id="created-heading"
      heading="Repair created"
      icon={<CircleCheck aria-hidden="true" size={18} className="shrink-0 text-good" />}
      number={<p className={numberClasses}>{repair.ticketNumber}</p>}
      repair={repair}
      print={<PrintButton repair={repair} variant="primary" autoFocus />}
      onNext={onNext}
    >
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

/** Follows the text of a new ticket until it is known how it went. */
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

/** How the text to the customer went, in plain words. */
function SmsOutcome({ repair, sms }: { repair: Repair; sms: SmsResult }) {
  const { state, detail } = useSmsResult(repair.ticketNumber, sms);
  const { data: shop } = useQuery(shopQuery);
  switch (state) {
    case 'sent':
      return (
        <p className="flex items-start gap-2 text-sm">
          <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-good" />
          {shop?.textsAreSimulated
            ? 'The SMS was sent to the simulated phone.'
            : 'The SMS to the customer was sent.'}
        </p>
      );
    case 'sending':
      return (
        <p role="status" className="flex items-start gap-2 text-ink-muted text-sm">
          <Clock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          The SMS to the customer is still on its way. The ticket will show how it went.
        </p>
      );
    case 'unknown':
      return <Banner tone="warning">{detail}</Banner>;
    case 'failed':
      return (
        <Banner
          tone="warning"
          title="The customer was not told by SMS."
          action={
            isAboutNumber(detail) && (
              <EditClientButton clientId={repair.clientId}>Correct the number</EditClientButton>
            )
          }
        >
          {isAboutNumber(detail)
            ? `Texts cannot reach ${formatPhone(repair.customerPhone)}. ${detail}`
            : detail}
        </Banner>
      );
  }
}
