import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide/chevron-left';
import ChevronRight from 'lucide/chevron-right';
import Download from 'lucide/download';
import Printer from 'lucide/printer';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Money } from '../../../domain/api-money.ts';
import { isCalendarDate } from '../../../domain/calendar-date.ts';
import {
  adjacentSpan,
  methodsShown,
  readSpan,
  type Span,
  type SpanKind,
  spanAround,
  spanEndsEarly,
  spanKindLabels,
  spanKinds,
  spanText,
  writeSpan,
} from '../../../domain/day-money.ts';
import { taxLines } from '../../../domain/money-paper.ts';
import { paymentMethodLabels } from '../../../domain/payments.ts';
import { useAddress } from '../../data/address.ts';
import { CallProblem, callForFile } from '../../data/call.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { useAwayReason } from '../../data/outage.ts';
import { toasts } from '../../data/toasts.ts';
import { Price } from '../../parts/money/price.tsx';
import { layoutOf, usePrinter } from '../../parts/print/print-button.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Segments } from '../../ui/segments.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CashDrawer } from './cash-drawer.tsx';
import { moneyQuery } from './money-queries.ts';
import { MoneyRows } from './money-rows.tsx';

const kinds = spanKinds.map((value) => ({ value, label: spanKindLabels[value] }));

/** The payments of a day, a week, a month or any range of days; and closing a day. */
export function MoneySection() {
  const { span: chosen, set } = useAddress();
  const today = useToday();
  const { kind, from, to } = readSpan(chosen, today);
  const span = { from, to };
  const query = useQuery(moneyQuery(span));
  const place = (next: SpanKind, days: Span) => ({ span: writeSpan(next, days, today) });
  /** The Back button leaves the days at once instead of going through each of them. */
  const move = (days: Span) => set(place(kind, days), { replace: true });

  return (
    <section aria-label="Money" className="@container">
      <div className="grid items-start gap-x-8 gap-y-6 @5xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-3 [&:has(.all-waits)>:last-child]:hidden">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="w-full sm:max-w-72">
              <Segments
                legend="Days"
                segments={kinds}
                value={kind}
                onChange={(next) => {
                  if (next === null || next === kind) return;
                  const holdsToday = from <= today && today <= to;
                  const days = next === 'span' ? span : spanAround(next, holdsToday ? today : from);
                  set(place(next, days));
                }}
              />
            </div>
            {kind !== 'span' && (
              <div className="flex min-w-0 flex-1 items-center gap-1 max-sm:-ml-3">
                <IconButton
                  icon={ChevronLeft}
                  label="Earlier"
                  onClick={() => move(adjacentSpan(kind, span, -1))}
                />
                <h3
                  className="text-balance text-center font-semibold max-sm:text-sm sm:min-w-40"
                  aria-live="polite"
                >
                  {spanText(kind, span, today)}
                </h3>
                <IconButton
                  icon={ChevronRight}
                  label="Later"
                  disabledReason={to >= today ? 'There is nothing after today.' : undefined}
                  onClick={() => move(adjacentSpan(kind, span, 1))}
                />
              </div>
            )}
            {/* Only icons if there is little room, in the row of the days. */}
            <div className="ml-auto flex gap-2 max-xl:gap-0 max-xl:[&_button]:min-w-control max-xl:[&_button]:border-transparent max-xl:[&_button]:bg-transparent max-xl:[&_button]:px-2">
              <CsvButton span={span} />
              {query.data && <PrintMoney money={query.data} title={spanText(kind, span, today)} />}
            </div>
          </div>
          {kind === 'span' && <SpanFields span={span} onChoose={move} />}
          <Loaded
            query={query}
            what="the payments"
            skeleton={<Skeleton className="all-waits h-24" />}
          >
            {(money) => <Sums money={money} />}
          </Loaded>
          <MoneyRows span={span} />
        </div>
        <CashDrawer key={`${from} ${to}`} money={query.data} span={span} />
      </div>
    </section>
  );
}

const areDates = ({ from, to }: Span) => isCalendarDate(from) && isCalendarDate(to);
const endsEarly = (span: Span) => areDates(span) && span.to < span.from;

/** After a pause this long, typing counts as finished. In milliseconds. */
const pauseMs = 700;

/** Both days are typed, and used once they are in order. While a year is being typed, it reads 0002, then 0020. */
function SpanFields({ span, onChoose }: { span: Span; onChoose: (span: Span) => void }) {
  const [draft, setDraft] = useState({ of: span, typed: span, isFinished: true });
  const isOfShown = draft.of.from === span.from && draft.of.to === span.to;
  const { typed, isFinished } = isOfShown ? draft : { typed: span, isFinished: true };
  function finish(days: Span) {
    if (isFinished) return;
    setDraft({ of: span, typed: days, isFinished: true });
    if (areDates(days) && days.from <= days.to) onChoose(days);
  }
  const finishAfterPause = useEffectEvent(finish);
  useEffect(() => {
    if (isFinished) return;
    const timer = setTimeout(() => finishAfterPause(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, isFinished]);
  const fieldOf = (end: keyof Span) => ({
    type: 'date',
    value: typed[end],
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft({ of: span, typed: { ...typed, [end]: target.value }, isFinished: false }),
    onBlur: () => finish(typed),
  });
  return (
    <div className="grid max-w-md grid-cols-2 gap-3">
      <TextField {...fieldOf('from')} label="First day" />
      <TextField
        {...fieldOf('to')}
        label="Last day"
        error={isFinished && endsEarly(typed) ? spanEndsEarly : undefined}
      />
    </div>
  );
}

/** The sums of the days; the total is the most important. */
function Sums({ money }: { money: Money }) {
  const { byMethod, total, deposits, refunds, tax, taxByRate, voided } = money;
  const methods = methodsShown(byMethod);
  const inIt: [string, number][] = [
    ['deposits', deposits],
    ['refunds', -refunds],
    ...taxLines(tax, taxByRate, (rate) => `tax${rate && ` (${rate})`}`),
  ];
  const shown = inIt.filter(([, dollars]) => dollars !== 0);
  return (
    <div className="flex flex-col gap-1.5">
      <dl className="grid grid-cols-2 overflow-hidden rounded border bg-surface sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {methods.map((method) => (
          <div key={method} className="-mb-px -ml-px border-b border-l px-4 py-2">
            <dt className="text-ink-muted text-sm">{paymentMethodLabels[method]}</dt>
            <dd className="font-semibold text-lg">
              <Price dollars={byMethod[method]} />
            </dd>
          </div>
        ))}
        <div className="-mb-px -ml-px border-b border-l bg-sunken px-4 py-2 max-sm:col-span-full">
          <dt className="text-ink-muted text-sm">Total</dt>
          <dd className="font-semibold text-lg">
            <Price dollars={total} />
          </dd>
        </div>
      </dl>
      <p className="text-ink-muted text-sm">
        {shown.length > 0 && 'In the total: '}
        {shown.map(([label, dollars], index) => (
          <span key={label}>
            {index > 0 && ' · '}
            {label} <Price dollars={dollars} />
          </span>
        ))}
        {shown.length > 0 && '. '}
        {voided !== 0 && (
          <>
            Not included: <Price dollars={voided} /> voided.
          </>
        )}
      </p>
    </div>
  );
}

function CsvButton({ span }: { span: Span }) {
  const [isRunning, setIsRunning] = useState(false);
  const isBusy = useRef(false);
  const awayReason = useAwayReason();

  async function save() {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsRunning(true);
    try {
      saveFile(await callForFile('exportPayments', { query: span }));
      toasts.show({ kind: 'success', title: 'CSV saved' });
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      showFailure(error, 'CSV not saved');
    } finally {
      isBusy.current = false;
      setIsRunning(false);
    }
  }

  return (
    <Button
      icon={Download}
      pending={isRunning}
      disabledReason={awayReason}
      onClick={() => void save()}
    >
      <span className="max-xl:sr-only">CSV</span>
    </Button>
  );
}

/** For a closed day, prints its sums at the time. */
export function PrintMoney({ money, title }: { money: Money; title: string }) {
  const { printing, start, advice } = usePrinter('report', async () => {
    const { moneySheet } = await layoutOf('report', import('../../parts/print/money-paper.ts'));
    return (shop) => moneySheet(money, title, shop);
  });
  return (
    <>
      <Button icon={Printer} pending={printing !== null} onClick={() => void start('window')}>
        <span className="max-xl:sr-only">Print</span>
      </Button>
      {advice}
    </>
  );
}
