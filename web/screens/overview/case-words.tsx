import CalendarClock from 'lucide/calendar-clock';
import CircleCheck from 'lucide/circle-check';
import CircleQuestionMark from 'lucide/circle-question-mark';
import CircleX from 'lucide/circle-x';
import MessageSquareWarning from 'lucide/message-square-warning';
import PhoneCall from 'lucide/phone-call';
import Undo2 from 'lucide/undo-2';
import { Fragment, type ReactNode } from 'react';
import type { AttentionCase } from '../../../domain/api-texts.ts';
import type { CaseReason } from '../../../domain/attention.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { formatPrice } from '../../../domain/money.ts';
import { PromiseMark } from '../../parts/repair/promise.tsx';
import { whoseCase } from '../../parts/text/whose-text.ts';
import { TimeAgo } from '../../parts/time/date-time.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { classNames, type Icon } from '../../ui/classes.ts';

const looks: Record<CaseReason, { icon: Icon; classes: string }> = {
  'not-delivered': { icon: CircleX, classes: 'text-late' },
  unsettled: { icon: CircleQuestionMark, classes: 'text-soon' },
  unclear: { icon: CircleQuestionMark, classes: 'text-soon' },
  'sent-photo': { icon: CircleQuestionMark, classes: 'text-soon' },
  'changed-mind': { icon: MessageSquareWarning, classes: 'text-soon' },
  'moved-on': { icon: PhoneCall, classes: 'text-late' },
  'opted-out': { icon: PhoneCall, classes: 'text-soon' },
  'answered-while-opted-out': { icon: PhoneCall, classes: 'text-soon' },
  expired: { icon: MessageSquareWarning, classes: 'text-soon' },
  'limit-reached': { icon: MessageSquareWarning, classes: 'text-soon' },
  'answered-while-unsettled': { icon: CircleQuestionMark, classes: 'text-soon' },
  'answered-unsent': { icon: PhoneCall, classes: 'text-late' },
  'answered-by-text': { icon: MessageSquareWarning, classes: 'text-soon' },
  accepted: { icon: CircleCheck, classes: 'text-good' },
  declined: { icon: Undo2, classes: 'text-soon' },
  'not-begun': { icon: CalendarClock, classes: 'text-soon' },
  'part-late': { icon: CalendarClock, classes: 'text-soon' },
  'back-late': { icon: CalendarClock, classes: 'text-soon' },
  quiet: { icon: CalendarClock, classes: 'text-soon' },
};

export const notInDirectory = 'Not in the directory';

export const isNamed = ({ customerName, message }: AttentionCase) =>
  customerName !== null || message?.sharedBy !== undefined;

/** What it is and whose, in few enough words to read in passing. */
function caseTitle(one: AttentionCase, today: string) {
  const { reason, estimate } = one;
  const who = whoseCase(one);
  if (reason === 'unclear') return `Question from ${who}`;
  if (reason === 'sent-photo') return `Photo from ${who}`;
  if (reason !== 'accepted' && reason !== 'declined') return happened(one, today);
  return `${who} ${reason}${estimate === null ? '' : ` ${formatPrice(estimate.estimatePrice)}`}`;
}

export function happened(
  { reason, happened, expectedOn, part, sending }: AttentionCase,
  today: string,
) {
  if (reason === 'not-begun' && expectedOn !== null) {
    return `Due ${dateText(expectedOn, today)}: not started`;
  }
  if (expectedOn !== null && part?.expectedOn != null) {
    return `Due ${dateText(expectedOn, today)}: part expected ${dateText(part.expectedOn, today)}`;
  }
  if (sending?.expectedOn != null) {
    const back = dateText(sending.expectedOn, today);
    const isPromiseBroken = expectedOn !== null && sending.expectedOn > expectedOn;
    if (!isPromiseBroken) return `Expected back ${back}`;
    return `Due ${dateText(expectedOn, today)}: expected back ${back}`;
  }
  return happened;
}

export function CaseIcon({ reason }: Pick<AttentionCase, 'reason'>) {
  const { icon: IconPart, classes } = looks[reason];
  return (
    <IconPart
      aria-hidden="true"
      size={16}
      className={classNames('row-span-2 shrink-0 max-sm:row-span-3', classes)}
    />
  );
}

export function CaseTitle({ one }: { one: AttentionCase }) {
  return caseTitle(one, useToday());
}

export const joined = (parts: Record<string, ReactNode>) =>
  Object.entries(parts)
    .filter(([, words]) => words)
    .map(([name, words], at) => (
      <Fragment key={name}>
        {at > 0 && ' · '}
        {words}
      </Fragment>
    ));

export function partWords({ part, sending }: AttentionCase) {
  if (sending !== null) {
    return (
      <>
        {sending.sentOn === null ? 'To be sent to ' : 'Out at '}
        <bdi>{sending.sentTo}</bdi>
      </>
    );
  }
  if (part === null) return null;
  return (
    <>
      <bdi>{part.description}</bdi>
      {part.supplier !== null && (
        <>
          {' from '}
          <bdi>{part.supplier}</bdi>
        </>
      )}
    </>
  );
}

export const quoted = (words: string) => (
  <bdi>{words === '' ? <em>Empty message</em> : `“${words}”`}</bdi>
);

/** Whose it is if the title doesn't say, the customer's words, how long it has waited. */
export function CaseWords({ one }: { one: AttentionCase }) {
  const { estimate } = one;
  const words = one.message?.body ?? estimate?.customerReply ?? null;
  const said = one.reason === 'sent-photo' ? null : words;
  const isInTitle = one.reason === 'unclear' || one.reason === 'sent-photo';
  const who = isNamed(one) ? !isInTitle && whoseCase(one) : notInDirectory;
  const about = estimate === null ? who : `${estimate.watchBrand} ${estimate.watchModel}`;
  return joined({
    about: about && <bdi>{about}</bdi>,
    part: partWords(one),
    said: said !== null && quoted(said),
    time: <CaseTime one={one} />,
  });
}

/** How long it has waited; for a promise, how late it is: the title has the date. */
export function CaseTime({ one }: { one: AttentionCase }) {
  const isDated = one.reason === 'not-begun' || one.part !== null || one.sending !== null;
  if (!isDated || one.expectedOn === null) return <TimeAgo iso={one.at} />;
  return <PromiseMark repair={{ expectedOn: one.expectedOn, status: one.status ?? '' }} isInLine />;
}
