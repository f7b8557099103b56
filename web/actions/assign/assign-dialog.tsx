import { useRef, useState } from 'react';
import { isAllowed } from '../../../domain/repair-status.ts';
import type { ActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { repairLine } from '../../parts/repair/repair-summary.tsx';
import { movedOnWords } from '../../parts/repair/status-badge.tsx';
import { TechnicianChoice, TechnicianLoads } from '../../parts/repair/technician-loads.tsx';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { useSinglePress } from '../../ui/press.ts';
import { assigningProblem, noTechnicianMessage, useAssigning } from './assigning.ts';

export function AssignDialog({ open, onClose, repair }: ActionProps) {
  const field = useRef<HTMLInputElement>(null);
  /** The technician who had it before the customer accepted. */
  const holderId = repair.assignedTo ?? '';
  const [technicianId, setTechnicianId] = useState(holderId);
  const [error, setError] = useState<string>();
  const awayReason = useAwayReason();
  const assigning = useAssigning({ onAssigned: onClose });

  const isPossible =
    isAllowed('assign', repair.status) || isAllowed('assign-accepted', repair.status);

  function submit() {
    if (assigning.isPending || assigning.isSuccess) return;
    if (technicianId === '') {
      setError(noTechnicianMessage);
      field.current?.focus();
      return;
    }
    assigning.mutate({ ticketNumber: repair.ticketNumber, technicianId });
  }

  function choose(id: string) {
    setTechnicianId(id);
    setError(undefined);
  }

  function forget() {
    choose(holderId);
    assigning.reset();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={forget}
      title="Assign repair"
      description={repairLine(repair)}
      busy={assigning.isPending}
      initialFocus={field}
      onSubmit={submit}
      alert={<ProblemBanner problem={assigningProblem(assigning.error)} />}
      footer={
        <FormButtons
          pending={assigning.isPending}
          disabledReason={isPossible || assigning.isSuccess ? awayReason : movedOnWords(repair)}
        >
          Assign
        </FormButtons>
      }
    >
      <TechnicianChoice focusRef={field} chosenId={technicianId} onChoose={choose} error={error} />
    </Dialog>
  );
}

/** Gives a repair to another technician with one press; another press corrects a wrong one. */
export function ReassignDialog({ open, onClose, repair }: ActionProps) {
  const { ticketNumber, assignedTo } = repair;
  const awayReason = useAwayReason();
  const press = useSinglePress();
  const assigning = useAssigning({ onAssigned: onClose });
  const isPossible = assignedTo !== null && isAllowed('reassign', repair.status);
  const reason = isPossible ? awayReason : movedOnWords(repair);

  function choose(technicianId: string) {
    if (assignedTo === null || reason !== undefined || !press.take()) return;
    const assignment = { ticketNumber, technicianId, fromTechnicianId: assignedTo };
    assigning.mutate(assignment, { onError: press.release });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        press.release();
        assigning.reset();
      }}
      title="Reassign"
      description={repairLine(repair)}
      busy={assigning.isPending}
      alert={<ProblemBanner problem={assigningProblem(assigning.error)} />}
    >
      <div className="flex flex-col gap-4">
        {reason === undefined || assigning.isSuccess ? (
          <p className="text-ink-muted">Choose a technician for the repair.</p>
        ) : (
          <Banner tone="warning">{reason}</Banner>
        )}
        <TechnicianLoads
          chosenId={assigning.isPending ? assigning.variables.technicianId : ''}
          holderId={assignedTo}
          onChoose={choose}
        />
      </div>
    </Dialog>
  );
}
