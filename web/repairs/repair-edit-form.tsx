import { useAwayReason } from '../live/away-reason.ts';
import '../api/zod-setup.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { repairEditSchema } from '../../domain/api-inputs.ts';
import { CallProblem, call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { ProblemBanner } from '../ui/problem-banner.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toasts } from '../ui/toasts.ts';
import { putRepair, refreshRepairs } from './repair-cache.ts';
import { type EditFields, editFieldNames, editFieldsOf, editOf } from './repair-edit.ts';
import { repairProblem, showRepairProblem } from './repair-problem.ts';

type Errors = Partial<Record<string, string>>;

function errorsFrom(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Errors {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

const hasFieldErrors = (error: Error | null): error is CallProblem =>
  error instanceof CallProblem && error.errors.length > 0;

export interface RepairEditFormProps {
  repair: Repair;
  onDone: () => void;
  /** Whether something typed would be lost now. */
  onDirtyChange: (isDirty: boolean) => void;
}

/** Corrects the watch, the request and the price of a repair. */
export function RepairEditForm({ repair, onDone, onDirtyChange }: RepairEditFormProps) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [before] = useState(() => editFieldsOf(repair));
  const [fields, setFields] = useState(before);
  const [errors, setErrors] = useState<Errors>({});

  const awayReason = useAwayReason();
  const saving = useMutation({
    mutationFn: (body: Checked<'editRepair', 'body'>) =>
      call('PATCH /api/repairs/{ticketNumber}', {
        params: { ticketNumber: repair.ticketNumber },
        body,
      }),
    onSuccess: (answer) => {
      putRepair(queryClient, answer.repair);
      toasts.show({ kind: 'success', title: 'Repair updated' });
      onDone();
    },
    onError: (error) => {
      if (hasFieldErrors(error)) {
        refuse(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])));
      } else {
        showRepairProblem(error);
      }
    },
    onSettled: () => refreshRepairs(queryClient),
  });

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  function focus(name: string | undefined) {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  function refuse(next: Errors) {
    setErrors(next);
    focus(editFieldNames.find((name) => next[name] !== undefined));
  }

  function change(name: keyof EditFields, value: string) {
    const next = { ...fields, [name]: value };
    setFields(next);
    setErrors({ ...errors, [name]: undefined });
    onDirtyChange(Object.keys(editOf(before, next)).length > 0);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving.isPending) return;
    const edit = editOf(before, fields);
    if (Object.keys(edit).length === 0) {
      onDone();
      return;
    }
    const checked = repairEditSchema.safeParse(edit);
    if (checked.success) saving.mutate(checked.data);
    else refuse(errorsFrom(checked.error.issues));
  }

  const control = (name: keyof EditFields) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Watch brand" {...control('watchBrand')} />
        <TextField label="Watch model" {...control('watchModel')} />
        <TextField label="Serial number" optional {...control('serialNumber')} />
        <MoneyField label="Repair price" optional {...control('repairPrice')} />
      </div>
      <TextArea label="Request" {...control('issue')} />
      <TextArea label="Price notes" optional rows={2} {...control('priceNotes')} />
      <div role="alert" className="empty:hidden">
        <ProblemBanner
          problem={hasFieldErrors(saving.error) ? null : repairProblem(saving.error)}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={saving.isPending}
          disabledReason={awayReason}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
