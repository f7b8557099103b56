import { useMutation } from '@tanstack/react-query';
import ArrowRightLeft from 'lucide/arrow-right-left';
import CalendarDays from 'lucide/calendar-days';
import Check from 'lucide/check';
import Hourglass from 'lucide/hourglass';
import MapPin from 'lucide/map-pin';
import NotebookPen from 'lucide/notebook-pen';
import PackageCheck from 'lucide/package-check';
import Pencil from 'lucide/pencil';
import Play from 'lucide/play';
import Printer from 'lucide/printer';
import RotateCcw from 'lucide/rotate-ccw';
import Send from 'lucide/send';
import Undo2 from 'lucide/undo-2';
import UserCheck from 'lucide/user-check';
import { useRef, useState } from 'react';
import type { Repair, RepairRow } from '../../../domain/api-answers.ts';
import { mayCollect, mayUndoPickup } from '../../../domain/pickup.ts';
import { asksFirst, needsEstimate } from '../../../domain/price-ceiling.ts';
import { isWholeRepair } from '../../../domain/repair-lists.ts';
import { isAllowed, isOpen, type RepairAction } from '../../../domain/repair-status.ts';
import { call } from '../../data/call.ts';
import { type ActionName, loadAction, useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { showNotOpened } from '../../data/panels.ts';
import { queryClient, settingsQuery } from '../../data/queries.ts';
import { wholeRepair } from '../../data/repair.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { useTicketPlaces } from '../../data/ticket-places.tsx';
import { toasts } from '../../data/toasts.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import type { ButtonVariant, Icon } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { useSinglePress } from '../../ui/press.ts';
import { usePrinting } from '../print/print-button.tsx';
import { useToday } from '../time/shop-calendar.ts';
import { AssignTo } from './assign-button.tsx';
import {
  isTextable,
  recordableSteps,
  recordEstimateLabel,
  sendEstimateLabel,
} from './estimate-steps.ts';

/** Says how it went; never fails. */
export async function startWork(ticketNumber: string): Promise<void> {
  try {
    const { repair } = await call('startRepair', {
      params: { ticketNumber },
    });
    putRepair(repair);
    toasts.show({ kind: 'success', title: 'Work started', detail: ticketNumber });
  } catch (error) {
    showRepairProblem(error);
  } finally {
    await refreshRepairs();
  }
}

export function StartWorkButton({
  repair: { ticketNumber },
  ...rest
}: { repair: Pick<RepairRow, 'ticketNumber'> } & Pick<
  ButtonProps,
  'variant' | 'icon' | 'disabledReason' | 'reasonId'
>) {
  const press = useSinglePress();
  const awayReason = useAwayReason();
  const starting = useMutation({ mutationFn: () => startWork(ticketNumber) });
  return (
    <Button
      disabledReason={awayReason}
      {...rest}
      pending={starting.isPending}
      onClick={() => {
        if (press.take()) starting.mutate(undefined, { onSettled: press.release });
      }}
    >
      Start work
    </Button>
  );
}

/**
 * What comes next, in one press if possible: asking the customer, recording the answer, assigning, starting
 * the work, completing it, handing over the watch. Nothing if none of these can be done.
 *
 * @param reasonId what says why work cannot be started now, if the button itself has no room for it
 */
export function NextStep({
  repair,
  isInRow = false,
  ...rest
}: {
  repair: RepairRow;
  /** In a long list, it is a word rather than a framed button. */
  isInRow?: boolean;
} & Pick<ButtonProps, 'reasonId'>) {
  const { open, opening } = useActionsOn(repair);
  const { status } = repair;
  const main = isInRow ? 'step' : 'primary';
  const step = (dialog: ActionName, label: string, variant: ButtonVariant = main) => (
    <Button variant={variant} pending={opening === dialog} onClick={() => open(dialog)}>
      {label}
    </Button>
  );
  const mayAssign = isAllowed('assign', status) || isAllowed('assign-accepted', status);
  if (asksFirst(repair) || status === 'estimate-declined') {
    const [{ dialog, label }] = estimateSteps(repair);
    return step(dialog, label);
  }
  if (mayAssign) return <AssignTo repair={repair} variant={main} {...rest} />;
  if (isAllowed('start', status))
    return <StartWorkButton repair={repair} variant={main} {...rest} />;
  if (isAllowed('complete', status)) {
    return step('complete', 'Complete', isInRow ? 'step' : 'secondary');
  }
  if (repair.isWaitingForPickup) return step('collect', 'Hand over');
  if (status !== 'estimate-sent') return null;
  return (
    <Menu
      label="Record answer"
      of={repair.ticketNumber}
      variant={isInRow ? 'step' : 'secondary'}
      shown="Record answer"
      groups={[
        {
          items: recordableSteps(status).map(({ dialog, longLabel, icon }) => ({
            label: longLabel,
            icon,
            run: () => void open(dialog),
          })),
        },
      ]}
    />
  );
}

interface Step {
  action: RepairAction;
  dialog: ActionName;
  label: string;
  icon: Icon;
}

/** What is offered before and after the estimate steps. */
const stepsBeforeEstimate: readonly Step[] = [
  { action: 'assign', dialog: 'assign', label: 'Assign', icon: UserCheck },
  { action: 'assign-accepted', dialog: 'assign', label: 'Assign', icon: UserCheck },
  { action: 'complete', dialog: 'complete', label: 'Complete', icon: Check },
  { action: 'collect', dialog: 'collect', label: 'Hand over', icon: PackageCheck },
];
const stepsAfterEstimate: readonly Step[] = [
  {
    action: 'finish-while-waiting',
    dialog: 'finish',
    label: 'Done while waiting',
    icon: Hourglass,
  },
  { action: 'reassign', dialog: 'reassign', label: 'Reassign', icon: ArrowRightLeft },
];

/**
 * Sending an estimate, and recording one given without a text: first the one that can reach the customer.
 *
 * @param canText whether a text may arrive, if more is known than a row says
 */
export function estimateSteps(repair: RepairRow, canText = true): [Step, Step] {
  const { status } = repair;
  const action = 'send-estimate';
  const send: Step = { action, dialog: action, label: sendEstimateLabel(status), icon: Send };
  const label = recordEstimateLabel(status);
  const record: Step = { action, dialog: 'record-estimate', label, icon: NotebookPen };
  return canText && isTextable(repair) ? [send, record] : [record, send];
}

/**
 * What opens a dialog, of what the repair allows as it is now; an estimate comes first if the customer is
 * to be asked first.
 *
 * @param canText as for {@link estimateSteps}
 */
export function stepsFor(repair: RepairRow, canText?: boolean): Step[] {
  const [estimate, other] = estimateSteps(repair, canText);
  const steps = needsEstimate(repair)
    ? [estimate, other, ...stepsBeforeEstimate, ...stepsAfterEstimate]
    : asksFirst(repair)
      ? // It may be assigned all the same.
        [estimate, ...stepsBeforeEstimate, other, ...stepsAfterEstimate]
      : [...stepsBeforeEstimate, estimate, other, ...stepsAfterEstimate];
  return steps.filter(({ action }) =>
    action === 'collect' ? mayCollect(repair) : isAllowed(action, repair.status),
  );
}

/** Whether no one waits for it anymore; if no pickup is recorded, one still can be. */
export const isOver = ({ status, isWaitingForPickup }: RepairRow): boolean =>
  !isOpen(status) && !isWaitingForPickup;

/** What corrects a completed repair. While the completion can still be undone, nothing else is offered. */
export const correctionsOf = ({ status, heldUntil }: RepairRow): Omit<Step, 'action'>[] =>
  heldUntil ? [] : corrections.filter(({ action }) => isAllowed(action, status));

const corrections: readonly Step[] = [
  {
    action: 'edit-completion',
    dialog: 'edit-completion',
    label: 'Edit completion',
    icon: Pencil,
  },
  { action: 'reopen', dialog: 'reopen', label: 'Reopen', icon: RotateCcw },
];

/** This many fit side by side at every width; what comes later is in the menu. */
const inSight = 2;

/** What its status allows: one or two beside each other, the rest for the menu. */
function stepsOf(repair: RepairRow) {
  const { status } = repair;
  const isToStart = isAllowed('start', status);
  // Only what waits: an answer is corrected on its ticket.
  const answers = status === 'estimate-sent' ? recordableSteps(status) : [];
  const allowed: (Omit<Step, 'action'> & { longLabel?: string })[] = [
    ...answers,
    ...stepsFor(repair),
  ];
  const count = isOver(repair) ? 0 : isToStart ? inSight - 1 : inSight;
  const shown = allowed.slice(0, count);
  // A narrow card has room for one button: the second is in the menu, too.
  return { isToStart, shown, others: allowed.slice(isToStart ? 0 : Math.min(count, 1)) };
}

const startItem = (ticketNumber: string) => ({
  label: 'Start work',
  icon: Play,
  run: () => void startWork(ticketNumber),
});

/** The steps a card has buttons for; empty if no step is left. */
export function RepairSteps({ repair }: { repair: RepairRow }) {
  const { open, opening } = useActionsOn(repair);
  const { isToStart, shown } = stepsOf(repair);
  return (
    <>
      {isToStart && <StartWorkButton repair={repair} />}
      {shown.map(({ dialog, label, longLabel }) =>
        dialog === 'assign' ? (
          <AssignTo key={dialog} repair={repair} variant="secondary" hasOthers />
        ) : (
          <Button
            key={dialog}
            title={longLabel}
            pending={opening === dialog}
            onClick={() => open(dialog)}
          >
            {label}
          </Button>
        ),
      )}
    </>
  );
}

/** What does not apply to its status is missing; what is rarely done is here. */
export function RepairMenu({
  repair,
  hasAll = false,
}: {
  repair: RepairRow;
  /** Includes what a card has buttons for. */
  hasAll?: boolean;
}) {
  const { open } = useActionsOn(repair);
  const sameDay = useSameDayItem(repair);
  const undoPickup = undoPickupItem(repair);
  const moveItem = moveItemOf(repair, () => void open('move'));
  const printing = usePrinting(
    isWholeRepair(repair) ? repair : async () => [await wholeRepair(repair)],
  );
  const { ticketNumber } = repair;
  const item = ({ dialog, label, icon }: Omit<Step, 'action'>) => ({
    label,
    icon,
    run: () => void open(dialog),
  });
  const { isToStart, shown, others } = stepsOf(repair);
  return (
    <>
      <Menu
        of={ticketNumber}
        groups={[
          {
            items: [
              ...(hasAll && isToStart ? [startItem(ticketNumber)] : []),
              ...[...new Set(hasAll ? [...shown, ...others] : others)].map(item),
              ...correctionsOf(repair).map(item),
              ...sameDay,
              ...undoPickup,
              ...moveItem,
              ...(isAllowed('edit', repair.status)
                ? [item({ dialog: 'promise', label: 'Date promised', icon: CalendarDays })]
                : []),
              {
                label: 'Print ticket',
                icon: Printer,
                run: () => void printing.start('window'),
              },
            ],
          },
        ]}
      />
      {printing.advice}
    </>
  );
}

export const undoPickupLabel = ({ shippedBy }: Pick<RepairRow, 'shippedBy'>): string =>
  shippedBy ? 'Undo shipment' : 'Undo pickup';
/** None in a shop that keeps no places. Read once, not followed: a list has one for each repair. */
export function moveItemOf({ place }: Pick<RepairRow, 'place'>, run: () => void) {
  const places = queryClient.getQueryData(settingsQuery.queryKey)?.settings.places ?? [];
  return places.length > 0 || place !== null ? [{ label: 'Move', icon: MapPin, run }] : [];
}

/** None if no pickup is recorded. Loaded when it is pressed, which is rare. */
export const undoPickupItem = (repair: RepairRow) =>
  mayUndoPickup(repair)
    ? [
        {
          label: undoPickupLabel(repair),
          icon: Undo2,
          run: () => void loadAction('undo-pickup').then((undo) => undo([repair]), showNotOpened),
        },
      ]
    : [];

/** None if the repair is no longer pending (specification, section 4, "Same-day flag"). */
export function useSameDayItem(repair: RepairRow) {
  const { ticketNumber } = repair;
  // What was pressed last, until its answer is here: the switch never springs back in between.
  const [wish, setWish] = useState<boolean | null>(null);
  const presses = useRef(0);
  /** As the last answer had it: the next one says whether it has changed. */
  const promised = useRef(repair.expectedOn);
  const today = useToday();
  const { open } = useTicketPlaces();

  function answered(now: Repair) {
    const before = promised.current;
    promised.current = now.expectedOn;
    putRepair(now);
    void import('./promise-changed.ts').then(
      ({ showSwitched }) => showSwitched(now, before, today, open),
      showNotOpened,
    );
  }

  function change(isSameDay: boolean) {
    // Not by the hook: a list has a switch for each repair, and hardly any of them is ever pressed.
    const changing = queryClient.getMutationCache().build(queryClient, {
      // Presses that follow each other closely are sent one after the other.
      scope: { id: `same-day ${ticketNumber}` },
      mutationFn: (wanted: boolean) =>
        call('editRepair', {
          params: { ticketNumber },
          body: { isSameDay: wanted },
        }),
      onSuccess: (answer) => answered(answer.repair),
      onError: (error) => showRepairProblem(error),
      onSettled: () => {
        void refreshRepairs();
      },
    });
    if (wish === null) promised.current = repair.expectedOn;
    const number = presses.current + 1;
    presses.current = number;
    setWish(isSameDay);
    // The failure has been shown.
    changing
      .execute(isSameDay)
      .catch(() => undefined)
      .finally(() => {
        if (presses.current === number) setWish(null);
      });
  }

  if (!isAllowed('toggle-same-day', repair.status)) return [];
  const checked = wish ?? repair.isSameDay;
  return [{ label: 'Same day', checked, run: () => change(!checked) }];
}
