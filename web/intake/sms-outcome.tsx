import { useQuery } from '@tanstack/react-query';
import Check from 'lucide/check';
import Clock from 'lucide/clock';
import type { Message, Repair, SmsResult } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { isAboutNumber } from '../../domain/text-delivery.ts';
import { EditClientButton } from '../clients/edit-client-button.tsx';
import { messagesQuery, pollEveryMs, shopQuery } from '../data/queries.ts';
import { Banner } from '../ui/banner.tsx';

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
export function SmsOutcome({ repair, sms }: { repair: Repair; sms: SmsResult }) {
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
