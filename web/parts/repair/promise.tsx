import type { Repair } from '../../../domain/api-answers.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { type PromiseState, promiseState, promiseWords } from '../../../domain/promised-date.ts';
import { isAllowed, isOpen } from '../../../domain/repair-status.ts';
import { useOpenAction } from '../../data/open-action.ts';
import { Flag, inks as inkClasses } from '../../ui/badge.tsx';
import { classNames, contactClasses } from '../../ui/classes.ts';
import { useToday } from '../time/shop-calendar.ts';

const inks = {
  'waits-for-customer': 'dim',
  'due-today': 'soon',
  overdue: 'late',
} as const satisfies Record<PromiseState['kind'], string>;

/**
 * When an open repair is promised: a mark if the day has come or it waits for the customer,
 * else the date. Nothing if nothing is promised, or once it is done.
 */
export function PromiseMark({
  repair,
  isInColumn = false,
  isInLine = false,
}: {
  repair: Pick<Repair, 'expectedOn' | 'status'>;
  /** Its head says what the date is, another column that it waits for the customer. */
  isInColumn?: boolean;
  /** Within a line of text: no frame. */
  isInLine?: boolean;
}) {
  const today = useToday();
  const { expectedOn, status } = repair;
  if (expectedOn === null || !isOpen(status)) return null;
  const state = promiseState(repair, today);
  const day = <time dateTime={expectedOn}>{dateText(expectedOn, today)}</time>;
  if (isInColumn && (state === null || state.kind === 'waits-for-customer')) return day;
  if (state !== null && (isInColumn || isInLine)) {
    return (
      <span className={`whitespace-nowrap font-medium ${inkClasses[inks[state.kind]]}`}>
        {promiseWords(state)}
      </span>
    );
  }
  if (isInLine) return <>Due {day}</>;
  if (state !== null) return <Flag ink={inks[state.kind]} label={promiseWords(state)} />;
  return (
    <span className="shrink-0 whitespace-nowrap font-normal text-ink-muted text-sm">Due {day}</span>
  );
}

/** The date promised on its ticket; while there is work to do, a press on it promises another. */
export function PromisedOn({
  repair,
  isInLine = false,
}: {
  repair: Repair;
  /** Within a line of text. */
  isInLine?: boolean;
}) {
  const openDialog = useOpenAction();
  const { expectedOn, firstExpectedOn, status } = repair;
  const today = useToday();
  const words = expectedOn === null ? 'Set a date' : dateText(expectedOn, today);
  return (
    <>
      {isAllowed('edit', status) ? (
        <button
          type="button"
          aria-label={expectedOn === null ? undefined : `${words}: change`}
          title={expectedOn === null ? 'Set a promised date' : 'Change the promised date'}
          onClick={() => void openDialog('promise', repair)}
          className={classNames(contactClasses, 'text-left pointer-coarse:min-w-11')}
        >
          {words}
        </button>
      ) : (
        words
      )}
      {firstExpectedOn !== null && firstExpectedOn !== expectedOn && (
        <span className={classNames('text-ink-muted text-sm', !isInLine && 'block')}>
          {isInLine && ', '}originally {dateText(firstExpectedOn, today)}
        </span>
      )}
    </>
  );
}

/** In the ticket's status line: whether it is due, and the date, as in {@link PromisedOn}. */
export function PromiseInLine({ repair }: { repair: Repair }) {
  const state = promiseState(repair, useToday());
  return (
    <>
      {/* The estimate's answer beside it says that it waits for the customer. */}
      {state === null || state.kind === 'waits-for-customer' ? (
        'Due '
      ) : (
        <>
          <PromiseMark repair={repair} isInLine />
          {state.kind === 'due-today' ? ', ' : ', due '}
        </>
      )}
      <PromisedOn repair={repair} isInLine />
    </>
  );
}
