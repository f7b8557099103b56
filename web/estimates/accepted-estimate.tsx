import { type ReactNode, useRef, useState } from 'react';
import type { Estimate } from '../../domain/api-answers.ts';
import { noTechnicianMessage, useAssigning } from '../repairs/assigning.ts';
import { TechnicianField } from '../technicians/technician-field.tsx';
import { Button } from '../ui/button.tsx';

/** The customer said yes: somebody must be given the work. */
export function AcceptedEstimate({
  estimate,
  children,
}: {
  estimate: Estimate;
  /** What else can be done with it. */
  children: ReactNode;
}) {
  const field = useRef<HTMLSelectElement>(null);
  const [technicianId, setTechnicianId] = useState('');
  const [error, setError] = useState<string>();
  const assigning = useAssigning();

  function assign() {
    if (assigning.isSuccess) return;
    if (technicianId === '') {
      setError(noTechnicianMessage);
      field.current?.focus();
      return;
    }
    assigning.mutate({ ticketNumber: estimate.repairId, technicianId });
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
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        <Button variant="primary" pending={assigning.isPending} onClick={assign}>
          Assign
        </Button>
      </div>
    </>
  );
}
