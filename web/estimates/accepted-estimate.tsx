import { type ReactNode, useRef, useState } from 'react';
import type { Estimate } from '../../domain/api-answers.ts';
import { noTechnicianMessage, useAssigning } from '../repairs/assigning.ts';
import { TechnicianField } from '../technicians/technician-field.tsx';
import { Button } from '../ui/button.tsx';
import { useSinglePress } from '../ui/single-press.ts';

/** The customer said yes: the work must be assigned. */
export function AcceptedEstimate({
  estimate,
  children,
}: {
  estimate: Estimate;
  /** What else can be done with it. */
  children: ReactNode;
}) {
  const field = useRef<HTMLSelectElement>(null);
  // The technician who had the watch before the estimate most likely goes on with it.
  const [technicianId, setTechnicianId] = useState(estimate.assignedTo ?? '');
  const [error, setError] = useState<string>();
  const assigning = useAssigning();
  const press = useSinglePress();

  function assign() {
    if (technicianId === '') {
      setError(noTechnicianMessage);
      field.current?.focus();
      return;
    }
    if (!press.take()) return;
    assigning.mutate({ ticketNumber: estimate.repairId, technicianId }, { onError: press.release });
  }

  return (
    <>
      <TechnicianField
        ref={field}
        describesChosen
        value={technicianId}
        onChange={(event) => {
          setTechnicianId(event.target.value);
          setError(undefined);
        }}
        error={error}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        {children}
        <Button variant="primary" pending={assigning.isPending} onClick={assign}>
          Assign
        </Button>
      </div>
    </>
  );
}
