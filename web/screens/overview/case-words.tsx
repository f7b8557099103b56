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
  quiet: { icon: CalendarClock, classes: 'text-soon' },
};

const notInDirectory = 'Not in the directory';

const isNamed = ({ customerName, message }: AttentionCase) =>
  customerName !== null || message?.sharedBy !== undefined;

/** What it is and whose, in few enough words to read in passing. */
function caseTitle(one: AttentionCase, today: string, isBesideName: boolean) {
  const { reason, happened, estimate, expectedOn, part } = one;
  const who = whoseCase(one);
  if (reason === 'unclear') return isBesideName ? 'Question' : `Question from ${who}`;
  if (reason === 'sent-photo') return isBesideName ? 'Photo' : `Photo from ${who}`;
  if (reason === 'not-begun' && expectedOn !== null) {
    return `Due ${dateText(expectedOn, today)}: not started`;
  }
  if (expectedOn !== null && part?.expectedOn != null) {
    return `Due ${dateText(expectedOn, today)}: part expected ${dateText(part.expectedOn, today)}`;
  }
  if (reason !== 'accepted' && reason !== 'declined') return happened;
  const price = estimate === null ? '' : ` ${formatPrice(estimate.estimatePrice)}`;
  if (!isBesideName) return `${who} ${reason}${price}`;
  return `${reason === 'accepted' ? 'Accepted' : 'Declined'}${price}`;
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

/** With the watch of an answer where the name is beside it. */
export function CaseTitle({
  one,
  isBesideName = false,
}: {
  one: AttentionCase;
  isBesideName?: boolean;
}) {
  const title = caseTitle(one, useToday(), isBesideName);
  const { estimate } = one;
  if (!isBesideName || estimate === null) return title;
  return (
    <>
      {title} · <bdi>{`${estimate.watchBrand} ${estimate.watchModel}`}</bdi>
    </>
  );
}

const joined = (parts: Record<string, ReactNode>) =>
  Object.entries(parts)
    .filter(([, words]) => words)
    .map(([name, words], at) => (
      <Fragment key={name}>
        {at > 0 && ' · '}
        {words}
      </Fragment>
    ));

function partWords({ part }: AttentionCase) {
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

const quoted = (words: string) => <bdi>{words === '' ? <em>Empty message</em> : `“${words}”`}</bdi>;

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

/** The customer's words and, where there is room, what to do. Our own text is read by asking for all of it. */
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

/** How long it has waited; for a promise, how late it is: the title has the date. */
export function CaseTime({ one }: { one: AttentionCase }) {
  if (one.reason !== 'not-begun' && one.reason !== 'part-late') return <TimeAgo iso={one.at} />;
  return <PromiseMark repair={{ expectedOn: one.expectedOn, status: one.status ?? '' }} isInLine />;
}
