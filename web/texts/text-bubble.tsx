import type { ReactNode } from 'react';
import type { Message } from '../../domain/api-answers.ts';
import { classNames } from '../ui/class-names.ts';
import { DayTime } from '../ui/date-time.tsx';
import { TextState } from './text-state.tsx';
import { textKindWords, textMeaningWords } from './text-words.ts';

/**
 * One text, as it looks on a phone: the shop's on one side, the customer's on the other.
 *
 * @param own whose phone it is: the texts of this side stand on the right
 * @param children what can be done about it
 */
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
  const meaning = textMeaningWords(message.meaning);
  return (
    <li
      data-text={message.id}
      className={classNames('flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}
    >
      <p
        dir="auto"
        className={classNames(
          'max-w-[min(85%,24rem)] whitespace-pre-line break-words rounded px-3 py-2',
          isFromShop ? 'bg-sunken text-ink' : 'bg-accent-soft text-ink',
        )}
      >
        <span className="sr-only">{isFromShop ? 'Shop: ' : 'Customer: '}</span>
        {message.body || <em className="text-ink-muted">The words were deleted.</em>}
      </p>
      <p
        className={classNames(
          'max-w-[min(85%,24rem)] text-ink-muted text-xs',
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
        {meaning && `${meaning} · `}
        <DayTime iso={message.createdAt} />
      </p>
      {message.advice && (
        <p
          className={classNames(
            'max-w-[min(85%,24rem)] text-danger-ink text-sm',
            isOwn && 'text-right',
          )}
        >
          {message.advice}
        </p>
      )}
      {children}
    </li>
  );
}
