import { useAwayReason } from '../data/outage.ts';
import '../data/zod-setup.ts';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { repairEditSchema } from '../../domain/api-inputs.ts';
import { dateText } from '../../domain/calendar-date.ts';
import { fieldLabels } from '../../domain/field-list.ts';
import {
  type RepairFieldName,
  repairFieldNames,
  repairFields,
} from '../../domain/repair-fields.ts';
import { CallProblem, call } from '../data/call.ts';
import {
  alsoChangedWords,
  type ChangedField,
  isChangedMeanwhile,
  mergeStored,
  noteTyped,
  showSaved,
} from '../data/changed-meanwhile.ts';
import { putRepair, refreshRepairs } from '../data/repair-cache.ts';
import { ProblemBanner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { usePromiseChanged } from './promise-change.ts';
import { RepairControl } from './repair-control.tsx';
import { editOf, type TypedRepair, typedOf } from './repair-edit.ts';
import { repairProblem, showRepairProblem } from './repair-problem.ts';
import { ChangedNotice, OtherVersion } from './version-choice.tsx';

const labels = fieldLabels(repairFields);

const longNames = repairFieldNames.filter((name) => repairFields[name].kind === 'text');
const shortNames = repairFieldNames.filter((name) => !longNames.includes(name));

type Errors = Partial<Record<string, string>>;

function errorsFrom(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Errors {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

const hasFieldErrors = (error: Error | null): error is CallProblem =>
  error instanceof CallProblem && error.errors.length > 0;

const versionOf = (repair: Repair) => ({
  fields: typedOf(repair),
  seenVersion: repair.updatedAt,
});

interface SentEdit {
  body: Checked<'editRepair', 'body'>;
  seenVersion: string;
  /** What a colleague has changed since, and nobody was asked about. */
  alsoChanged: string | undefined;
}

export interface RepairEditFormProps {
  repair: Repair;
  onDone: () => void;
  /** Whether something typed would be lost now. */
  onDirtyChange: (isDirty: boolean) => void;
}

export function RepairEditForm({ repair, onDone, onDirtyChange }: RepairEditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [opened, setOpened] = useState(() => versionOf(repair));
  const [fields, setFields] = useState(opened.fields);
  const [errors, setErrors] = useState<Errors>({});
  const [changed, setChanged] = useState<ChangedField<RepairFieldName>[]>([]);
  const [alsoChanged, setAlsoChanged] = useState<string>();

  const awayReason = useAwayReason();
  const tellPromise = usePromiseChanged();
  const saving = useMutation({
    mutationFn: ({ body, seenVersion }: SentEdit) =>
      call('PATCH /api/repairs/{ticketNumber}', {
        params: { ticketNumber: repair.ticketNumber },
        body,
        seenVersion,
      }),
    onSuccess: (answer, sent) => {
      putRepair(answer.repair);
      if (sent.body.expectedOn === undefined) showSaved('Repair updated', sent.alsoChanged);
      else tellPromise(answer.repair, sent.alsoChanged);
      onDone();
    },
    onError: (error) => {
      if (isChangedMeanwhile(error)) {
        catchUp(error.document.repair as Repair);
      } else if (hasFieldErrors(error)) {
        refuse(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])));
      } else {
        showRepairProblem(error, undefined, 'in-place');
      }
    },
    onSettled: refreshRepairs,
  });

  /** A colleague was faster: both versions are shown where there are two, else it is saved after all. */
  function catchUp(stored: Repair) {
    const next = versionOf(stored);
    const merged = mergeStored(opened.fields, next.fields, fields);
    setOpened(next);
    setFields(merged.fields);
    setChanged(merged.changed);
    const also = alsoChangedWords(merged.taken.map((name) => labels[name]));
    setAlsoChanged(also);
    if (merged.changed.length === 0) save(next, merged.fields, also);
  }

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  function focus(name: string | undefined) {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  function refuse(next: Errors) {
    setErrors(next);
    focus(repairFieldNames.find((name) => next[name] !== undefined));
  }

  function change(name: RepairFieldName, value: string) {
    const next = { ...fields, [name]: value };
    setFields(next);
    setChanged(noteTyped(changed, name, value));
    setErrors({ ...errors, [name]: undefined });
    onDirtyChange(Object.keys(editOf(opened.fields, next)).length > 0);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!saving.isPending) save(opened, fields);
  }

  function save(from: typeof opened, now: TypedRepair, also?: string) {
    const edit = editOf(from.fields, now);
    if (Object.keys(edit).length === 0) {
      onDone();
      return;
    }
    const checked = repairEditSchema.safeParse(edit);
    const { seenVersion } = from;
    if (checked.success) saving.mutate({ body: checked.data, seenVersion, alsoChanged: also });
    else refuse(errorsFrom(checked.error.issues));
  }

  const control = (name: RepairFieldName) => (
    <div key={name} className="min-w-0">
      <RepairControl
        name={name}
        value={fields[name]}
        error={errors[name]}
        onChange={({ target }) => change(name, target.value)}
      />
      <OtherVersion
        {...{ name, changed }}
        label={labels[name]}
        value={fields[name]}
        wordsOf={(text) => (repairFields[name].kind === 'date' ? dateText(text) : text)}
        onChoose={change}
      />
    </div>
  );

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ChangedNotice isShown={changed.length > 0} alsoChanged={alsoChanged} />
      <div className="grid gap-4 sm:grid-cols-2">{shortNames.map(control)}</div>
      {longNames.map(control)}
      <div role="alert" className="empty:hidden">
        <ProblemBanner
          problem={
            hasFieldErrors(saving.error) || isChangedMeanwhile(saving.error)
              ? null
              : repairProblem(saving.error)
          }
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:border-t max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
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
