import Pencil from 'lucide/pencil';
import Trash2 from 'lucide/trash-2';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Menu, type MenuGroup } from '../../ui/menu.tsx';

export interface RowStep {
  label: string;
  pending: boolean;
  run: () => void;
}

/** What is done to a row of a ticket: the next step with a button, and the others in a menu. */
export function RowSteps({
  about,
  next,
  others,
  onEdit,
  onRemove,
  ...away
}: {
  /** What the row is, in case it is not seen. */
  about: string;
  next: RowStep | undefined;
  others: MenuGroup['items'];
  onEdit: () => void;
  onRemove: () => void;
} & Pick<ButtonProps, 'disabledReason' | 'reasonId'>) {
  return (
    <>
      {next && (
        <Button
          {...away}
          variant="step"
          pending={next.pending}
          aria-label={`${next.label}: ${about}`}
          onClick={next.run}
        >
          {next.label}
        </Button>
      )}
      <Menu
        of={about}
        groups={[
          { items: [{ label: 'Edit', icon: Pencil, run: onEdit }, ...others] },
          { items: [{ label: 'Remove', icon: Trash2, isDanger: true, run: onRemove }] },
        ]}
      />
    </>
  );
}
