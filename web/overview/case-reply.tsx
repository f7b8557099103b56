import type { Message } from '../../domain/api-answers.ts';
import { call } from '../data/call.ts';
import { TextComposer } from '../texts/text-composer.tsx';

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
