import { useMutation } from '@tanstack/react-query';
import { type FunctionComponent, type ReactNode, useRef, useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import { dateText, isCalendarDate } from '../../../domain/calendar-date.ts';
import { type FieldKind, fieldKinds } from '../../../domain/field-kinds.ts';
import { type Field, readTyped } from '../../../domain/field-list.ts';
import { CallProblem } from '../../data/call.ts';
import {
  alsoChangedWords,
  type ChangedField,
  isChangedMeanwhile,
  mergeStored,
  noteTyped,
  showSaved,
} from '../../data/changed-meanwhile.ts';
import { useAwayReason } from '../../data/outage.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem, showRepairProblem } from '../../data/repair-problem.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { CheckField } from '../../ui/choice-fields.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';
import { MoneyField, TextArea, TextField } from '../../ui/text-field.tsx';
import { ChangedNotice, OtherVersion } from './version-choice.tsx';

/** A dialog for the fields of a ticket's part, photo and the like. If two people edit one, no version is lost. */

/** A field of the form; its control holds text. */
export interface FormField {
  label: string;
  /** What is typed → what the contract's schema checks. */
  read: (typed: string) => unknown;
  /** A value as people read it, if that differs from how it is typed. */
  wordsOf?: (typed: string) => string;
  /** Takes the full width. */
  isWide?: boolean;
  draw: (control: {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (typed: string) => void;
  }) => ReactNode;
}

interface ControlProps {
  name: string;
  label: string;
  optional: boolean;
  hint: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

interface KindControl extends Pick<FormField, 'wordsOf'> {
  Control: FunctionComponent<ControlProps>;
}

const inOneLine = { autoComplete: 'off', spellCheck: false } as const;
const { flag } = fieldKinds;

/** The controls of the kinds of fields that such a dialog has: a field of another kind does not compile. */
const controls = {
  line: {
    Control: ({ onChange, ...props }) => (
      <TextField {...props} {...inOneLine} onChange={({ target }) => onChange(target.value)} />
    ),
  },
  text: {
    Control: ({ onChange, ...props }) => (
      <TextArea {...props} onChange={({ target }) => onChange(target.value)} />
    ),
  },
  price: {
    Control: ({ onChange, ...props }) => (
      <MoneyField {...props} {...inOneLine} onChange={({ target }) => onChange(target.value)} />
    ),
  },
  date: {
    Control: ({ hint, onChange, ...props }) => (
      <TextField
        {...props}
        {...inOneLine}
        type="date"
        // People think in weekdays.
        hint={isCalendarDate(props.value) ? dateText(props.value) : hint}
        onChange={({ target }) => onChange(target.value)}
      />
    ),
    wordsOf: (typed) => dateText(typed),
  },
  flag: {
    Control: ({ optional: _, value, onChange, ...props }) => (
      <CheckField
        {...props}
        checked={flag.read(value) === true}
        onChange={({ target }) => onChange(target.checked ? flag.write(true) : '')}
      />
    ),
  },
} satisfies Partial<Record<FieldKind, KindControl>>;

/** The usual control of a field of a list. */
export function formField(
  field: Field & { kind: keyof typeof controls },
  { isWide = false, hint }: { isWide?: boolean; hint?: string | undefined } = {},
): FormField {
  const { label, isRequired, kind } = field;
  const { Control, wordsOf }: KindControl = controls[kind];
  return {
    label,
    read: (typed) => readTyped(field, typed),
    ...(wordsOf && { wordsOf }),
    isWide,
    draw: (control) => <Control {...control} label={label} optional={!isRequired} hint={hint} />,
  };
}

export interface FieldsVersion<Name extends string> {
  fields: Readonly<Record<Name, string>>;
  /** Null for something new. */
  seenVersion: string | null;
}

interface FieldsDialogProps<Name extends string> {
  open: boolean;
  onClose: () => void;
  onClosed?: () => void;
  title: string;
  description: string;
  submitLabel: string;
  /** In their order in the form. */
  form: Readonly<Record<Name, FormField>>;
  /** The form's starting values. */
  version: FieldsVersion<Name>;
  /** The stored version in a changed-meanwhile refusal. */
  versionIn: (document: Readonly<Record<string, unknown>>) => FieldsVersion<Name>;
  /** @param edit the fields that differ from the version; for something new, all of them */
  save: (edit: Record<string, unknown>, seenVersion: string | null) => Promise<{ repair: Repair }>;
  savedTitle: string;
  /** A warning shown once before saving; null for none. */
  noteOn?: (typed: Readonly<Record<Name, string>>) => ReactNode;
}

export function FieldsDialog<Name extends string>({
  open,
  onClose,
  onClosed,
  title,
  description,
  submitLabel,
  form,
  version,
  versionIn,
  save,
  savedTitle,
  noteOn,
}: FieldsDialogProps<Name>) {
  const names = Object.keys(form) as Name[];
  const body = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(version);
  const [typed, setTyped] = useState(version.fields);
  const [changed, setChanged] = useState<ChangedField<Name>[]>([]);
  const [alsoChanged, setAlsoChanged] = useState<string>();
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({});
  const awayReason = useAwayReason();

  const saving = useMutation({
    mutationFn: ({ from, now }: Sent) => save(editOf(from, now), from.seenVersion),
    onSuccess: ({ repair }, { also }) => {
      putRepair(repair);
      showSaved(savedTitle, also, repair.ticketNumber);
      onClose();
    },
    onError: (error, sent) => {
      if (isChangedMeanwhile(error)) catchUp(error, sent.now);
      else if (!refuse(error)) showRepairProblem(error, undefined, 'in-place');
    },
    onSettled: refreshRepairs,
  });
  const { error, isPending, isSuccess } = saving;

  interface Sent {
    from: FieldsVersion<Name>;
    now: Readonly<Record<Name, string>>;
    /** Fields that only a colleague has changed. */
    also: string | undefined;
  }

  /** If two people edit different fields, neither undoes the other. */
  function editOf({ fields, seenVersion }: FieldsVersion<Name>, now: Sent['now']) {
    const sent = names.filter(
      (name) => seenVersion === null || fields[name].trim() !== now[name].trim(),
    );
    return Object.fromEntries(sent.map((name) => [name, form[name].read(now[name])]));
  }

  function submit() {
    if (isPending || isSuccess) return;
    setFaults({});
    const isSame = Object.keys(editOf(opened, typed)).length === 0;
    if (isSame) onClose();
    else saving.mutate({ from: opened, now: typed, also: alsoChanged });
  }

  /** A colleague was faster: both versions are shown if they conflict; otherwise it is saved. */
  function catchUp({ document }: CallProblem, now: Sent['now']) {
    const stored = versionIn(document);
    const merged = mergeStored(opened.fields, stored.fields, now);
    const also = alsoChangedWords(merged.taken.map((name) => form[name].label));
    setOpened(stored);
    setTyped(merged.fields);
    setChanged(merged.changed);
    setAlsoChanged(also);
    if (merged.changed.length === 0) saving.mutate({ from: stored, now: merged.fields, also });
  }

  /** @returns whether the refusal is about fields and is shown there */
  function refuse(refusal: Error): boolean {
    const errors = refusal instanceof CallProblem ? refusal.errors : [];
    const wrong = names.flatMap((name) => {
      const message = errors.find(({ path }) => path === name)?.message;
      return message === undefined ? [] : [[name, message] as const];
    });
    setFaults(Object.fromEntries(wrong) as Partial<Record<Name, string>>);
    const [first] = wrong;
    if (first) body.current?.querySelector<HTMLElement>(`[name="${first[0]}"]`)?.focus();
    return first !== undefined;
  }

  function change(name: Name, text: string) {
    setTyped({ ...typed, [name]: text });
    setChanged(noteTyped(changed, name, text));
    if (faults[name] !== undefined) {
      const { [name]: _, ...others } = faults;
      setFaults(others as typeof faults);
    }
  }

  const isSaidInPlace = Object.keys(faults).length > 0 || isChangedMeanwhile(error);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      {...(onClosed && { onClosed })}
      title={title}
      description={description}
      dirty={!isSuccess && names.some((name) => typed[name] !== version.fields[name])}
      busy={isPending}
      onSubmit={submit}
      alert={<ProblemBanner problem={isSaidInPlace ? null : repairProblem(error)} />}
      footer={
        <FormButtons pending={isPending} disabledReason={isSuccess ? undefined : awayReason}>
          {submitLabel}
        </FormButtons>
      }
    >
      <div ref={body} className="flex flex-col gap-4">
        <ChangedNotice isShown={changed.length > 0} alsoChanged={alsoChanged} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {names.map((name) => {
            const { label, draw, wordsOf, isWide } = form[name];
            return (
              <div key={name} className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
                {draw({
                  name,
                  value: typed[name],
                  error: faults[name],
                  onChange: (text) => change(name, text),
                })}
                <OtherVersion
                  {...{ name, changed, label }}
                  value={typed[name]}
                  {...(wordsOf && { wordsOf })}
                  onChoose={change}
                />
              </div>
            );
          })}
        </div>
        {noteOn?.(typed)}
      </div>
    </Dialog>
  );
}
