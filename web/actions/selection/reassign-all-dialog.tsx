import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { isAllowed } from '../../../domain/repair-status.ts';
import { call } from '../../data/call.ts';
import type { SelectionActionProps } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { toasts } from '../../data/toasts.ts';
import { TechnicianLoads } from '../../parts/repair/technician-loads.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { countedText } from '../../ui/counts.ts';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { leftOutWords, NotDone, useDoAll } from './do-all.tsx';
import { type Reassigned, undoReassign } from './undo-reassign.ts';

/** Who has it according to the screen: a colleague's assignment in the meantime is not overridden. */
const holderOf = ({ status, assignedTo }: RepairRow) =>
  isAllowed('reassign', status) ? assignedTo : null;

/** @returns what Undo needs; null if the technician already has the repair */
async function reassign(row: RepairRow, technicianId: string): Promise<Reassigned | null> {
  const { ticketNumber } = row;
  const from = holderOf(row);
  if (from === technicianId) return null;
  const { repair } = await call('assignRepair', {
    params: { ticketNumber },
    body: { technicianId, fromTechnicianId: from },
  });
  return { ticketNumber, from, repair };
}

/** Reassigns several repairs to a technician with one press. */
export function ReassignAllDialog({
  open,
  onClose,
  onClosed,
  repairs,
  leftOut,
  onDone,
}: SelectionActionProps) {
  const awayReason = useAwayReason();
  const { data } = useQuery(techniciansQuery);
  /** From all tries: one Undo covers them all. */
  const reassigned = useRef<Reassigned[]>([]);

  const reassigning = useDoAll({
    repairs,
    act: reassign,
    onTried: ({ done }, technicianId, rest) => {
      const name = data?.items.find(({ id }) => id === technicianId)?.name ?? '';
      const now = done.flatMap(({ answer }) => answer ?? []);
      reassigned.current = [...reassigned.current, ...now];
      if (done.length > 0) showReassigned(reassigned.current, done.length - now.length, name);
      onDone(rest);
      if (rest.length === 0) onClose();
    },
  });
  const { rest, outcome, choice = '' } = reassigning;
  const [holder, ...others] = [...new Set(rest.map(holderOf))];
  const only = others.length === 0 ? (holder ?? null) : null;
  const start = (technicianId: string) => {
    if (awayReason === undefined) reassigning.start(technicianId);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={`Reassign ${countedText(rest.length, 'repair')}`}
      description={`All of them go to the technician you choose. ${leftOutWords(leftOut)}`}
      busy={reassigning.isPending}
      alert={<NotDone outcome={outcome} what="not reassigned" />}
      footer={
        <>
          {reassigning.progress && <div className="mr-auto">{reassigning.progress}</div>}
          <DialogClose />
          {outcome !== undefined && (
            <Button variant="primary" onClick={() => start(choice)}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {awayReason !== undefined && <Banner tone="warning">{awayReason}</Banner>}
        <TechnicianLoads
          chosenId={reassigning.isPending ? choice : ''}
          holderId={only}
          onChoose={start}
        />
      </div>
    </Dialog>
  );
}

/** Says what was reassigned, and offers Undo. */
function showReassigned(reassigned: readonly Reassigned[], hadAlready: number, name: string): void {
  if (reassigned.length === 0) {
    toasts.show({ kind: 'info', title: `${isolated(name)} already has them` });
    return;
  }
  const already = hadAlready === 0 ? '' : `, who already had ${countedText(hadAlready, 'other')}`;
  toasts.show({
    kind: 'success',
    title: `${countedText(reassigned.length, 'repair')} reassigned`,
    detail: `Now with ${isolated(name)}${already}`,
    stays: 'offer',
    action: { label: 'Undo', run: () => void undoReassign(reassigned) },
  });
}
