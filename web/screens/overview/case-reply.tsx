import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Message } from '../../../domain/api-answers.ts';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import { isolated } from '../../../domain/isolated.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { TextActions } from '../../actions/text/text-actions.tsx';
import { CallProblem, call } from '../../data/call.ts';
import { phoneTextsQuery, repairQuery } from '../../data/queries.ts';
import { Price } from '../../parts/money/price.tsx';
import { begunAnswers } from '../../parts/text/begun-answers.ts';
import { TextComposer } from '../../parts/text/text-composer.tsx';
import { isEmptyDraft, type NewText } from '../../parts/text/text-draft.ts';
import { TextPictures } from '../../parts/text/text-pictures.tsx';
import { Banner } from '../../ui/banner.tsx';
import { classNames } from '../../ui/classes.ts';

/** An answer to a customer's text, sent to the phone that it came from; it takes the case off the list. */
export function CaseReply({
  one,
  message,
  name,
  isGone,
  onAnswering,
}: {
  one: AttentionCase;
  message: Message;
  name: string;
  /** It has left the list, and stays only for the answer that is being written. */
  isGone: boolean;
  onAnswering: (isAnswering: boolean) => void;
}) {
  const [isSending, setIsSending] = useState(false);
  /** The composer says what a colleague has answered. */
  const [wasRefused, setWasRefused] = useState(false);
  const stop = useEffectEvent(() => onAnswering(false));
  useEffect(() => () => stop(), []);

  async function send(body: NewText) {
    setIsSending(true);
    try {
      return await call('replyToText', { params: { id: message.id }, body });
    } catch (error) {
      setWasRefused(error instanceof CallProblem && error.code === 'already-answered');
      throw error;
    } finally {
      setIsSending(false);
    }
  }

  return (
    <>
      <div role="status" className="basis-full empty:hidden">
        {isGone && !isSending && !wasRefused && <Meanwhile message={message} />}
      </div>
      <TextComposer
        isCompact
        onUnfold={onAnswering}
        label={`Reply to ${name}`}
        to={{ phone: message.phone, optedOutAt: null }}
        messages={[message]}
        send={send}
        answers={message.id}
        begun={begunAnswers.draftOf(one)}
        onDraft={(draft) => {
          begunAnswers.keep(one, draft);
          if (isEmptyDraft(draft)) setWasRefused(false);
        }}
        onSent={() => onAnswering(false)}
      />
    </>
  );
}

/** Why a text no longer waits for an answer. */
function Meanwhile({ message }: { message: Message }) {
  const { data } = useQuery(phoneTextsQuery(phoneKey(message.phone)));
  if (data === undefined) return null;
  const since = data.items.filter(({ createdAt }) => createdAt > message.createdAt);
  const answer = since.find(({ kind }) => kind === 'manual');
  const said = since.find(({ direction }) => direction === 'inbound');
  const words = (answer ?? said)?.body;
  if (words === undefined) return <Banner tone="warning">It was handled in the meantime.</Banner>;
  const who = answer ? 'Someone else answered' : 'The customer texted again';
  return (
    <Banner tone="warning" title={`${who} in the meantime`}>
      <p className="break-words">“{isolated(words)}”</p>
    </Banner>
  );
}

/** What the customer sent, to be looked at before it is answered. */
export const CasePictures = ({ message }: { message: Message }) => (
  <TextPictures message={message} isInLine />
);

/** The possible actions on a text depend on its ticket's status. */
export function CaseTextActions({
  message,
  ticketNumber,
  isCompact,
}: {
  message: Message;
  ticketNumber: string;
  /** On a line with other buttons: recording an answer shows only its icon. */
  isCompact: boolean;
}): ReactNode {
  const mayBeActedOn = message.canResend || message.direction === 'inbound';
  const { data } = useQuery({ ...repairQuery(ticketNumber), enabled: mayBeActedOn });
  if (data === undefined) return null;
  const { repair } = data;
  const { status, estimatePrice } = repair;
  return (
    <>
      {status === 'estimate-sent' && estimatePrice !== null && (
        <p
          className={classNames(
            'mr-auto text-sm max-sm:order-first max-sm:basis-full',
            isCompact && 'hidden',
          )}
        >
          Open estimate: <Price dollars={estimatePrice} /> for{' '}
          <bdi>
            {repair.watchBrand} {repair.watchModel}
          </bdi>
        </p>
      )}
      <TextActions message={message} repair={repair} isCompact={isCompact} />
    </>
  );
}
