import AppWindow from 'lucide/app-window';
import Banknote from 'lucide/banknote';
import Pencil from 'lucide/pencil';
import Printer from 'lucide/printer';
import RotateCcw from 'lucide/rotate-ccw';
import Tag from 'lucide/tag';
import Trash2 from 'lucide/trash-2';
import UserPen from 'lucide/user-pen';
import { useId } from 'react';
import type { Estimate, Message, Repair } from '../../../domain/api-answers.ts';
import { balanceAskedFor } from '../../../domain/payments.ts';
import { mayComeBack } from '../../../domain/pickup.ts';
import { asksFirst } from '../../../domain/price-ceiling.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { MarkDeclinedComplete } from '../../actions/complete/mark-declined-complete.tsx';
import { GoOnButton, goesOnAt } from '../../actions/go-on/go-on-button.tsx';
import { type ActionName, useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { useEditClient } from '../../parts/client/edit-client-button.tsx';
import { textObstacle } from '../../parts/client/text-obstacle.ts';
import { useWithheld } from '../../parts/client/withheld.ts';
import { openBalance, openBalanceAction } from '../../parts/money/open-balance.tsx';
import { usePrinting } from '../../parts/print/print-button.tsx';
import { AssignTo } from '../../parts/repair/assign-button.tsx';
import { recordableSteps } from '../../parts/repair/estimate-steps.ts';
import {
  correctionsOf,
  isOver,
  moveItemOf,
  StartWorkButton,
  stepsFor,
  undoPickupItem,
  useSameDayItem,
} from '../../parts/repair/repair-actions.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { atEdgeClasses, type ButtonVariant, type Icon } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { onPhone, useMedia } from '../../ui/scroll.ts';

/** As many as fit in one row; what does not come first is in the menu. */
const inSight = 2;

interface Step {
  label: string;
  icon: Icon;
  /** In the menu, if nothing beside it says so. */
  longLabel?: string;
  dialog: ActionName;
}

/** The one next step, the usual others beside it, the rest in the menu. */
export function TicketActions({
  repair,
  estimates,
  messages,
  isCopy,
  onEdit,
}: {
  repair: Repair;
  estimates: readonly Estimate[];
  messages: readonly Message[];
  /** This browser's own: its customer cannot be edited. */
  isCopy: boolean;
  onEdit: () => void;
}) {
  const { open, opening } = useActionsOn(repair);
  const printing = usePrinting(repair);
  const client = useEditClient(repair.clientId);
  const sameDay = useSameDayItem(repair);
  const undoPickup = undoPickupItem(repair);
  const moveItem = moveItemOf(repair, () => void open('move'));
  const awayReason = useAwayReason();
  const reasonId = useId();
  const away = { disabledReason: awayReason, reasonId };
  const { status } = repair;
  const may = (action: Parameters<typeof isAllowed>[0]) => isAllowed(action, status);

  /** The next step needs no dialog. */
  const isAtOnce = may('complete-declined') || may('start');
  const mustAsk = asksFirst(repair);
  const obstacle = textObstacle(repair, messages, useWithheld(repair));
  const { likely: steps, others } = waysOf(repair, obstacle === undefined);
  const balance = openBalance(repair);
  /** It has left, and is not paid for: that comes before anything else. */
  const owes = isOver(repair) && (balanceAskedFor(repair) ?? 0) > 0;
  const accepted = goesOnAt(repair, estimates);
  const atOnce = (isAtOnce ? 1 : 0) + (accepted ? 1 : 0);
  const isPhone = useMedia(onPhone);
  /** An estimate can be sent, or given without a text and recorded: one button beside the other. */
  const hasThird = (may('assign') || may('reassign')) && !isPhone;
  const likely = hasThird && mustAsk && may('assign') ? estimatesFirst(steps) : steps;
  const shown = likely.slice(0, (hasThird ? inSight + 1 : inSight) - atOnce);
  /** If little comes before it there is room on a phone, too. */
  const isPrintInSight = !isPhone || atOnce + shown.length + (owes ? 1 : 0) < inSight;
  /** The button before it says what it is about. */
  const isShort = (index: number) =>
    hasThird && isEstimate(shown[index - 1]) && isEstimate(shown[index]);
  const variantOf = (index: number): ButtonVariant =>
    index === 0 && (mustAsk || (!isAtOnce && forwardActions.has(shown[0]?.dialog)))
      ? 'primary'
      : 'secondary';

  const printItem = {
    label: 'Print ticket',
    icon: Printer,
    run: () => void printing.start('window'),
  };
  const labelItem = {
    label: 'Print bag label',
    icon: Tag,
    run: () => void open('bag-label'),
  };
  const printInPageItem = {
    label: 'Print without a pop-up',
    icon: AppWindow,
    run: () => void printing.start('page'),
  };
  return (
    <div className="@container flex flex-wrap items-start gap-1.5">
      {awayReason && (
        <p id={reasonId} className="basis-full text-ink-muted text-sm">
          {awayReason}
        </p>
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-1.5 max-sm:grid max-sm:auto-cols-auto max-sm:grid-flow-col @max-[10rem]:grid-flow-row max-sm:[&>span]:min-w-max max-sm:[&>span>.contents:first-child>button]:grow max-sm:[&_button]:px-2 max-sm:[&_button]:text-sm">
        {may('complete-declined') && (
          <MarkDeclinedComplete ticketNumber={repair.ticketNumber} {...away} />
        )}
        {accepted && (
          <GoOnButton ticketNumber={repair.ticketNumber} accepted={accepted} {...away} />
        )}
        {may('start') && (
          <StartWorkButton repair={repair} variant={mustAsk ? 'secondary' : 'primary'} {...away} />
        )}
        {shown.map(({ dialog, label, longLabel }, index) =>
          dialog === 'assign' && awayReason === undefined ? (
            <AssignTo key={dialog} repair={repair} variant={variantOf(index)} hasOthers />
          ) : (
            <Button
              {...away}
              key={dialog}
              variant={variantOf(index)}
              title={longLabel ?? (isShort(index) ? label : undefined)}
              pending={opening === dialog}
              onClick={() => open(dialog)}
            >
              {isShort(index) ? <Shortened label={label} /> : label}
            </Button>
          ),
        )}
        {owes && (
          <Button
            {...away}
            variant="primary"
            pending={opening === 'take-payment'}
            onClick={() => open('take-payment')}
          >
            Take payment
          </Button>
        )}
      </div>
      {isPrintInSight && (
        <IconButton
          icon={Printer}
          label="Print ticket"
          pending={printing.printing === 'window'}
          onClick={printItem.run}
        />
      )}
      <span className={atEdgeClasses}>
        <Menu
          groups={[
            [
              ...[...likely.slice(shown.length), ...others, ...correctionsOf(repair)].map(
                ({ dialog, label, longLabel = label, icon }: Step) => ({
                  label: longLabel,
                  icon,
                  run: () => void open(dialog),
                }),
              ),
              ...sameDay,
              ...undoPickup,
              ...(mayComeBack(repair)
                ? [
                    {
                      label: 'Come-back, $0',
                      icon: RotateCcw,
                      run: () => void open('come-back'),
                    },
                  ]
                : []),
              ...moveItem,
              ...(balance === null || owes
                ? []
                : [
                    {
                      label: openBalanceAction(balance),
                      icon: Banknote,
                      run: () => void open('take-payment'),
                    },
                  ]),
            ],
            [
              ...(may('edit') ? [{ label: 'Edit', icon: Pencil, run: onEdit }] : []),
              ...(isCopy ? [] : [{ label: 'Edit client', icon: UserPen, run: client.open }]),
            ],
            [...(isPrintInSight ? [] : [printItem]), printInPageItem, labelItem],
            [{ label: 'Delete', icon: Trash2, isDanger: true, run: () => void open('delete') }],
          ]
            .filter((items) => items.length > 0)
            .map((items) => ({ items }))}
        />
      </span>
      {printing.advice}
      {client.dialog}
    </div>
  );
}

/** "Record" beside "Send estimate", if the ticket is narrow. */
function Shortened({ label }: { label: string }) {
  const [first, ...rest] = label.split(' ');
  return (
    <span>
      {first}
      <span className="@max-lg:sr-only"> {rest.join(' ')}</span>
    </span>
  );
}

const isEstimate = (step: Step | undefined) =>
  step?.dialog === 'send-estimate' || step?.dialog === 'record-estimate';

const estimatesFirst = (steps: readonly Step[]): Step[] => [
  ...steps.filter(isEstimate),
  ...steps.filter((step) => !isEstimate(step)),
];

const forwardActions: ReadonlySet<ActionName | undefined> = new Set([
  'assign',
  'complete',
  'collect',
]);

/**
 * What opens a dialog: the likely ones beside each other; an answer that is being corrected is among the
 * others.
 */
function waysOf(repair: Repair, canText: boolean): { likely: Step[]; others: Step[] } {
  const { status } = repair;
  const steps: Step[] = stepsFor(repair, canText);
  if (isOver(repair)) return { likely: [], others: steps };
  const answers = recordableSteps(status);
  return status === 'estimate-sent'
    ? { likely: answers, others: steps }
    : { likely: steps, others: answers };
}
