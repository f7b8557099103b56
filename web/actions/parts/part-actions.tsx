import { useMutation } from '@tanstack/react-query';
import PackageCheck from 'lucide/package-check';
import PackageX from 'lucide/package-x';
import type { Part } from '../../../domain/api-parts.ts';
import { isolated } from '../../../domain/isolated.ts';
import { type PartState, partState } from '../../../domain/part-state.ts';
import { type RowStep, RowSteps } from '../../parts/repair/row-steps.tsx';
import { useToday } from '../../parts/time/shop-calendar.ts';
import type { ButtonProps } from '../../ui/button.tsx';
import { markPart, type PartDate, removePart } from './part-steps.ts';

/** The usual next step. */
const nextSteps: Partial<Record<PartState, { date: PartDate; label: string }>> = {
  needed: { date: 'orderedOn', label: 'Ordered' },
  ordered: { date: 'receivedOn', label: 'Received' },
};

/** A part's next step, dated today, and a menu with the others. */
export function PartActions({
  part,
  instead,
  onEdit,
  ...away
}: {
  part: Part;
  /** A step to show instead of the next one, which is then in the menu. */
  instead?: RowStep;
  onEdit: () => void;
} & Pick<ButtonProps, 'disabledReason' | 'reasonId'>) {
  const today = useToday();
  const marking = useMutation({ mutationFn: (date: PartDate) => markPart(part, date, today) });
  const removing = useMutation({ mutationFn: () => removePart(part) });
  const state = partState(part);
  const usual = nextSteps[state];
  const isBusy = marking.isPending || removing.isPending;
  const mark = (date: PartDate) => {
    if (!isBusy) marking.mutate(date);
  };
  return (
    <RowSteps
      {...away}
      about={isolated(part.description)}
      next={
        instead ?? (usual && { label: usual.label, pending: isBusy, run: () => mark(usual.date) })
      }
      others={[
        ...(state === 'needed' || instead
          ? [{ label: 'Received', icon: PackageCheck, run: () => mark('receivedOn') }]
          : []),
        ...(state === 'returned'
          ? []
          : [{ label: 'Returned', icon: PackageX, run: () => mark('returnedOn') }]),
      ]}
      onEdit={onEdit}
      onRemove={() => removing.mutate()}
    />
  );
}
