import { useMutation } from '@tanstack/react-query';
import PackageCheck from 'lucide/package-check';
import PackageX from 'lucide/package-x';
import Pencil from 'lucide/pencil';
import Trash2 from 'lucide/trash-2';
import type { Part } from '../../../domain/api-parts.ts';
import { isolated } from '../../../domain/isolated.ts';
import { type PartState, partState } from '../../../domain/part-state.ts';
import { useToday } from '../../parts/time/shop-calendar.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { markPart, type PartDate, removePart } from './part-steps.ts';

/** The usual next step. */
const nextSteps: Partial<Record<PartState, { date: PartDate; label: string }>> = {
  needed: { date: 'orderedOn', label: 'Ordered' },
  ordered: { date: 'receivedOn', label: 'Received' },
};

/** A part's next step, dated today, and a menu with the others. */
export function PartActions({
  part,
  variant = 'secondary',
  instead,
  onEdit,
  ...away
}: {
  part: Part;
  variant?: ButtonVariant;
  /** A step that comes before the next one, which then moves into the menu. */
  instead?: { label: string; pending: boolean; run: () => void };
  onEdit: () => void;
} & Pick<ButtonProps, 'disabledReason' | 'reasonId'>) {
  const today = useToday();
  const marking = useMutation({ mutationFn: (date: PartDate) => markPart(part, date, today) });
  const removing = useMutation({ mutationFn: () => removePart(part) });
  const state = partState(part);
  const next = nextSteps[state];
  const mark = (date: PartDate) => {
    if (!marking.isPending && !removing.isPending) marking.mutate(date);
  };
  const about = isolated(part.description);
  return (
    <>
      {instead ? (
        <Button
          {...away}
          variant={variant}
          pending={instead.pending}
          aria-label={`${instead.label}: ${about}`}
          onClick={instead.run}
        >
          {instead.label}
        </Button>
      ) : (
        next && (
          <Button
            {...away}
            variant={variant}
            pending={marking.isPending || removing.isPending}
            aria-label={`${next.label}: ${about}`}
            onClick={() => mark(next.date)}
          >
            {next.label}
          </Button>
        )
      )}
      <Menu
        of={about}
        groups={[
          {
            items: [
              { label: 'Edit', icon: Pencil, run: onEdit },
              ...(state === 'needed' || instead
                ? [{ label: 'Received', icon: PackageCheck, run: () => mark('receivedOn') }]
                : []),
              ...(state === 'returned'
                ? []
                : [{ label: 'Returned', icon: PackageX, run: () => mark('returnedOn') }]),
            ],
          },
          {
            items: [
              { label: 'Remove', icon: Trash2, isDanger: true, run: () => removing.mutate() },
            ],
          },
        ]}
      />
    </>
  );
}
