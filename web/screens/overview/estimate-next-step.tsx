import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Estimate } from '../../../domain/api-answers.ts';
import { effectiveStatus } from '../../../domain/estimate-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { noTechnicianMessage } from '../../actions/assign/assigning.ts';
import { MarkDeclinedComplete } from '../../actions/complete/mark-declined-complete.tsx';
import { GoOn } from '../../actions/go-on/go-on-button.tsx';
import { useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { useFromTechnicians } from '../../data/technicians.ts';
import { AssignToName, useAssigningByName } from '../../parts/repair/assign-button.tsx';
import { recordableSteps } from '../../parts/repair/estimate-steps.ts';
import { Holder } from '../../parts/repair/holder-name.tsx';
import { StatusBadge } from '../../parts/repair/status-badge.tsx';
import { isOffered } from '../../parts/repair/technician-use.ts';
import { awayId } from '../../parts/repair-list/row-cells.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/choice-fields.tsx';

/** An accepted one, until it has been assigned: then the ticket says what is to be done. */
export const waitsForTechnician = (estimate: Estimate) =>
  effectiveStatus(estimate) === 'accepted' && estimate.repairStatus === 'estimate-accepted';

const buttons = 'flex flex-wrap items-center gap-1.5 @4xl:justify-end';

/** What to do about a customer's answer, or how to record it. */
export function NextStep({ estimate }: { estimate: Estimate }) {
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

/** How far along the work is, and who has it, if anyone. */
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
      {chosen === undefined && likely !== undefined && (
        <AssignToName {...{ likely, assign }} variant="primary" pending={isAssigning} />
      )}
      {/* If there is little room, both go to the next line together. */}
      <div className="flex min-w-0 flex-[1_1_12.5rem] flex-wrap items-center gap-1.5 @4xl:justify-end">
        <div className="min-w-28 max-w-48 flex-1 desk:[&_select]:h-7">
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
    </div>
  );
}
