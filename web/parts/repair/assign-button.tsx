import ChevronDown from 'lucide/chevron-down';
import UserCheck from 'lucide/user-check';
import { useState } from 'react';
import type { RepairRow } from '../../../domain/api-answers.ts';
import { isolated } from '../../../domain/isolated.ts';
import { loadAction, useActionsOn } from '../../data/open-action.ts';
import { useAwayReason } from '../../data/outage.ts';
import { showNotOpened } from '../../data/panels.ts';
import { techniciansNow, useFromTechnicians } from '../../data/technicians.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useSinglePress } from '../../ui/press.ts';
import { likelyId } from './likely-id.ts';
import { isOffered } from './technician-use.ts';

type Assignable = Pick<RepairRow, 'ticketNumber' | 'watchBrand' | 'assignedTo'>;

/** Who will most likely do a repair, and how to assign it with one press, for every part that offers that. */
export function useAssigningByName(repair: Assignable) {
  const id = useFromTechnicians((all) => likelyId(all, repair));
  const name = useFromTechnicians((all) => all.find((one) => one.id === id)?.name);
  const awayReason = useAwayReason();
  const [isAssigning, setIsAssigning] = useState(false);
  const press = useSinglePress();

  async function assign(technicianId: string): Promise<void> {
    if (awayReason !== undefined || !press.take()) return;
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

  const isNamed = awayReason === undefined && id !== undefined && name !== undefined;
  return { likely: isNamed ? { id, name } : undefined, assign, isAssigning, awayReason };
}

/** "Assign to Tom". */
export function AssignToName({
  likely: { id, name },
  assign,
  ...rest
}: {
  likely: { id: string; name: string };
  assign: (technicianId: string) => Promise<void>;
} & Pick<ButtonProps, 'variant' | 'pending'>) {
  return (
    <Button {...rest} title={`Assign to ${isolated(name)}`} onClick={() => void assign(id)}>
      <span className="max-w-32 truncate">
        Assign to <bdi>{name}</bdi>
      </span>
    </Button>
  );
}

/**
 * Pressing the likely name assigns; if no one can be named now, "Assign" opens the dialog, which says why it
 * can't be done.
 */
export function AssignTo({
  repair,
  variant = 'primary',
  hasOthers = false,
  reasonId,
}: {
  repair: RepairRow;
  /** Adds an arrow beside it that offers all the others and the dialog. */
  hasOthers?: boolean;
} & Pick<ButtonProps, 'variant' | 'reasonId'>) {
  const { likely, assign, isAssigning, awayReason } = useAssigningByName(repair);
  const { open, opening } = useActionsOn(repair);
  const openDialog = () => void open('assign');
  const pending = isAssigning || opening === 'assign';
  const named = likely && <AssignToName {...{ likely, assign, variant, pending }} />;
  if (!hasOthers) {
    return (
      named ?? (
        <Button
          {...{ variant, pending }}
          {...(reasonId !== undefined && { disabledReason: awayReason, reasonId })}
          onClick={openDialog}
        >
          Assign
        </Button>
      )
    );
  }
  const names = () =>
    techniciansNow()
      .filter(isOffered)
      .map(({ id, name, activeRepairs }) => ({
        label: isolated(name),
        note: `${activeRepairs} active`,
        run: () => void assign(id),
      }));
  return (
    <span className="inline-flex min-w-0 [&>.contents+.contents>button]:rounded-l-none [&>.contents+.contents>button]:border-l-line [&>.contents+.contents>button]:min-w-7.5 [&>.contents+.contents>button]:px-0! pointer-coarse:[&>.contents+.contents>button]:min-w-11 [&>.contents:has(+.contents)>button]:rounded-r-none">
      {named}
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
        groups={() =>
          [
            { items: awayReason === undefined ? names() : [] },
            { items: [{ label: 'Assign repair…', icon: UserCheck, run: openDialog }] },
          ].filter(({ items }) => items.length > 0)
        }
      />
    </span>
  );
}
