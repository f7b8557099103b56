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
import { type Given, giveBack } from './give-back.ts';

/** Who has it on the screen: a colleague's assignment in the meantime is not overruled. */
const holderOf = ({ status, assignedTo }: RepairRow) =>
  isAllowed('reassign', status) ? assignedTo : null;

/** @returns what can be undone; null for one that the technician has anyway */
async function give(row: RepairRow, technicianId: string): Promise<Given | null> {
  const { ticketNumber } = row;
  const from = holderOf(row);
  if (from === technicianId) return null;
  const { repair } = await call('assignRepair', {
    params: { ticketNumber },
    body: { technicianId, fromTechnicianId: from },
  });
  return { ticketNumber, from, repair };
}

/** Gives several repairs to a technician with one press. */
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
  /** By all tries: one Undo is for all of them. */
  const given = useRef<Given[]>([]);

  const giving = useDoAll({
    repairs,
    act: give,
    onTried: ({ done }, technicianId, rest) => {
      const name = data?.items.find(({ id }) => id === technicianId)?.name ?? '';
      const now = done.flatMap(({ answer }) => answer ?? []);
      given.current = [...given.current, ...now];
      if (done.length > 0) showGiven(given.current, done.length - now.length, name);
      onDone(rest);
      if (rest.length === 0) onClose();
    },
  });
  const { rest, outcome, choice = '' } = giving;
  const [holder, ...others] = [...new Set(rest.map(holderOf))];
  const only = others.length === 0 ? (holder ?? null) : null;
  const start = (technicianId: string) => {
    if (awayReason === undefined) giving.start(technicianId);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={`Reassign ${countedText(rest.length, 'repair')}`}
      description={`All of them go to the technician you choose. ${leftOutWords(leftOut)}`}
      busy={giving.isPending}
      alert={<NotDone outcome={outcome} what="not reassigned" />}
      footer={
        <>
          {giving.progress && <div className="mr-auto">{giving.progress}</div>}
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
          chosenId={giving.isPending ? choice : ''}
          holderId={only}
          onChoose={start}
        />
      </div>
    </Dialog>
  );
}

/** With the way back. */
function showGiven(given: readonly Given[], hadAlready: number, name: string): void {
  if (given.length === 0) {
    toasts.show({ kind: 'info', title: `${isolated(name)} has them already` });
    return;
  }
  const already = hadAlready === 0 ? '' : `, who already had ${countedText(hadAlready, 'other')}`;
  toasts.show({
    kind: 'success',
    title: `${countedText(given.length, 'repair')} reassigned`,
    detail: `Now with ${isolated(name)}${already}`,
    stays: 'offer',
    action: { label: 'Undo', run: () => void giveBack(given) },
  });
}
