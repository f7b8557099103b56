import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide/calendar-days';
import Printer from 'lucide/printer';
import UserRoundCog from 'lucide/user-round-cog';
import X from 'lucide/x';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { itemsOf } from '../../data/list-pages.ts';
import { loadAction } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { overviewQuery, type RepairFilter, repairCountsQuery } from '../../data/queries.ts';
import { toasts } from '../../data/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/classes.ts';
import { countedText, formatCount } from '../../ui/counts.ts';
import { watchLostFocus } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { openDialogs, useDialogSubject } from '../../ui/open-dialogs.ts';
import { type PagedList, readNextPage } from '../list/paged-list.ts';
import { usePrinting } from '../print/print-button.tsx';
import { totalOf } from './list-total.ts';
import { repairsToPrint } from './repairs-to-print.ts';
import { isSelecting, type Selected, type Selection } from './selected.ts';

const { Part: ReassignAll } = lazyPart(() => loadAction('reassign-all'));
const { Part: PromiseAll } = lazyPart(() => loadAction('promise-all'));

/** Repairs that can be given to another technician: those on a bench, and those waiting for one. */
const mayBeGiven = ({ status }: RepairRow) =>
  isAllowed('reassign', status) ||
  isAllowed('assign', status) ||
  isAllowed('assign-accepted', status);

const mayBeDated = ({ status }: RepairRow) => isAllowed('edit', status);

interface Subject {
  repairs: readonly RepairRow[];
  leftOut: readonly RepairRow[];
}

/** What can be done with all selected repairs. */
export function SelectionBar({
  list,
  filter,
  selection,
  selected,
}: {
  list: PagedList<RepairRow>;
  filter: RepairFilter;
  selection: Selection;
  selected: Selected;
}) {
  const reassigning = useDialogSubject<Subject>();
  const promising = useDialogSubject<Subject>();
  const awayReason = useAwayReason();
  const reasonId = useId();
  const isOn = isSelecting(selected);
  const chosen = list.items.filter(({ ticketNumber }) => selected.numbers.has(ticketNumber));
  const printer = usePrintAll(chosen);
  const ofAll = useWholeList(list, filter, selection, chosen.length);

  function end(): void {
    selection.end();
    watchLostFocus();
  }
  useEscape(isOn, end);

  const groupsBy = (may: (repair: RepairRow) => boolean): Subject => ({
    repairs: chosen.filter(may),
    leftOut: chosen.filter((repair) => !may(repair)),
  });
  const given = groupsBy(mayBeGiven);
  const dated = groupsBy(mayBeDated);
  const reasons = {
    reassign: given.repairs.length === 0 ? 'None of them can be reassigned.' : awayReason,
    date: dated.repairs.length === 0 ? 'None of them can be changed.' : awayReason,
    print: awayReason,
  };
  const reason = [...new Set(Object.values(reasons))].filter(Boolean).join(' ');
  const propsOf = ({ isOpen, close, forget }: typeof reassigning, subject: Subject) => ({
    ...subject,
    open: isOpen,
    onClose: close,
    onClosed() {
      forget();
      // The button that opened it is gone if nothing is selected anymore.
      watchLostFocus();
    },
    onDone: (left: readonly RepairRow[]) =>
      selection.choose([...left, ...subject.leftOut].map(({ ticketNumber }) => ticketNumber)),
  });

  return (
    <>
      {isOn && (
        // In one row. If narrow, without the icons; on a phone, icons instead of words.
        <section
          data-foot
          aria-label="Selected repairs"
          className="foot-bar z-20! flex flex-wrap items-center gap-x-3 py-2 max-lg:gap-x-2 max-sm:gap-x-0 max-sm:py-1 max-lg:[&_button]:px-3 max-sm:[&_button]:min-w-control max-sm:[&_button]:border-transparent max-sm:[&_button]:bg-transparent max-sm:[&_button]:px-2 sm:max-lg:[&_.lucide]:hidden"
        >
          <p
            className={classNames(
              'figures min-w-28 font-medium max-sm:min-w-0 max-sm:flex-1 max-sm:text-sm max-sm:leading-tight',
              chosen.length === 0 && 'max-sm:sr-only',
            )}
          >
            {ofAll.words}
          </p>
          {chosen.length === 0 ? (
            <p className="text-ink-muted max-sm:flex-1 max-sm:text-sm">
              Check the boxes of the repairs you want.
            </p>
          ) : (
            <>
              <Button
                icon={UserRoundCog}
                disabledReason={reasons.reassign}
                reasonId={reasonId}
                onClick={() => reassigning.open(given)}
              >
                <span className="max-sm:sr-only">Reassign</span>
              </Button>
              <Button
                icon={CalendarDays}
                disabledReason={reasons.date}
                reasonId={reasonId}
                onClick={() => promising.open(dated)}
              >
                <span className="max-sm:sr-only">Date promised</span>
              </Button>
              <Button
                icon={Printer}
                pending={printer.isPrinting}
                disabledReason={reasons.print}
                reasonId={reasonId}
                onClick={printer.print}
              >
                <span className="max-sm:sr-only">Print</span>
              </Button>
            </>
          )}
          <span className="flex gap-x-3 max-lg:gap-x-0 max-sm:-mr-2 sm:ml-auto">
            {ofAll.button}
            <Button variant="quiet" icon={X} onClick={end}>
              {chosen.length === 0 ? 'Done' : <span className="max-sm:sr-only">Clear</span>}
            </Button>
          </span>
          {reason !== '' && chosen.length > 0 && (
            <p id={reasonId} className="basis-full text-ink-muted text-sm">
              {reason}
            </p>
          )}
          {printer.advice}
        </section>
      )}
      {reassigning.subject && <ReassignAll {...propsOf(reassigning, reassigning.subject)} />}
      {promising.subject && <PromiseAll {...propsOf(promising, promising.subject)} />}
    </>
  );
}

/** Escape ends selecting unless it means something else: a dialog is open, or a ticket beside the list is being read. */
function useEscape(isOn: boolean, end: () => void): void {
  const press = useEffectEvent(({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || openDialogs.areInTheWay()) return;
    const isHere =
      target === document.body
        ? document.querySelector('[role="dialog"]') === null
        : target instanceof Element && target.closest('[role="tabpanel"]') !== null;
    if (isHere) end();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOn]);
}

/** Prints those that still exist, and says which don't. */
function usePrintAll(chosen: readonly RepairRow[]) {
  const missing = useRef<readonly string[]>([]);
  const { printing, start, advice } = usePrinting(
    async () => {
      const found = await repairsToPrint(chosen);
      missing.current = found.missing;
      return found.repairs;
    },
    () => {
      const { length } = missing.current;
      if (length === 0) return;
      toasts.show({
        kind: 'error',
        title: `${countedText(length, 'ticket')} not printed`,
        detail: missing.current.join(', '),
      });
    },
  );
  return { isPrinting: printing !== null, print: () => void start('window'), advice };
}

/** How much of a long list one press loads at most. */
const maxAtOnce = 1_000;

/** Loads the list to its end, or as far as one press goes. @returns all that are loaded then */
async function readRest(query: PagedList<RepairRow>['query']): Promise<readonly RepairRow[]> {
  let now: Pick<typeof query, 'data' | 'hasNextPage' | 'fetchNextPage'> = query;
  let items = itemsOf(query.data?.pages ?? []);
  const wanted = items.length + maxAtOnce;
  while (now.hasNextPage && items.length < wanted) {
    const next = await readNextPage(now);
    if (next.isFetchNextPageError) {
      toasts.show({ kind: 'error', title: 'Couldn’t load the rest of the list' });
      break;
    }
    now = next;
    items = itemsOf(next.data?.pages ?? []);
  }
  return items;
}

/** How many are selected, out of how many, and the button for the rest, which may not all be loaded. */
function useWholeList(
  { query, items, shown: { hasMore } }: PagedList<RepairRow>,
  filter: RepairFilter,
  selection: Selection,
  count: number,
) {
  const [isReading, setIsReading] = useState(false);
  const isAllOfLoaded = count > 0 && count === items.length;
  const { status, sameDay, technicianId } = filter;
  const isPart = isAllOfLoaded && hasMore;
  const { data: counts } = useQuery({
    ...repairCountsQuery({ status, sameDay, technicianId }),
    enabled: isPart,
  });
  const { data: overview } = useQuery({ ...overviewQuery, enabled: isPart });
  const total = isPart && counts && overview ? totalOf(filter, counts, overview.completed) : null;
  const chosen = countedText(count, 'repair');

  async function selectAll(): Promise<void> {
    setIsReading(true);
    const all = (await readRest(query)).map(({ ticketNumber }) => ticketNumber);
    setIsReading(false);
    if (!isSelecting(selection.get())) return;
    selection.follow(all);
    selection.choose(all);
  }

  return {
    words:
      total === null
        ? `${isPart ? `The first ${chosen}` : chosen} selected`
        : `${formatCount(count)} of ${countedText(total, 'repair')} selected`,
    button: (hasMore || !isAllOfLoaded) && (
      <Button variant="quiet" pending={isReading} onClick={() => void selectAll()}>
        Select all
        {total !== null && <span className="max-sm:sr-only">{formatCount(total)}</span>}
      </Button>
    ),
  };
}
