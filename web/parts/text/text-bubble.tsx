import Check from 'lucide/check';
import CheckCheck from 'lucide/check-check';
import CircleQuestionMark from 'lucide/circle-question-mark';
import CircleX from 'lucide/circle-x';
import Clock from 'lucide/clock';
import MessageSquare from 'lucide/message-square';
import Send from 'lucide/send';
import type { ReactNode } from 'react';
import type { Message } from '../../../domain/api-answers.ts';
import type { MessageState } from '../../../domain/text-kinds.ts';
import { classNames, type Icon } from '../../ui/classes.ts';
import { DayTime } from '../time/date-time.tsx';
import { TextPictures } from './text-pictures.tsx';
import { textKindWords, textMeaningWords, textStateWords } from './text-words.ts';
import { sharersWords } from './whose-text.ts';

const looks: Record<MessageState, { icon: Icon; classes: string }> = {
  held: { icon: Clock, classes: 'text-ink-muted' },
  sending: { icon: Clock, classes: 'text-ink-muted' },
  unknown: { icon: CircleQuestionMark, classes: 'font-medium text-soon' },
  accepted: { icon: Send, classes: 'text-ink-muted' },
  sent: { icon: Check, classes: 'text-accent' },
  delivered: { icon: CheckCheck, classes: 'text-good' },
  undelivered: { icon: CircleX, classes: 'font-medium text-late' },
  failed: { icon: CircleX, classes: 'font-medium text-late' },
  received: { icon: MessageSquare, classes: 'text-ink-muted' },
};

function TextState({ state }: { state: MessageState }) {
  const { icon: IconPart, classes } = looks[state];
  return (
    <span className={classNames('whitespace-nowrap', classes)}>
      <IconPart aria-hidden="true" size={12} className="mr-1 inline align-[-1px]" />
      {textStateWords[state]}
    </span>
  );
}

/** @param own whose phone it is: the texts of this side are on the right */
export function TextBubble({
  message,
  own,
  children,
}: {
  message: Message;
  own: 'shop' | 'customer';
  children?: ReactNode;
}) {
  const isFromShop = message.direction === 'outbound';
  const isOwn = isFromShop === (own === 'shop');
  const { pictures } = message;
  // A photo says it all.
  const isWordless = pictures !== undefined && message.body === '';
  const meaning = isWordless ? null : textMeaningWords(message.meaning);
  // The person with the phone knows who they are.
  const sharers = own === 'shop' ? sharersWords(message) : null;
  return (
    <li
      data-text={message.id}
      className={classNames('flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}
    >
      {!isWordless && (
        <p
          dir="auto"
          className={classNames(
            'max-w-[min(85%,24rem)] whitespace-pre-line break-words rounded px-3 py-2',
            isFromShop ? 'bg-sunken text-ink' : 'bg-accent-soft text-ink',
          )}
        >
          <span className="sr-only">{isFromShop ? 'Shop: ' : 'Customer: '}</span>
          {message.body || <em className="text-ink-muted">Message deleted</em>}
        </p>
      )}
      {pictures && (
        <div
          className={classNames(
            'flex w-full max-w-[min(85%,24rem)] flex-col gap-1.5',
            isOwn && 'items-end',
          )}
        >
          {isWordless && <span className="sr-only">Customer: </span>}
          <TextPictures message={message} isOwn={own === 'customer'} />
        </div>
      )}
      <p
        className={classNames(
          'max-w-[min(85%,24rem)] text-ink-muted text-sm',
          isOwn && 'text-right',
        )}
      >
        {isFromShop && (
          <>
            {textKindWords(message.kind)}
            {' · '}
            <TextState state={message.state} />
            {' · '}
          </>
        )}
        {sharers && `From ${sharers} · `}
        {meaning && `${meaning} · `}
        <DayTime iso={message.createdAt} />
      </p>
      {message.advice && (
        <p
          className={classNames('max-w-[min(85%,24rem)] text-late text-sm', isOwn && 'text-right')}
        >
          {message.advice}
        </p>
      )}
      {children}
    </li>
  );
}
