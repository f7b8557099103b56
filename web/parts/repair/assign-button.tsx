import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide/chevron-down';
import UserCheck from 'lucide/user-check';
import { useState } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { likelyTechnician } from '../../../domain/likely-technician.ts';
import { loadAction, useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { showNotOpened } from '../../data/panels.ts';
import { techniciansQuery } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { useSinglePress } from '../../ui/press.ts';
import { isOffered } from './technician-use.ts';

/** Who may be given a repair, who most likely does it, and how to give it to one of them. */
function useAssigningByName(repair: RepairRow) {
  const { data } = useQuery(techniciansQuery);
  const { open, opening } = useActionsOn(repair);
  const isAway = useAwayReason() !== undefined;
  const [isAssigning, setIsAssigning] = useState(false);
  const press = useSinglePress();
  const technicians = (data?.items ?? []).filter(isOffered);

  async function assign(technicianId: string): Promise<void> {
    if (!press.take()) return;
    setIsAssigning(true);
    try {
      const assignTo = await loadAction('assign-to');
      await assignTo(repair.ticketNumber, technicianId);
    } catch {
      showNotOpened();
    } finally {
      press.release();
      setIsAssigning(false);
    }
  }

  return {
    technicians,
    // The dialog says why it cannot be done now.
    likely: isAway ? undefined : likelyTechnician(repair, technicians),
    assign,
    openDialog: () => void open('assign'),
    isPending: isAssigning || opening === 'assign',
  };
}

/** "Assign to Tom": one press. Where nobody can be named, "Assign" opens the dialog. */
export function AssignToButton({
  repair,
  variant = 'primary',
}: {
  repair: RepairRow;
  variant?: ButtonVariant;
}) {
  const { likely, assign, openDialog, isPending } = useAssigningByName(repair);
  if (likely === undefined) {
    return (
      <Button variant={variant} pending={isPending} onClick={openDialog}>
        Assign
      </Button>
    );
  }
  return (
    <Button variant={variant} pending={isPending} onClick={() => void assign(likely.id)}>
      <LikelyName name={likely.name} />
    </Button>
  );
}

const LikelyName = ({ name }: { name: string }) => (
  <span className="max-w-40 truncate">
    Assign to <bdi>{name}</bdi>
  </span>
);

/** {@link AssignToButton} with all the others, and the dialog, behind the arrow beside it. */
export function AssignButtons({
  repair,
  variant = 'primary',
}: {
  repair: RepairRow;
  variant?: ButtonVariant;
}) {
  const { technicians, likely, assign, openDialog, isPending } = useAssigningByName(repair);
  return (
    <span className="inline-flex min-w-0 [&>.contents+.contents>button]:rounded-l-none [&>.contents+.contents>button]:border-l-line [&>.contents+.contents>button]:px-1.5 [&>.contents:has(+.contents)>button]:rounded-r-none">
      {likely !== undefined && (
        <Button variant={variant} pending={isPending} onClick={() => void assign(likely.id)}>
          <LikelyName name={likely.name} />
        </Button>
      )}
      <Menu
        label="Assign"
        variant={variant}
        shown={
          likely === undefined ? (
            'Assign'
          ) : (
            <ChevronDown aria-hidden="true" size={16} className="shrink-0" />
          )
        }
        groups={[
          {
            items: technicians.map(({ id, name, activeRepairs }) => ({
              label: isolated(name),
              note: `${activeRepairs} active`,
              run: () => void assign(id),
            })),
          },
          { items: [{ label: 'Assign repair…', icon: UserCheck, run: openDialog }] },
        ].filter(({ items }) => items.length > 0)}
      />
    </span>
  );
}
