import type { AttentionCase } from '../../../domain/api-texts.ts';
import { formatPrice } from '../../../domain/money.ts';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { happened, isNamed, joined, notInDirectory, partWords, quoted } from './case-words.tsx';

/** The customer's words and, if there is room, what to do. The shop's own text is shown only with the whole case. */
export function CaseDetails({ one, isWhole }: { one: AttentionCase; isWhole: boolean }) {
  const { message, estimate, reason } = one;
  const words = message?.body ?? estimate?.customerReply ?? null;
  const isOwn = message?.direction === 'outbound';
  const said = reason === 'sent-photo' || (isOwn && !isWhole) ? null : words;
  const parts = {
    about: !isNamed(one) && notInDirectory,
    part: partWords(one),
    said: said !== null && quoted(said),
  };
  const isFirst = Object.values(parts).every((words) => !words);
  return (
    <>
      {joined(parts)}
      <span className={isWhole ? undefined : 'max-sm:hidden'}>
        {!isFirst && ' · '}
        {one.advice}
      </span>
    </>
  );
}

/** What happened, with the watch for an answer; the customer is shown beside it. */
export function CaseHeading({ one }: { one: AttentionCase }) {
  const today = useToday();
  const { reason, estimate } = one;
  if (reason === 'unclear') return 'Question';
  if (reason === 'sent-photo') return 'Photo';
  if (reason !== 'accepted' && reason !== 'declined') return happened(one, today);
  const answer = reason === 'accepted' ? 'Accepted' : 'Declined';
  if (estimate === null) return answer;
  return (
    <>
      {answer} {formatPrice(estimate.estimatePrice)} ·{' '}
      <bdi>{`${estimate.watchBrand} ${estimate.watchModel}`}</bdi>
    </>
  );
}
