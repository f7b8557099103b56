import { useAwayReason } from '../../data/outage.ts';
import '../../data/zod-setup.ts';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import type { Checked } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { repairEditSchema } from '../../../domain/api-inputs.ts';
import { fieldLabels } from '../../../domain/field-list.ts';
import {
  type RepairFieldName,
  repairFieldNames,
  repairFields,
} from '../../../domain/repair-fields.ts';
import { CallProblem, call } from '../../data/call.ts';
import {
  alsoChangedWords,
  type ChangedField,
  isChangedMeanwhile,
  mergeStored,
  noteTyped,
  showSaved,
} from '../../data/changed-meanwhile.ts';
import { editOf, type TypedRepair, typedOf } from '../../data/intake/typed-repair.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { ChangedNotice, OtherVersion } from '../../parts/form/version-choice.tsx';
import { isWide } from '../../parts/repair/field-details.tsx';
import { usePromiseChanged } from '../../parts/repair/promise-changed.ts';
import { fieldControls } from '../../parts/repair-form/field-controls.tsx';
import { RepairFormField } from '../../parts/repair-form/repair-form-field.tsx';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

const labels = fieldLabels(repairFields);

const wideNames = repairFieldNames.filter((name) => isWide(repairFields[name]));
const shortNames = repairFieldNames.filter((name) => !wideNames.includes(name));

const hasFieldErrors = (error: Error | null): error is CallProblem =>
  error instanceof CallProblem && error.errors.length > 0;

const versionOf = (repair: Repair) => ({
  fields: typedOf(repair),
  seenVersion: repair.updatedAt,
});

interface SentEdit {
  body: Checked<'editRepair', 'body'>;
  seenVersion: string;
  /** What a colleague has changed since, without a conflict to ask about. */
  alsoChanged: string | undefined;
}

export interface RepairEditFormProps {
  repair: Repair;
  onDone: () => void;
  /** Whether something typed would be lost now. */
  onDirtyChange: (isDirty: boolean) => void;
}

function EditedField({
  name,
  changed,
  onTyped,
}: {
  name: RepairFieldName;
  changed: readonly ChangedField<RepairFieldName>[];
  onTyped: (name: RepairFieldName, value: string) => void;
}) {
  const { setValue } = useFormContext<TypedRepair>();
  const value = useWatch<TypedRepair, RepairFieldName>({ name });
  return (
    <div className="min-w-0">
      <RepairFormField name={name} onTyped={onTyped} />
      <OtherVersion
        {...{ name, changed, value }}
        label={labels[name]}
        wordsOf={fieldControls[repairFields[name].kind].wordsOf}
        onChoose={(_, other) => {
          setValue(name, other);
          onTyped(name, other);
        }}
      />
    </div>
  );
}

export function RepairEditForm({ repair, onDone, onDirtyChange }: RepairEditFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [opened, setOpened] = useState(() => versionOf(repair));
  const form = useForm<TypedRepair>({ defaultValues: opened.fields });
  const [changed, setChanged] = useState<ChangedField<RepairFieldName>[]>([]);
  const [alsoChanged, setAlsoChanged] = useState<string>();

  const awayReason = useAwayReason();
  const showPromiseChanged = usePromiseChanged();
  const saving = useMutation({
    mutationFn: ({ body, seenVersion }: SentEdit) =>
      call('editRepair', {
        params: { ticketNumber: repair.ticketNumber },
        body,
        seenVersion,
      }),
    onSuccess: (answer, sent) => {
      putRepair(answer.repair);
      if (sent.body.expectedOn === undefined) showSaved('Repair updated', sent.alsoChanged);
      else showPromiseChanged(answer.repair, sent.alsoChanged);
      onDone();
    },
    onError: (error) => {
      if (isChangedMeanwhile(error)) {
        catchUp(error.document.repair as Repair);
      } else if (hasFieldErrors(error)) {
        refuse(error.errors.map(({ path, message }) => ({ path: path.split('.'), message })));
      } else {
        showRepairProblem(error, undefined, 'in-place');
      }
    },
    onSettled: refreshRepairs,
  });

  /** A colleague was faster: both versions are shown if they conflict; otherwise it is saved. */
  function catchUp(stored: Repair) {
    const next = versionOf(stored);
    const merged = mergeStored(opened.fields, next.fields, form.getValues());
    setOpened(next);
    for (const name of repairFieldNames) form.setValue(name, merged.fields[name]);
    setChanged(merged.changed);
    const also = alsoChangedWords(merged.taken.map((name) => labels[name]));
    setAlsoChanged(also);
    if (merged.changed.length === 0) save(next, merged.fields, also);
  }

  useEffect(() => {
    element.current?.querySelector('input')?.focus();
  }, []);

  /** @param faults with the path of what is wrong, which may be a part of a field */
  function refuse(faults: readonly { path: readonly PropertyKey[]; message: string }[]) {
    const wrong = faults.map(({ path }) => path[0]);
    for (const name of repairFieldNames) {
      const message = faults[wrong.indexOf(name)]?.message;
      if (message === undefined) form.clearErrors(name);
      else form.setError(name, { message });
    }
    const first = repairFieldNames.find((name) => wrong.includes(name));
    element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  function noteChange(name: RepairFieldName, value: string) {
    setChanged(noteTyped(changed, name, value));
    form.clearErrors(name);
    const edit = editOf(opened.fields, { ...form.getValues(), [name]: value });
    onDirtyChange(Object.keys(edit).length > 0);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!saving.isPending) save(opened, form.getValues());
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
    else refuse(checked.error.issues);
  }

  const edited = (name: RepairFieldName) => (
    <EditedField key={name} {...{ name, changed }} onTyped={noteChange} />
  );

  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ChangedNotice isShown={changed.length > 0} alsoChanged={alsoChanged} />
      <FormProvider {...form}>
        <div className="grid gap-4 sm:grid-cols-2">{shortNames.map(edited)}</div>
        {wideNames.map(edited)}
      </FormProvider>
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
