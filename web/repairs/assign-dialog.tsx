import { useRef, useState } from 'react';
import type { Repair } from '../../domain/api-answers.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { useAwayReason } from '../live/away-reason.ts';
import { TechnicianField } from '../technicians/technician-field.tsx';
import { TechnicianLoads } from '../technicians/technician-loads.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { isolated } from '../ui/isolated.ts';
import { ProblemBanner } from '../ui/problem-banner.tsx';
import { repairStatusLabel } from '../ui/status-badge.tsx';
import { assigningProblem, noTechnicianMessage, useAssigning } from './assigning.ts';

/** Gives a repair to a technician, or hands it on from the one who has it. */
export function AssignDialog({
  open,
  onClose,
  repair,
  fromTechnicianId,
}: {
  open: boolean;
  onClose: () => void;
  repair: Repair;
  /** Who has it on the screen of the one who hands it on. */
  fromTechnicianId?: string;
}) {
  const field = useRef<HTMLSelectElement>(null);
  const [technicianId, setTechnicianId] = useState('');
  const [error, setError] = useState<string>();
  const awayReason = useAwayReason();
  const assigning = useAssigning({ onAssigned: onClose });

  function submit() {
    if (assigning.isPending || assigning.isSuccess) return;
    if (technicianId === '') {
      setError(noTechnicianMessage);
      field.current?.focus();
      return;
    }
    assigning.mutate({ ticketNumber: repair.ticketNumber, technicianId, fromTechnicianId });
  }

  function choose(id: string) {
    setTechnicianId(id);
    setError(undefined);
  }

  function forget() {
    choose('');
    assigning.reset();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title={fromTechnicianId === undefined ? 'Assign repair' : 'Hand repair on'}
      description={`${repair.ticketNumber} · ${isolated(repair.watchBrand)} ${isolated(repair.watchModel)} · ${isolated(repair.customerName)}`}
      busy={assigning.isPending}
      initialFocus={field}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      alert={<ProblemBanner problem={assigningProblem(assigning.error)} />}
      footer={
        <>
          <DialogClose />
          <Button
            type="submit"
            variant="primary"
            pending={assigning.isPending}
            disabledReason={
              assigning.isSuccess
                ? undefined
                : (reasonNotToAssign(repair, fromTechnicianId) ?? awayReason)
            }
          >
            Assign
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TechnicianField
          ref={field}
          value={technicianId}
          onChange={(event) => choose(event.target.value)}
          except={fromTechnicianId}
          error={error}
        />
        <TechnicianLoads chosenId={technicianId} holderId={fromTechnicianId} onChoose={choose} />
      </div>
    </Dialog>
  );
}

function reasonNotToAssign(repair: Repair, fromTechnicianId: string | undefined) {
  const isHandingOn = fromTechnicianId !== undefined;
  const isPossible = isHandingOn
    ? isAllowed('reassign', repair.status) && repair.assignedTo === fromTechnicianId
    : isAllowed('assign', repair.status) || isAllowed('assign-accepted', repair.status);
  if (isPossible) return undefined;
  const holder =
    repair.assignedWatchmaker === null ? '' : `, with ${isolated(repair.assignedWatchmaker)}`;
  return `The ticket is at “${repairStatusLabel(repair.status)}”${holder} by now.`;
}
