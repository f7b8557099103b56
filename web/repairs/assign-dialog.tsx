import { useRef, useState } from 'react';
import { isAllowed } from '../../domain/repair-status.ts';
import { useAwayReason } from '../data/outage.ts';
import { TechnicianChoice } from '../technicians/technician-loads.tsx';
import { ProblemBanner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { assigningProblem, movedOnWords, noTechnicianMessage, useAssigning } from './assigning.ts';
import { type RepairDialogProps, repairLine } from './open-repair-dialog.ts';

/** Gives a repair to a technician. */
export function AssignDialog({ open, onClose, repair }: RepairDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [technicianId, setTechnicianId] = useState('');
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
    choose('');
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
            disabledReason={isPossible || assigning.isSuccess ? awayReason : movedOnWords(repair)}
          >
            Assign
          </Button>
        </>
      }
    >
      <TechnicianChoice focusRef={field} chosenId={technicianId} onChoose={choose} error={error} />
    </Dialog>
  );
}
