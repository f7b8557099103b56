import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import type { ClosedDay, Money } from '../../../domain/api-money.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import {
  cashExpected,
  closedWords,
  closeRefusal,
  closingQuestion,
  differenceText,
  readCount,
  type Span,
  writeSpan,
} from '../../../domain/day-money.ts';
import { lengthFault, limits } from '../../../domain/field-list.ts';
import { dollarsFromCents, formatPrice } from '../../../domain/money.ts';
import { afterClosing, expectedCash } from '../../../domain/money-paper.ts';
import { useAddress } from '../../data/address.ts';
import { call, isUnsure } from '../../data/call.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { Link } from '../../data/location.tsx';
import { newId } from '../../data/new-id.ts';
import { useAwayReason } from '../../data/outage.ts';
import { queryClient, settingsQuery } from '../../data/queries.ts';
import { toasts } from '../../data/toasts.ts';
import { usePagedList } from '../../parts/list/paged-list.ts';
import { Price } from '../../parts/money/price.tsx';
import { DateTime } from '../../parts/time/date-time.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { type Problem, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { classNames, contactClasses, wordAtEndClasses } from '../../ui/classes.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { MoneyField, TextField } from '../../ui/text-field.tsx';
import { closedDaysQuery } from './money-queries.ts';

/** Beside the payments: the cash of the day shown, and the closed days. */
export function CashDrawer({ money, span }: { money: Money | undefined; span: Span }) {
  const isDay = span.from === span.to;
  return (
    <aside
      aria-label="Cash"
      className="flex min-w-0 max-w-md flex-col gap-8 @5xl:border-l @5xl:pl-8"
    >
      {isDay && money !== undefined && <OneDay money={money} />}
      <ClosedDays />
    </aside>
  );
}

/** A failed try to close the day. */
interface Refusal {
  error: Error;
  closingId: string;
  counted: number;
}

/** If no answer came, the day may be closed all the same: the id of its closing tells whose it was. */
function refusalWords(refusal: Refusal | null, closed: ClosedDay | undefined): Problem | null {
  if (refusal === null) return null;
  const { error, closingId, counted } = refusal;
  if (closingId === closed?.id) {
    // Closed by a try whose answer was lost, and counted again since.
    return counted === closed.counted
      ? null
      : {
          title: 'Closed with your earlier count',
          detail: `Your first try did close the day, with ${formatPrice(closed.counted)} counted. ${formatPrice(counted)} was not recorded.`,
        };
  }
  if (!isUnsure(error)) return failureOf(error, 'Not closed');
  if (closed !== undefined) return { title: 'Not closed', detail: closedWords(closed, counted) };
  return {
    title: 'We can’t tell whether the day was closed',
    detail: `${error.message} Closing it again is safe: a day is closed only once.`,
  };
}

function OneDay({ money }: { money: Money }) {
  const today = useToday();
  const { from: date } = money;
  const [closed] = money.closedDays;
  const settings = useQuery(settingsQuery);
  /** Stays when the form disappears because a colleague closed the day first. */
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  if (closeRefusal(date, today) !== null) return null;
  return (
    <div className="flex flex-col gap-4">
      <div role="alert" className="empty:hidden">
        <ProblemBanner problem={refusalWords(refusal, closed)} />
      </div>
      {closed ? (
        <Closed day={closed} money={money} />
      ) : (
        <Loaded query={settings} what="the cash float" skeleton={<Skeleton className="h-64" />}>
          {({ settings: { cashFloat } }) => (
            <CloseForm money={money} float={cashFloat} onRefused={setRefusal} />
          )}
        </Loaded>
      )}
    </div>
  );
}

function Line({
  label,
  dollars,
  strong = false,
}: {
  label: string;
  dollars: number;
  strong?: boolean;
}) {
  return (
    <div className={classNames('flex justify-between gap-4', strong && 'font-semibold')}>
      <dt>{label}</dt>
      <dd>
        <Price dollars={dollars + 0} />
      </dd>
    </div>
  );
}

/** Only what is missing is an alarm. */
const differenceInk = (dollars: number, exact: string) =>
  dollars === 0 ? exact : dollars < 0 ? 'text-late' : 'text-soon';

function Difference({ dollars }: { dollars: number }) {
  return (
    <p className={classNames('font-medium', differenceInk(dollars, 'text-good'))}>
      {dollars === 0 ? 'Exact' : capital(differenceText(dollars))}
    </p>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const inCents = (dollars: number) => Math.round(dollars * 100);

function CloseForm({
  money,
  float,
  onRefused,
}: {
  money: Money;
  /** In dollars. */
  float: number;
  onRefused: (refusal: Refusal | null) => void;
}) {
  const { from: date } = money;
  const today = useToday();
  const countField = useRef<HTMLInputElement>(null);
  const noteField = useRef<HTMLInputElement>(null);
  /** The same for every try, so that the day is closed once. */
  const [closingId] = useState(newId);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  /** The count that is asked about, because it differs from what is expected. In dollars. */
  const [asked, setAsked] = useState<number | null>(null);
  const awayReason = useAwayReason();
  const { cashIn, cashOut } = money;
  const seenCents = cashExpected(inCents(float), {
    cashIn: inCents(cashIn),
    cashOut: inCents(cashOut),
  });
  const count = readCount(typed);
  const differenceOf = (counted: number) => dollarsFromCents(inCents(counted) - seenCents);
  const noteFault = lengthFault('Note', note, limits.closingNote);
  const closing = useMutation({
    mutationFn: (counted: number) =>
      call('closeDay', {
        body: {
          closingId,
          date,
          float,
          counted,
          note: note.trim() || null,
          seenCash: dollarsFromCents(seenCents),
        },
      }),
    onSuccess: ({ closedDay }) =>
      toasts.show({
        kind: 'success',
        title: `Closed ${dateText(closedDay.date, today)}`,
        detail: capital(differenceText(closedDay.difference)),
      }),
    onMutate: () => onRefused(null),
    onError: (error, counted) => onRefused({ error, closingId, counted }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['money'] }),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (closing.isPending) return;
    setIsJudged(true);
    if ('message' in count) return countField.current?.focus();
    if (noteFault !== undefined) return noteField.current?.focus();
    if (differenceOf(count.dollars) === 0) closing.mutate(count.dollars);
    else setAsked(count.dollars);
  }

  return (
    <Section title="Close the day" level={3}>
      <p className="-mt-2 text-ink-muted text-sm">{dateText(date, today)} · cash in the drawer</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <dl className="flex flex-col gap-1">
          <Line label="Float" dollars={float} />
          <Line label="Cash in" dollars={cashIn} />
          <Line label="Cash out" dollars={-cashOut} />
          <Line label="Expected" dollars={dollarsFromCents(seenCents)} strong />
        </dl>
        <MoneyField
          ref={countField}
          label="Counted cash"
          value={typed}
          maxLength={20}
          onChange={({ target }) => setTyped(target.value)}
          error={isJudged && 'message' in count ? count.message : undefined}
        />
        <div role="status" className="-mt-2 empty:hidden">
          {'dollars' in count && <Difference dollars={differenceOf(count.dollars)} />}
        </div>
        <TextField
          ref={noteField}
          label="Note"
          optional
          autoComplete="off"
          value={note}
          onChange={({ target }) => setNote(target.value)}
          error={noteFault}
        />
        <Button
          type="submit"
          variant="primary"
          block
          pending={closing.isPending}
          disabledReason={awayReason}
        >
          Close {dateText(date, today)}
        </Button>
        <p className="text-ink-muted text-sm">
          Payments taken later that day show as “after closing”.
        </p>
      </form>
      <ConfirmDialog
        open={asked !== null}
        title={asked === null ? '' : closingQuestion(dateText(date, today), differenceOf(asked))}
        description="A closed day can’t be changed."
        confirmLabel="Close the day"
        cancelLabel="Count again"
        tone="primary"
        focus="confirm"
        onConfirm={() => {
          if (asked !== null) closing.mutate(asked);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </Section>
  );
}

/** A day as it was closed, with what came later. */
function Closed({ day, money }: { day: ClosedDay; money: Money }) {
  const today = useToday();
  const later = afterClosing(money, day);
  return (
    <Section title={`Closed ${dateText(day.date, today)}`} level={3}>
      <p className="-mt-2 text-ink-muted text-sm">
        <DateTime iso={day.closedAt} show="dayTime" />
        {day.initials !== null && (
          <>
            {' · '}
            <bdi>{day.initials}</bdi>
          </>
        )}
      </p>
      <dl className="flex flex-col gap-1">
        <Line label="Total" dollars={day.total} />
        <Line label="Float" dollars={day.float} />
        <Line label="Cash in" dollars={day.cashIn} />
        <Line label="Cash out" dollars={-day.cashOut} />
        <Line label="Expected" dollars={expectedCash(day)} strong />
        <Line label="Counted" dollars={day.counted} strong />
      </dl>
      <Difference dollars={day.difference} />
      {day.note !== null && (
        <p dir="auto" className="break-words text-left text-ink-muted">
          {day.note}
        </p>
      )}
      {later !== 0 && (
        <p className="text-soon">
          Since then: <Price dollars={later} />, not included above.
        </p>
      )}
    </Section>
  );
}

/** This many are shown before all are asked for. */
const fewDays = 5;

function ClosedDays() {
  const { items, query } = usePagedList(closedDaysQuery);
  const [showsAll, setShowsAll] = useState(false);
  const { href } = useAddress();
  const today = useToday();
  if (items.length === 0) return null;
  return (
    <Section
      title="Closed days"
      level={3}
      action={
        items.length > fewDays && (
          // Ends where the amounts below it end.
          <span className={wordAtEndClasses}>
            <Button variant="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              All
            </Button>
          </span>
        )
      }
    >
      <ul className="flex flex-col">
        {(showsAll ? items : items.slice(0, fewDays)).map(({ id, date, difference, total }) => (
          <li key={id} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-4">
            <Link
              to={href({ span: writeSpan('day', { from: date, to: date }, today) })}
              className={`${contactClasses} whitespace-nowrap`}
            >
              {dateText(date, today)}
            </Link>
            <span
              className={classNames(
                'text-right text-sm',
                differenceInk(difference, 'text-ink-muted'),
              )}
            >
              {differenceText(difference)}
            </span>
            <span className="min-w-20 text-right">
              <Price dollars={total} />
            </span>
          </li>
        ))}
      </ul>
      {showsAll && query.hasNextPage && (
        <Button
          variant="quiet"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Earlier days
        </Button>
      )}
    </Section>
  );
}
