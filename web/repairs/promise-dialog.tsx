import { useRef, useState } from 'react';
import { isAllowed } from '../../domain/repair-status.ts';
import { CallProblem } from '../data/call.ts';
import { useAwayReason } from '../data/outage.ts';
import { ProblemBanner } from '../ui/banner.tsx';
import { Dialog, FormButtons } from '../ui/dialog.tsx';
import { movedOnWords } from './assigning.ts';
import { type RepairDialogProps, repairLine } from './open-repair-dialog.ts';
import { useChangePromise } from './promise-change.ts';
import { PromiseField } from './promise-field.tsx';
import { repairProblem } from './repair-problem.ts';

/** The quick way to another date: from the ticket and from the menu of its card. */
export function PromiseDialog({ open, onClose, repair }: RepairDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  /** Null until something is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const awayReason = useAwayReason();
  const changing = useChangePromise(repair);
  const { error } = changing;
  const fieldError = error instanceof CallProblem ? error.errors[0]?.message : undefined;
  const value = typed ?? repair.expectedOn ?? '';
  const isPossible = isAllowed('edit', repair.status);

  function submit() {
    if (changing.isPending || changing.isSuccess) return;
    const expectedOn = value === '' ? null : value;
    if (expectedOn === repair.expectedOn) return onClose();
    changing.mutate(
      { expectedOn, seenVersion: repair.updatedAt },
      { onSuccess: onClose, onError: () => field.current?.focus() },
    );
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        setTyped(null);
        changing.reset();
      }}
      title="Date promised"
      description={repairLine(repair)}
      busy={changing.isPending}
      initialFocus={field}
      onSubmit={submit}
      alert={<ProblemBanner problem={fieldError === undefined ? repairProblem(error) : null} />}
      footer={
        <FormButtons
          pending={changing.isPending}
          disabledReason={isPossible || changing.isSuccess ? awayReason : movedOnWords(repair)}
        >
          Save
        </FormButtons>
      }
    >
      <PromiseField
        ref={field}
        name="expectedOn"
        label="Date promised"
        optional
        value={value}
        error={fieldError}
        onChange={({ target }) => {
          setTyped(target.value);
          if (error !== null) changing.reset();
        }}
      />
    </Dialog>
  );
}
