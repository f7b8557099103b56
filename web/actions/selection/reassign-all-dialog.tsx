import { useMutation, useQuery } from '@tanstack/react-query';
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
import { countedText } from '../../ui/counts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSinglePress } from '../../ui/press.ts';
import { leftLines, type Outcome, oneByOne } from './one-by-one.ts';

/** Who has it on the screen: a colleague's assignment in the meantime is not overruled. */
const holderOf = ({ status, assignedTo }: RepairRow) =>
  isAllowed('reassign', status) ? assignedTo : null;

const give =
  (technicianId: string, fromOf: (repair: RepairRow) => string | null) => (repair: RepairRow) =>
    call('assignRepair', {
      params: { ticketNumber: repair.ticketNumber },
      body: { technicianId, fromTechnicianId: fromOf(repair) },
    });

/** Gives several repairs to a technician with one press. */
export function ReassignAllDialog({
  open,
  onClose,
  onClosed,
  repairs,
  onDone,
}: SelectionActionProps) {
  const awayReason = useAwayReason();
  const press = useSinglePress();
  const { data } = useQuery(techniciansQuery);
  const [holder, ...others] = [...new Set(repairs.map(holderOf))];
  const only = others.length === 0 ? (holder ?? null) : null;

  const giving = useMutation({
    mutationFn: (technicianId: string) =>
      oneByOne(
        repairs.filter((repair) => holderOf(repair) !== technicianId),
        give(technicianId, holderOf),
      ),
    onSuccess: (outcome, technicianId) => {
      const name = data?.items.find(({ id }) => id === technicianId)?.name ?? '';
      if (outcome.done.length > 0) showGiven(outcome, technicianId, name);
      if (outcome.left.length === 0) {
        onDone([]);
        onClose();
      } else onDone(outcome.left.map(({ repair }) => repair));
    },
    onSettled: press.release,
  });
  const outcome = giving.data;

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={`Reassign ${countedText(repairs.length, 'repair')}`}
      description="All of them go to the technician you press."
      busy={giving.isPending}
      alert={
        outcome !== undefined &&
        outcome.left.length > 0 && (
          <Banner
            tone="warning"
            title={`${countedText(outcome.left.length, 'repair')} not reassigned`}
          >
            {leftLines(outcome).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Banner>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {awayReason !== undefined && <Banner tone="warning">{awayReason}</Banner>}
        <TechnicianLoads
          chosenId={giving.isPending ? giving.variables : ''}
          holderId={only}
          onChoose={(technicianId) => {
            if (awayReason === undefined && press.take()) giving.mutate(technicianId);
          }}
        />
      </div>
    </Dialog>
  );
}

/** With the way back for those that another technician had. */
function showGiven({ done }: Outcome, technicianId: string, name: string): void {
  const had = done.filter((repair) => holderOf(repair) !== null);
  toasts.show({
    kind: 'success',
    title: `${countedText(done.length, 'repair')} reassigned`,
    detail: `With ${isolated(name)} now`,
    ...(had.length > 0 && {
      stays: 'offer',
      action: {
        label: 'Undo',
        run: async () => {
          const undone = await oneByOne(had, (repair) =>
            give(repair.assignedTo ?? '', () => technicianId)(repair),
          );
          toasts.show({
            kind: undone.left.length === 0 ? 'success' : 'info',
            title: `${countedText(undone.done.length, 'repair')} given back`,
            detail: leftLines(undone).join('\n') || undefined,
          });
        },
      },
    }),
  });
}
