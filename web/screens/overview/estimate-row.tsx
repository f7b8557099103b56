import { useQuery } from '@tanstack/react-query';
import Check from 'lucide/check';
import NotebookPen from 'lucide/notebook-pen';
import Play from 'lucide/play';
import Send from 'lucide/send';
import Trash2 from 'lucide/trash-2';
import UserCheck from 'lucide/user-check';
import { useRef, useState } from 'react';
import type { Estimate } from '../../../domain/api-answers.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { answerWayWords, effectiveStatus } from '../../../domain/estimate-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { noTechnicianMessage } from '../../actions/assign/assigning.ts';
import {
  completeDeclined,
  MarkDeclinedComplete,
} from '../../actions/complete/mark-declined-complete.tsx';
import { GoOn, goOn, goOnLabel } from '../../actions/go-on/go-on-button.tsx';
import { type ActionName, useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { useFromTechnicians } from '../../data/technicians.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { Price } from '../../parts/money/price.tsx';
import { AssignToName, useAssigningByName } from '../../parts/repair/assign-button.tsx';
import { EstimateBadges } from '../../parts/repair/estimate-badges.tsx';
import {
  isTextable,
  recordableSteps,
  recordEstimateLabel,
  sendEstimateLabel,
} from '../../parts/repair/estimate-steps.ts';
import { Holder } from '../../parts/repair/holder-name.tsx';
import { OptedOutBadge, StatusBadge } from '../../parts/repair/status-badge.tsx';
import { isOffered } from '../../parts/repair/technician-use.ts';
import { opensItsTicket } from '../../parts/repair/ticket-link.tsx';
import { WatchThumb } from '../../parts/repair/watch-thumb.tsx';
import { awayId, CustomerCell, SecondLine, Truncated } from '../../parts/repair-list/row-cells.tsx';
import { TimeAgo } from '../../parts/time/date-time.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';
import { Menu } from '../../ui/menu.tsx';

/** Shared by the list's head and its rows. */
export const estimateColumns =
  'grid grid-cols-[var(--thumb)_minmax(0,1fr)_auto] items-center gap-x-3 px-3 @2xl:grid-cols-[var(--thumb)_minmax(0,1.15fr)_minmax(0,1.5fr)_10.5rem_1.75rem] @4xl:grid-cols-[var(--thumb)_minmax(0,1.15fr)_minmax(0,1.5fr)_10.5rem_21rem_1.75rem] @4xl:gap-x-4 pointer-coarse:@2xl:grid-cols-[var(--thumb)_minmax(0,1.15fr)_minmax(0,1.5fr)_11rem_2.75rem] pointer-coarse:@4xl:grid-cols-[var(--thumb)_minmax(0,1.15fr)_minmax(0,1.5fr)_11rem_25rem_2.75rem]';

/** Like the rows of repairs: its photo, whose it is, what for, how far it is, and what comes next. */
export function EstimateRow({
  place,
  estimate,
  onDelete,
}: {
  place: ItemPlace;
  estimate: Estimate;
  onDelete: () => void;
}) {
  const nameId = `estimate-${estimate.id}`;
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
    <li
      {...place}
      {...opensItsTicket}
      aria-labelledby={nameId}
      className={`${estimateColumns} min-h-row cursor-pointer py-1 hover:bg-canvas has-[.is-current]:bg-accent-soft has-[.is-current]:shadow-[inset_3px_0_var(--accent)] desk:py-0`}
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
      {/* Beside its open ticket, which offers the same, there is no room; when narrower still, it has its own line. */}
      <div className="@max-4xl:-col-end-1 @max-4xl:order-last @max-4xl:col-start-2 @max-4xl:py-1 desk:@max-4xl:hidden desk:[&_.contents>button]:min-h-7 desk:[&_.contents>button]:py-0">
        <NextStep estimate={estimate} />
      </div>
      <span className="flex @max-2xl:row-start-1 @max-2xl:col-start-3 desk:[&>button]:size-7">
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
      </span>
    </li>
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

/** An accepted one, until it has been assigned: then the ticket says what is to be done. */
const waitsForTechnician = (estimate: Estimate) =>
  effectiveStatus(estimate) === 'accepted' && estimate.repairStatus === 'estimate-accepted';

/** The watch, over what the customer said about the estimate, and the work. */
function EstimateFor({ estimate }: { estimate: Estimate }) {
  const { watchBrand, watchModel, work, customerReply, issue } = estimate;
  const watch = `${watchBrand} ${watchModel}`;
  const words = [
    ...(customerReply === null ? [] : [`“${customerReply}”`]),
    (work ?? issue)
      .trim()
      .split(/\s*\n\s*/)
      .join(' · '),
  ].join(' · ');
  return (
    <div className="min-w-0 @max-2xl:col-span-2 @max-2xl:col-start-2">
      <Truncated text={watch} />
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

/** The last thing that happened to it. */
function lastStep({ told, sentAt, remindedAt, expiredAt, respondedAt }: Estimate) {
  if (respondedAt !== null) return { word: 'answered', at: respondedAt };
  if (expiredAt !== null) return { word: 'expired', at: expiredAt };
  if (remindedAt !== null) return { word: 'reminded', at: remindedAt };
  return { word: told === null ? 'sent' : 'given', at: sentAt };
}

/** The answer; below it the amount, and how long it has waited or the date promised. */
function EstimateState({ estimate }: { estimate: Estimate }) {
  const { estimatePrice, told, expectedOn } = estimate;
  const today = useToday();
  const { word, at } = lastStep(estimate);
  return (
    <div className="min-w-0 @max-2xl:col-span-2 @max-2xl:col-start-2">
      <p className="flex items-baseline gap-x-3 truncate">
        <EstimateBadges estimate={estimate} />
        {estimate.optedOutAt && <OptedOutBadge />}
      </p>
      <SecondLine>
        <Price dollars={estimatePrice} />
        {told && ` ${answerWayWords[told]}`}
        {' · '}
        {estimate.respondedAt !== null && expectedOn !== null ? (
          `by ${dateText(expectedOn, today)}`
        ) : (
          <>
            {word} <TimeAgo iso={at} />
          </>
        )}
      </SecondLine>
    </div>
  );
}

const buttons = 'flex flex-wrap items-center gap-1.5 @4xl:justify-end';

function NextStep({ estimate }: { estimate: Estimate }) {
  switch (effectiveStatus(estimate)) {
    case 'accepted':
      return waitsForTechnician(estimate) ? (
        <AssignAccepted estimate={estimate} />
      ) : (
        <Progress estimate={estimate} />
      );
    case 'declined':
      return <AfterDecline estimate={estimate} />;
    default:
      return <RecordAnswer estimate={estimate} />;
  }
}

/** The watch goes back as it is, or the work continues at the price accepted earlier. */
function AfterDecline({ estimate }: { estimate: Estimate }) {
  const away = { disabledReason: useAwayReason(), reasonId: awayId };
  return (
    <div className={buttons}>
      <MarkDeclinedComplete ticketNumber={estimate.repairId} {...away} />
      <GoOn estimate={estimate} {...away} />
    </div>
  );
}

/** How far the work is, and who has it, if anyone. */
function Progress({ estimate: { assignedTo, repairId, repairStatus } }: { estimate: Estimate }) {
  const name = useFromTechnicians((all) => all.find(({ id }) => id === assignedTo)?.name);
  return (
    <p className="flex items-baseline gap-x-3 @4xl:justify-end">
      <StatusBadge status={repairStatus} isUnrepaired={false} />
      {name !== undefined && <Holder name={name} status={repairStatus} of={repairId} />}
    </p>
  );
}

/** The customer has not answered by text, and may do so by phone or at the counter. */
function RecordAnswer({ estimate }: { estimate: Estimate }) {
  const { open, opening } = useActionsOn(estimate.repairId);
  return (
    <div className={buttons}>
      {recordableSteps('estimate-sent').map(({ dialog, label, longLabel, icon }) => (
        <Button
          key={dialog}
          icon={icon}
          title={longLabel}
          pending={opening === dialog}
          onClick={() => void open(dialog)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The customer said yes: the work must be assigned. Source: specification, section 2 ("Estimates list"). */
function AssignAccepted({ estimate }: { estimate: Estimate }) {
  const { repairId: ticketNumber, watchBrand, assignedTo } = estimate;
  const field = useRef<HTMLSelectElement>(null);
  // The technician who had the watch before the estimate most likely goes on with it.
  const [technicianId, setTechnicianId] = useState(assignedTo ?? '');
  const [error, setError] = useState<string>();
  const { data, isError } = useQuery(techniciansQuery);
  const technicians = (data?.items ?? []).filter(isOffered);
  const chosen = technicians.find(({ id }) => id === technicianId);
  const hasFailed = isError && data === undefined;
  const { likely, assign, isAssigning, awayReason } = useAssigningByName({
    ticketNumber,
    watchBrand,
    assignedTo,
  });

  function assignChosen() {
    if (chosen === undefined) {
      setError(noTechnicianMessage);
      field.current?.focus();
    } else void assign(chosen.id);
  }

  return (
    <div className={buttons}>
      {/* The name arrives after the row: its place is reserved. */}
      {data === undefined && !isError && assignedTo === null && (
        <span className="h-control w-32 desk:h-7" />
      )}
      {chosen === undefined && likely !== undefined && (
        <AssignToName {...{ likely, assign }} variant="primary" pending={isAssigning} />
      )}
      <div className="min-w-28 flex-1 desk:[&_select]:h-7">
        <SelectField
          ref={field}
          label="Technician"
          isLabelHidden
          value={chosen?.id ?? ''}
          onChange={(event) => {
            setTechnicianId(event.target.value);
            setError(undefined);
          }}
          placeholder={data || isError ? 'Technician' : 'Loading technicians…'}
          error={hasFailed ? 'Couldn’t load the technicians' : error}
        >
          {technicians.map(({ id, name }) => (
            <option key={id} value={id}>
              {isolated(name)}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        variant={chosen === undefined ? 'secondary' : 'primary'}
        pending={isAssigning}
        disabledReason={awayReason}
        reasonId={awayId}
        onClick={assignChosen}
      >
        Assign
      </Button>
    </div>
  );
}
