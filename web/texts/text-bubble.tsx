import type { Message } from '../../domain/api-answers.ts';
import { classNames } from '../ui/class-names.ts';
import { DayTime } from '../ui/date-time.tsx';
import { needsAttention, textKindWords, textMeaningWords, textStateWords } from './text-words.ts';

/**
 * One text, as it looks on a phone: the shop's on one side, the customer's on the other.
 *
 * @param own whose phone it is: the texts of this side stand on the right
 */
export function TextBubble({ message, own }: { message: Message; own: 'shop' | 'customer' }) {
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
            <span className={classNames(needsAttention(message) && 'font-medium text-danger-ink')}>
              {textStateWords(message.state)}
            </span>
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
    </li>
  );
}
