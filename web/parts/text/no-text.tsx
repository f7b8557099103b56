import type { Message, Repair, TicketEvent } from '../../../domain/api-answers.ts';
import { formatPhone, phoneKey, phoneLink } from '../../../domain/phone.ts';
import { isAboutNumber } from '../../../domain/text-delivery.ts';
import { Banner } from '../../ui/banner.tsx';
import { contactClasses } from '../../ui/classes.ts';
import { untextableWords } from '../client/client-fields.tsx';
import { EditClientButton } from '../client/edit-client-button.tsx';

const hasFailed = ({ state }: Message) => state === 'failed' || state === 'undelivered';

/**
 * @param messages of the ticket, newest first
 * @returns why no text will reach the customer, as far as is known; nothing where one may
 */
export function textObstacle(
  { customerPhone, optedOutAt }: Pick<Repair, 'customerPhone' | 'optedOutAt'>,
  messages: readonly Message[],
): string | undefined {
  if (customerPhone === '') return 'The customer has no phone number.';
  const fault = untextableWords(customerPhone);
  if (fault !== undefined) return fault;
  if (optedOutAt !== null) return 'The customer replied STOP.';
  const last = messages.find(
    ({ direction, phone }) => direction === 'outbound' && phone === phoneKey(customerPhone),
  );
  return last && hasFailed(last) && isAboutNumber(last.advice) ? (last.advice ?? '') : undefined;
}

/** Whether the ticket was completed here and no text that may have arrived has gone out since. */
export function wasNotTold(
  { status }: Pick<Repair, 'status'>,
  { messages, events }: { messages: readonly Message[]; events: readonly TicketEvent[] },
): boolean {
  const completed = events
    .filter(({ kind }) => kind === 'repair-completed')
    .map(({ at }) => at)
    .sort()
    .at(-1);
  if (status !== 'completed' || completed === undefined) return false;
  return !messages.some(
    (message) =>
      message.direction === 'outbound' && message.createdAt >= completed && !hasFailed(message),
  );
}

type Customer = Pick<Repair, 'clientId' | 'customerName' | 'customerPhone'>;

function EditPhone({ clientId, reason }: { clientId: string; reason: string | undefined }) {
  return (
    <EditClientButton clientId={clientId} phoneFault={reason}>
      Edit client
    </EditClientButton>
  );
}

function PhoneToDial({ phone }: { phone: string }) {
  return (
    <a
      href={phoneLink(phone)}
      className={`${contactClasses} -my-1 whitespace-nowrap pointer-coarse:-my-3`}
    >
      {formatPhone(phone)}
    </a>
  );
}

/** Before something is done that a text should follow. */
export function NoTextNotice({
  repair: { clientId, customerName, customerPhone },
  reason,
  isEditable = false,
}: {
  repair: Customer;
  reason: string;
  isEditable?: boolean;
}) {
  return (
    <Banner tone="warning" action={isEditable && <EditPhone clientId={clientId} reason={reason} />}>
      {customerPhone === '' ? (
        <>
          No text can go out: there is no phone number. Reach <bdi>{customerName}</bdi> another way.
        </>
      ) : (
        <>
          No text can go to <PhoneToDial phone={customerPhone} />. Call <bdi>{customerName}</bdi>.
        </>
      )}
    </Banner>
  );
}

/** On the ticket, for as long as it is true. */
export function NotToldNotice({
  repair: { clientId, customerName, customerPhone },
  reason,
}: {
  repair: Customer;
  reason: string | undefined;
}) {
  return (
    <Banner
      tone="warning"
      title="The customer was not told by text."
      action={<EditPhone clientId={clientId} reason={reason} />}
    >
      Call <bdi>{customerName}</bdi>
      {customerPhone !== '' && (
        <>
          : <PhoneToDial phone={customerPhone} />
        </>
      )}
      .
    </Banner>
  );
}
