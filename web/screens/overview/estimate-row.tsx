import { useQuery } from '@tanstack/react-query';
import NotebookPen from 'lucide/notebook-pen';
import Send from 'lucide/send';
import Trash2 from 'lucide/trash-2';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import type { Estimate } from '../../../domain/api-answers.ts';
import { answerWayWords, effectiveStatus } from '../../../domain/estimate-answers.ts';
import { estimateFields } from '../../../domain/estimate-fields.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone, phoneLink } from '../../../domain/phone.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { noTechnicianMessage, useAssigning } from '../../actions/assign/assigning.ts';
import { MarkDeclinedComplete } from '../../actions/complete/mark-declined-complete.tsx';
import { GoOn } from '../../actions/go-on/go-on-button.tsx';
import { useActionsOn } from '../../data/open-action.ts';
import { techniciansQuery } from '../../data/queries.ts';
import type { ItemPlace } from '../../parts/list/placed-item.tsx';
import { Price } from '../../parts/money/price.tsx';
import { EstimateBadges } from '../../parts/repair/estimate-badges.tsx';
import {
  isTextable,
  recordableSteps,
  recordEstimateLabel,
  sendEstimateLabel,
} from '../../parts/repair/estimate-steps.ts';
import { Holder } from '../../parts/repair/holder-name.tsx';
import { OptedOutBadge, StatusBadge } from '../../parts/repair/status-badge.tsx';
import { awayWords, isOffered } from '../../parts/repair/technician-loads.tsx';
import { TicketLink } from '../../parts/repair/ticket-link.tsx';
import { TimeAgo } from '../../parts/time/date-time.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';
import { contactClasses } from '../../ui/classes.ts';
import { countedText } from '../../ui/counts.ts';
import { Menu } from '../../ui/menu.tsx';
import { useSinglePress } from '../../ui/press.ts';

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
  return (
    <li
      {...place}
      aria-labelledby={nameId}
      className="grid min-w-0 gap-x-8 gap-y-2 px-4 py-3 has-[.is-current]:bg-accent-soft @2xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]"
    >
      <div className="grid min-w-0 content-start gap-x-8 gap-y-2 @4xl:grid-cols-2">
        <EstimateFacts estimate={estimate} nameId={nameId} />
        <EstimateState estimate={estimate} />
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <NextStep estimate={estimate}>
          <span className="ml-auto">
            <Menu
              of={estimate.repairId}
              groups={[
                ...(isAllowed('send-estimate', estimate.repairStatus)
                  ? [{ items: isTextable(estimate) ? [sending, recording] : [recording, sending] }]
                  : []),
                { items: [{ label: 'Delete', icon: Trash2, isDanger: true, run: onDelete }] },
              ]}
            />
          </span>
        </NextStep>
      </div>
    </li>
  );
}

/** An accepted one, until it has been assigned: then the ticket says what is to be done. */
const waitsForTechnician = (estimate: Estimate) =>
  effectiveStatus(estimate) === 'accepted' && estimate.repairStatus === 'estimate-accepted';

function EstimateFacts({ estimate, nameId }: { estimate: Estimate; nameId: string }) {
  return (
    <div className="min-w-0 break-words">
      <h3 id={nameId} className="line-clamp-2 font-semibold">
        <bdi>{estimate.customerName}</bdi>
      </h3>
      <p className="line-clamp-2">
        <bdi>{estimate.watchBrand}</bdi> <bdi>{estimate.watchModel}</bdi>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <TicketLink ticketNumber={estimate.repairId} />
        <a
          href={phoneLink(estimate.customerPhone)}
          className={`${contactClasses} figures text-ink-muted`}
        >
          {formatPhone(estimate.customerPhone)}
        </a>
      </p>
      {!waitsForTechnician(estimate) && <TechnicianOf estimate={estimate} />}
    </div>
  );
}

/** Who has the watch, which is nobody where it was taken in and never assigned. */
function TechnicianOf({
  estimate: { assignedTo, repairId, repairStatus },
}: {
  estimate: Estimate;
}) {
  const { data } = useQuery(techniciansQuery);
  const name = data?.items.find(({ id }) => id === assignedTo)?.name;
  if (name === undefined) return null;
  return (
    <p className="text-sm">
      <span className="text-ink-muted">Technician</span>{' '}
      <Holder name={name} status={repairStatus} of={repairId} />
    </p>
  );
}

function EstimateState({ estimate }: { estimate: Estimate }) {
  const { work, notes, customerReply } = estimate;
  const times = [
    { label: estimate.told === null ? 'Sent' : 'Given', at: estimate.sentAt },
    { label: 'Reminded', at: estimate.remindedAt },
    { label: 'Expired', at: estimate.expiredAt },
    { label: 'Answered', at: estimate.respondedAt },
  ].filter(({ at }) => at !== null);
  const typed = [
    [estimateFields.work.label, work],
    ['Staff notes', notes],
  ].filter(([, text]) => text !== null);
  return (
    <div className="min-w-0 break-words">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          <Price dollars={estimate.estimatePrice} />
        </span>
        <EstimateBadges estimate={estimate} />
        {estimate.told && (
          <span className="text-ink-muted text-sm">{answerWayWords[estimate.told]}</span>
        )}
        {estimate.optedOutAt && <OptedOutBadge />}
      </p>
      <p className="text-ink-muted text-sm">
        {times.map(({ label, at }, index) => (
          <span key={label}>
            {index > 0 && ' · '}
            {label} <TimeAgo iso={at ?? ''} />
          </span>
        ))}
      </p>
      {customerReply !== null && (
        <blockquote dir="auto" className="whitespace-pre-line pt-1">
          “{customerReply}”
        </blockquote>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 empty:hidden">
        {typed.map(([label, text]) => (
          <Fragment key={label}>
            <dt className="text-ink-muted text-sm">{label}</dt>
            <dd dir="auto" className="whitespace-pre-line text-left">
              {text}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

interface StepProps {
  estimate: Estimate;
  /** What else can be done with it: at the end of the row of buttons. */
  children: ReactNode;
}

const buttons = 'flex flex-wrap items-center gap-2';

function NextStep({ estimate, children }: StepProps) {
  switch (effectiveStatus(estimate)) {
    case 'accepted':
      return waitsForTechnician(estimate) ? (
        <AssignAccepted estimate={estimate}>{children}</AssignAccepted>
      ) : (
        <StatusBadge status={estimate.repairStatus} isUnrepaired={false} />
      );
    case 'declined':
      return (
        <div className={buttons}>
          <MarkDeclinedComplete ticketNumber={estimate.repairId} />
          <GoOn estimate={estimate} />
          {children}
        </div>
      );
    default:
      return <RecordAnswer estimate={estimate}>{children}</RecordAnswer>;
  }
}

/** The customer has not answered by text, and may do so by phone or at the counter. */
function RecordAnswer({ estimate, children }: StepProps) {
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
      {/* On a phone it shares its line with the menu, for which there is no room above. */}
      <p className="flex-1 basis-44 text-ink-muted text-sm @2xl:order-last @2xl:basis-full">
        By phone or in person
      </p>
      {children}
    </div>
  );
}

/** The customer said yes: the work must be assigned. */
function AssignAccepted({ estimate, children }: StepProps) {
  const field = useRef<HTMLSelectElement>(null);
  // The technician who had the watch before the estimate most likely goes on with it.
  const [technicianId, setTechnicianId] = useState(estimate.assignedTo ?? '');
  const [error, setError] = useState<string>();
  const { data, isError } = useQuery(techniciansQuery);
  const technicians = data?.items ?? [];
  const chosen = technicians.filter(isOffered).find(({ id }) => id === technicianId);
  const hasFailed = isError && data === undefined;
  const assigning = useAssigning();
  const press = useSinglePress();

  function assign() {
    if (chosen === undefined) {
      setError(noTechnicianMessage);
      field.current?.focus();
      return;
    }
    if (!press.take()) return;
    assigning.mutate({ ticketNumber: estimate.repairId, technicianId }, { onError: press.release });
  }

  return (
    <>
      <SelectField
        ref={field}
        label="Technician"
        value={chosen?.id ?? ''}
        onChange={(event) => {
          setTechnicianId(event.target.value);
          setError(undefined);
        }}
        placeholder={data || isError ? 'Choose a technician' : 'Loading technicians…'}
        error={hasFailed ? 'Couldn’t load the technicians' : error}
        hint={
          chosen
            ? `${chosen.specialties.join(', ')} · ${countedText(chosen.activeRepairs, 'active repair')}`
            : awayWords(technicians)
        }
      >
        {technicians.filter(isOffered).map(({ id, name }) => (
          <option key={id} value={id}>
            {isolated(name)}
          </option>
        ))}
      </SelectField>
      <div className={buttons}>
        <Button variant="primary" pending={assigning.isPending} onClick={assign}>
          Assign
        </Button>
        {children}
      </div>
    </>
  );
}
