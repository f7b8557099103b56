import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Message } from '../../domain/api-answers.ts';
import { call } from '../data/call.ts';
import { repairQuery } from '../data/queries.ts';
import { TextActions } from '../texts/text-actions.tsx';
import { TextComposer } from '../texts/text-composer.tsx';
import { Price } from '../ui/text.tsx';

/** An answer to a customer's text, on the phone that it came from; it takes the case off the list. */
export function CaseReply({
  message,
  name,
  onAnswering,
}: {
  message: Message;
  name: string;
  onAnswering: (isAnswering: boolean) => void;
}) {
  return (
    <TextComposer
      isCompact
      onUnfold={onAnswering}
      label={`Reply to ${name}`}
      to={{ phone: message.phone, optedOutAt: null }}
      messages={[message]}
      send={(body) => call('POST /api/messages/{id}/reply', { params: { id: message.id }, body })}
    />
  );
}

/** What can be done about a text depends on how its ticket stands now. */
export function CaseTextActions({
  message,
  ticketNumber,
}: {
  message: Message;
  ticketNumber: string;
}): ReactNode {
  const mayBeActed = message.canResend || message.direction === 'inbound';
  const { data } = useQuery({ ...repairQuery(ticketNumber), enabled: mayBeActed });
  if (data === undefined) return null;
  const { repair } = data;
  const { status, estimatePrice } = repair;
  return (
    <>
      {status === 'estimate-sent' && estimatePrice !== null && (
        <p className="self-center text-sm max-sm:order-first max-sm:basis-full">
          Open estimate: <Price dollars={estimatePrice} /> for{' '}
          <bdi>
            {repair.watchBrand} {repair.watchModel}
          </bdi>
        </p>
      )}
      <TextActions message={message} repair={repair} />
    </>
  );
}
