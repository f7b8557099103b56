import Check from 'lucide/check';
import NotebookPen from 'lucide/notebook-pen';
import Play from 'lucide/play';
import Send from 'lucide/send';
import Trash2 from 'lucide/trash-2';
import UserCheck from 'lucide/user-check';
import type { Estimate } from '../../../domain/api-answers.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { answerWayWords, effectiveStatus } from '../../../domain/estimate-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { completeDeclined } from '../../actions/complete/mark-declined-complete.tsx';
import { goOn, goOnLabel } from '../../actions/go-on/go-on-button.tsx';
import { type ActionName, useActionsOn } from '../../data/open-action.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { Price } from '../../parts/money/price.tsx';
import { EstimateBadges } from '../../parts/repair/estimate-badges.tsx';
import {
  isTextable,
  recordableSteps,
  recordEstimateLabel,
  sendEstimateLabel,
} from '../../parts/repair/estimate-steps.ts';
import { OptedOutBadge } from '../../parts/repair/status-badge.tsx';
import { opensItsTicket, TicketLink } from '../../parts/repair/ticket-link.tsx';
import { WatchThumb } from '../../parts/repair/watch-thumb.tsx';
import { cardItemClasses } from '../../parts/repair-list/repair-cards.tsx';
import { CustomerCell, SecondLine, Truncated } from '../../parts/repair-list/row-cells.tsx';
import { TimeAgo } from '../../parts/time/date-time.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Card } from '../../ui/card.tsx';
import { atEdgeClasses, classNames, phoneLineClasses } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { onPhone, useMedia } from '../../ui/scroll.ts';
import { NextStep, waitsForTechnician } from './estimate-next-step.tsx';

/** Shared by the list's head and its rows. */
export const estimateColumns =
  'grid grid-cols-[var(--thumb)_minmax(0,1.15fr)_minmax(0,1.5fr)_12.5rem_2.75rem] items-center gap-x-3 px-3 @2xl:grid-cols-[var(--thumb)_minmax(14.5rem,1.15fr)_minmax(0,1.5fr)_12.5rem_2.75rem] @4xl:grid-cols-[var(--thumb)_minmax(14.5rem,1.15fr)_minmax(0,1.5fr)_12.5rem_25rem_2.75rem] @4xl:gap-x-4 desk:@2xl:grid-cols-[var(--thumb)_minmax(11.5rem,1.15fr)_minmax(0,1.5fr)_12.5rem_1.75rem] desk:@4xl:grid-cols-[var(--thumb)_minmax(11.5rem,1.15fr)_minmax(0,1.5fr)_12.5rem_21rem_1.75rem]';

interface EstimateItemProps {
  place: ItemPlace;
  estimate: Estimate;
  onDelete: () => void;
}

/** As repairs are shown: its photo, whose it is, what for, how far along it is, and what comes next. */
export function EstimateItem({ isRow, ...props }: EstimateItemProps & { isRow: boolean }) {
  const isOnPhone = useMedia(onPhone);
  if (isRow) return <EstimateRow {...props} />;
  return isOnPhone ? <EstimateOnPhone {...props} /> : <EstimateCard {...props} />;
}

const rowClasses = 'cursor-pointer has-[.is-current]:bg-accent-soft';

function EstimateRow({ place, estimate, onDelete }: EstimateItemProps) {
  const nameId = `estimate-${estimate.id}`;
  return (
    <li
      {...place}
      {...opensItsTicket}
      aria-labelledby={nameId}
      className={`${estimateColumns} ${rowClasses} min-h-row py-1 hover:bg-canvas has-[.is-current]:shadow-[inset_3px_0_var(--accent)] desk:py-0`}
    >
      <WatchThumb url={estimate.initialPhotoUrl} />
      <div id={nameId} className="min-w-0">
        <CustomerCell
          name={estimate.customerName}
          ticketNumber={estimate.repairId}
          phone={estimate.customerPhone}
        />
      </div>
      <EstimateFor estimate={estimate} />
      <EstimateState estimate={estimate} />
      {/* If it has no column, an answer to act on has its own line; to record one, there is the menu. */}
      <div
        className={classNames(
          '@max-4xl:order-last @max-4xl:col-start-2 @max-4xl:-col-end-1 @max-4xl:py-1 desk:@max-4xl:hidden desk:[&_.contents>button]:min-h-7 desk:[&_.contents>button]:py-0',
          !isAnswered(estimate) && '@max-4xl:hidden',
        )}
      >
        <NextStep estimate={estimate} />
      </div>
      <span className="flex desk:[&>button]:size-7">
        <EstimateMenu estimate={estimate} onDelete={onDelete} />
      </span>
    </li>
  );
}

/** Like a repair's card. */
function EstimateCard({ place, estimate, onDelete }: EstimateItemProps) {
  const nameId = `estimate-${estimate.id}`;
  return (
    <li {...place} aria-labelledby={nameId} className={cardItemClasses}>
      <Card as="div" flush {...opensItsTicket}>
        <div className="@container flex h-full cursor-pointer flex-col">
          <div className="flex items-start justify-between gap-x-3 px-3 pt-2.5">
            <TicketLink ticketNumber={estimate.repairId} />
            <span className="flex flex-wrap justify-end gap-x-3">
              <EstimateBadges estimate={estimate} />
              {estimate.optedOutAt && <OptedOutBadge />}
            </span>
          </div>
          <div className="flex gap-3 px-3 py-2">
            <WatchThumb url={estimate.initialPhotoUrl} className="size-14" />
            <div className="min-w-0 flex-1">
              <div id={nameId} className="font-semibold">
                <Truncated text={estimate.customerName} />
              </div>
              <EstimateFor estimate={estimate} />
            </div>
          </div>
          <p className="mt-auto flex justify-between gap-x-3 px-3 pb-2 text-ink-muted text-sm">
            <span className="min-w-0 truncate [&_time]:inline">
              <LastStep estimate={estimate} />
            </span>
            <span className="shrink-0 whitespace-nowrap text-ink">
              <EstimateAmount estimate={estimate} />
            </span>
          </p>
          <div className="flex min-h-11 items-center justify-between gap-1 border-t py-1 pr-1 pl-3 desk:[&_.contents>button]:min-h-7 desk:[&_.contents>button]:py-0">
            <NextStep estimate={estimate} />
            <span className="flex desk:[&>button]:size-7">
              <EstimateMenu estimate={estimate} onDelete={onDelete} />
            </span>
          </div>
        </div>
      </Card>
    </li>
  );
}

/** In four lines, like every repair on a phone; an answer to act on has a fifth. */
function EstimateOnPhone({ place, estimate, onDelete }: EstimateItemProps) {
  const nameId = `estimate-${estimate.id}`;
  const { customerName, customerPhone, repairId, watchBrand, watchModel } = estimate;
  return (
    <li
      {...place}
      {...opensItsTicket}
      aria-labelledby={nameId}
      className={`${rowClasses} flex gap-3 px-4 py-2`}
    >
      <WatchThumb url={estimate.initialPhotoUrl} className="mt-1 size-12" />
      <div className="@container min-w-0 flex-1">
        <p className={`${phoneLineClasses} @min-[10rem]:items-baseline`}>
          <span dir="auto" id={nameId} className="min-w-0 truncate text-left font-semibold">
            {customerName}
          </span>
          <span className="shrink-0 overflow-hidden text-sm @min-[10rem]:max-w-2/3">
            <EstimateBadges estimate={estimate} />
          </span>
        </p>
        <div className="flex items-center gap-3 text-ink-muted text-sm">
          <p className="min-w-0 flex-1 overflow-x-clip text-ellipsis whitespace-nowrap">
            <TicketLink ticketNumber={repairId} isQuiet />
            {customerPhone !== '' && ` · ${formatPhone(customerPhone)}`}
          </p>
          {/* As high as a finger, in a line that stays as high as the others. */}
          <span className={`-my-3 shrink-0 ${atEdgeClasses}`}>
            <EstimateMenu estimate={estimate} onDelete={onDelete} />
          </span>
        </div>
        <p className={`${phoneLineClasses} text-sm`}>
          <span dir="auto" className="min-w-0 truncate text-left">
            {watchBrand} {watchModel}
          </span>
          <span className="shrink-0 @min-[10rem]:whitespace-nowrap">
            <LastStep estimate={estimate} />
          </span>
        </p>
        <p className={`${phoneLineClasses} text-ink-muted text-sm`}>
          <span dir="auto" className="min-w-0 truncate text-left">
            {estimateWords(estimate)}
          </span>
          <span className="shrink-0 text-ink @min-[10rem]:whitespace-nowrap">
            <EstimateAmount estimate={estimate} />
          </span>
        </p>
        {isAnswered(estimate) && (
          <div className="py-1">
            <NextStep estimate={estimate} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Whether the customer said yes or no, so that there is something to do. */
const isAnswered = (estimate: Estimate) =>
  ['accepted', 'declined'].includes(effectiveStatus(estimate));

function EstimateMenu({ estimate, onDelete }: Pick<EstimateItemProps, 'estimate' | 'onDelete'>) {
  const { open } = useActionsOn(estimate.repairId);
  const sending = {
    label: sendEstimateLabel(estimate.repairStatus),
    icon: Send,
    run: () => void open('send-estimate'),
  };
  const recording = {
    label: recordEstimateLabel(estimate.repairStatus),
    icon: NotebookPen,
    run: () => void open('record-estimate'),
  };
  const steps = stepItems(estimate, open);
  return (
    <Menu
      of={estimate.repairId}
      groups={[
        ...(steps.length > 0 ? [{ items: steps }] : []),
        ...(isAllowed('send-estimate', estimate.repairStatus)
          ? [{ items: isTextable(estimate) ? [sending, recording] : [recording, sending] }]
          : []),
        { items: [{ label: 'Delete', icon: Trash2, isDanger: true, run: onDelete }] },
      ]}
    />
  );
}

/** The next step, also in the menu: beside an open ticket the row has no room for it. */
function stepItems(estimate: Estimate, open: (name: ActionName) => Promise<void>) {
  const { repairId, acceptedBefore } = estimate;
  switch (effectiveStatus(estimate)) {
    case 'accepted':
      return waitsForTechnician(estimate)
        ? [{ label: 'Assign', icon: UserCheck, run: () => void open('assign') }]
        : [];
    case 'declined':
      return [
        { label: 'Mark Complete', icon: Check, run: () => void completeDeclined(repairId) },
        ...(acceptedBefore
          ? [
              {
                label: goOnLabel(acceptedBefore),
                icon: Play,
                run: () => void goOn(repairId, acceptedBefore),
              },
            ]
          : []),
      ];
    default:
      return recordableSteps('estimate-sent').map(({ dialog, longLabel: label, icon }) => ({
        label,
        icon,
        run: () => void open(dialog),
      }));
  }
}

/** What the customer said about the estimate, and the work. */
const estimateWords = ({ work, customerReply, issue }: Estimate) =>
  [
    ...(customerReply === null ? [] : [`“${customerReply}”`]),
    (work ?? issue)
      .trim()
      .split(/\s*\n\s*/)
      .join(' · '),
  ].join(' · ');

/** The watch, over {@link estimateWords}. */
function EstimateFor({ estimate }: { estimate: Estimate }) {
  const words = estimateWords(estimate);
  return (
    <div className="min-w-0">
      <Truncated text={`${estimate.watchBrand} ${estimate.watchModel}`} />
      <span
        dir="auto"
        title={[words, estimate.notes].filter((text) => text !== null).join('\n')}
        className="block truncate text-left text-ink-muted text-sm"
      >
        {words}
      </span>
    </div>
  );
}

/** The last thing that happened to it, without a word if the answer says it. */
function lastStep({ sentAt, remindedAt, expiredAt, respondedAt }: Estimate) {
  const at = respondedAt ?? expiredAt;
  if (at !== null) return { word: '', at };
  return remindedAt === null ? { word: '', at: sentAt } : { word: 'reminded ', at: remindedAt };
}

/** How long it has waited, or once it is answered, the date promised. */
function LastStep({ estimate }: { estimate: Estimate }) {
  const today = useToday();
  const { respondedAt, expectedOn } = estimate;
  const { word, at } = lastStep(estimate);
  if (respondedAt !== null && expectedOn !== null) return `due ${dateText(expectedOn, today)}`;
  return (
    <>
      {word}
      <TimeAgo iso={at} />
    </>
  );
}

const EstimateAmount = ({ estimate: { estimatePrice, told } }: { estimate: Estimate }) => (
  <>
    <Price dollars={estimatePrice} />
    {told && ` ${answerWayWords[told]}`}
  </>
);

/** The answer; below it the amount, and the last step. */
function EstimateState({ estimate }: { estimate: Estimate }) {
  return (
    <div className="min-w-0">
      <p className="flex items-baseline gap-x-3 truncate">
        <EstimateBadges estimate={estimate} />
        {estimate.optedOutAt && <OptedOutBadge />}
      </p>
      <SecondLine>
        <EstimateAmount estimate={estimate} />
        {' · '}
        <LastStep estimate={estimate} />
      </SecondLine>
    </div>
  );
}
