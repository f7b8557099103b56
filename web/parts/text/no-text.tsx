import type { Repair } from '../../../domain/api-answers.ts';
import { formatPhone, phoneLink } from '../../../domain/phone.ts';
import { Banner } from '../../ui/banner.tsx';
import { contactClasses } from '../../ui/classes.ts';
import { EditClientButton } from '../client/edit-client-button.tsx';

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
          Can’t text this customer: there is no phone number. Reach <bdi>{customerName}</bdi>{' '}
          another way.
        </>
      ) : (
        <>
          Can’t text <PhoneToDial phone={customerPhone} />. Call <bdi>{customerName}</bdi>.
        </>
      )}
    </Banner>
  );
}

/** On the ticket, for as long as it is true. */
export function NotTextedNotice({
  repair: { clientId, customerName, customerPhone },
  reason,
}: {
  repair: Customer;
  reason: string | undefined;
}) {
  return (
    <Banner
      tone="warning"
      title="The customer was not texted."
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
