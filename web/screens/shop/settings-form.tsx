import '../../data/zod-setup.ts';
import { useMutation } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { StoredSettings } from '../../../domain/api-settings.ts';
import { shopSettingsSchema } from '../../../domain/shop-settings.ts';
import { CallProblem, call } from '../../data/call.ts';
import {
  alsoChangedWords,
  type ChangedField,
  isChangedMeanwhile,
  mergeStored,
  noteTyped,
} from '../../data/changed-meanwhile.ts';
import { failureOf } from '../../data/failure-toast.ts';
import { useAwayReason } from '../../data/outage.ts';
import { queryClient, settingsQuery } from '../../data/queries.ts';
import { refreshSettings } from '../../data/repair-cache.ts';
import { ChangedNotice } from '../../parts/form/version-choice.tsx';
import { type Problem, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { type SettingsPart, type Typed, type Versions, withEffect } from './settings-parts.ts';
import { changedSettings } from './settings-words.ts';

type Errors = Readonly<Record<string, string | undefined>>;

interface SettingsFields {
  fields: Typed;
  /** The fields as they were last saved. */
  stored: Typed;
  errors: Errors;
  changed: readonly ChangedField<string>[];
  change: (name: string, value: string) => void;
}

const FieldsContext = createContext<SettingsFields | null>(null);

/** Of the form around it. */
export function useSettingsFields(): SettingsFields {
  const fields = use(FieldsContext);
  if (fields === null) throw new Error('A settings field is outside its form');
  return fields;
}

interface Opened {
  stored: StoredSettings;
  typed: Typed;
}

/** @param versions in which the same people have the same rows */
const opening = (part: SettingsPart, stored: StoredSettings, versions?: Versions): Opened => ({
  stored,
  typed: part.typed(stored.settings, versions),
});

const isSame = (one: Typed, other: Typed) =>
  Object.entries(one).every(([name, value]) => value === other[name]);

interface Issue {
  path: readonly string[];
  message: string;
}

interface SentSettings {
  body: StoredSettings['settings'];
  /** The fields that it was read from. */
  typed: Typed;
  from: StoredSettings;
  /** What a colleague has changed since, without a conflict to ask about. */
  alsoChanged: string | undefined;
}

const failed = { title: 'Not saved', detail: 'The settings couldn’t be saved.' };

/**
 * What is typed in a section, and how it is saved: if a colleague was faster, both versions are shown of
 * what both have changed, and what only the colleague has changed is adopted.
 */
export function useSettingsForm({
  part,
  stored,
  prefill,
  onSaved,
  onFault,
}: {
  part: SettingsPart;
  stored: StoredSettings;
  /** What is offered instead of what is stored. */
  prefill?: Typed | undefined;
  onSaved: (alsoChanged: string | undefined) => void;
  /** Brings the field that needs another look into view. */
  onFault?: (name: string) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const fieldNow = (name: string | null) =>
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`) ?? null;
  /** The field that gets the focus once its page is drawn. */
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const field = fieldNow(wanted.current);
    if (field === null) return;
    wanted.current = null;
    field.focus();
  });
  const [opened, setOpened] = useState(() => opening(part, stored));
  const [offered, setOffered] = useState(prefill);
  const [fields, setFields] = useState<Typed>({ ...opened.typed, ...offered });
  const [errors, setErrors] = useState<Errors>({});
  const [changed, setChanged] = useState<ChangedField<string>[]>([]);
  /** Fields whose two versions have both been shown. */
  const compared = useRef(new Set<string>());
  useEffect(() => {
    for (const { name } of changed) if (fieldNow(name) !== null) compared.current.add(name);
  });
  const [alsoChanged, setAlsoChanged] = useState<string>();
  /** What belongs to no field of this section. */
  const [problem, setProblem] = useState<Problem | null>(null);
  const effective = withEffect(part, opened.stored.settings, opened.typed, fields);
  const isDirty = !isSame(effective, opened.typed);

  const saving = useMutation({
    mutationFn: ({ body, from }: SentSettings) =>
      call('changeSettings', { body, seenVersion: String(from.revision) }),
    onSuccess: (answer, sent) => {
      queryClient.setQueryData(settingsQuery.queryKey, (known) => known && { ...known, ...answer });
      // What was typed while it was sent is not saved yet.
      const now = opening(part, answer, [sent.typed, fields]);
      reopen(now, (name, typed) => typed !== sent.typed[name]);
      onSaved(sent.alsoChanged);
    },
    onError: (error, sent) => {
      if (isChangedMeanwhile(error)) catchUp(error.document.stored as StoredSettings);
      else if (error instanceof CallProblem && error.errors.length > 0) {
        refuse(
          error.errors.map(({ path, message }) => ({ path: path.split('.'), message })),
          sent.typed,
        );
      } else setProblem(failureOf(error, failed));
    },
    onSettled: refreshSettings,
  });

  if (!saving.isPending && stored.revision > opened.stored.revision) {
    const now = opening(part, stored, [opened.typed, fields]);
    if (!isDirty) reopen(now, (name) => now.typed[name] === opened.typed[name]);
    // Another section was saved: that is nothing to ask about here.
    else if (isSame(now.typed, opened.typed)) setOpened(now);
    // What was only offered gives way to what a colleague has stored.
    else if (offered !== undefined) {
      setOffered(undefined);
      setFields({ ...fields, ...onlyOffered(now.typed, now.typed) });
    }
  }

  /**
   * Only the values of fields that were offered and left as they were, and that a colleague has
   * changed.
   */
  function onlyOffered(now: Typed, values: Typed): Typed {
    const names = Object.keys(now).filter(
      (name) => fields[name] === offered?.[name] && now[name] !== opened.typed[name],
    );
    return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  }

  /** @param keeps which fields keep what is in them */
  function reopen(now: Opened, keeps: (name: string, typed: string) => boolean = () => false) {
    setOpened(now);
    setFields((known) => {
      const kept = Object.entries(known).filter(([name, typed]) => keeps(name, typed));
      return { ...now.typed, ...Object.fromEntries(kept) };
    });
    setChanged([]);
    setAlsoChanged(undefined);
    setErrors({});
  }

  function catchUp(next: StoredSettings) {
    const now = opening(part, next, [opened.typed, effective]);
    // What was only offered does not count as typed.
    const typed = { ...effective, ...onlyOffered(now.typed, opened.typed) };
    const merged = mergeStored(opened.typed, now.typed, typed);
    const withTaken = Object.fromEntries(merged.taken.map((name) => [name, now.typed[name] ?? '']));
    const { settings } = opened.stored;
    const also = alsoChangedWords(
      changedSettings(
        part.read(opened.typed, settings),
        part.read({ ...opened.typed, ...withTaken }, settings),
      ),
    );
    setOpened(now);
    const together = { ...now.typed, ...merged.fields };
    setFields(together);
    setChanged(merged.changed);
    setAlsoChanged(also);
    compared.current.clear();
    const [first] = merged.changed;
    if (first === undefined) save(now, together, also);
    else if (merged.changed.every(({ name }) => fieldNow(name) === null)) onFault?.(first.name);
  }

  function show(name: string) {
    wanted.current = name;
    onFault?.(name);
  }

  /** Shows each issue at its field; one about no field of this form, above the buttons. */
  function refuse(issues: readonly Issue[], typed: Typed) {
    const placed = issues.map(({ path, message }) => ({
      name: part.fieldAt(path, typed),
      message,
    }));
    const first = placed.find(({ name }) => name !== undefined);
    const elsewhere = placed.find(({ name }) => name === undefined);
    setErrors(
      Object.fromEntries(
        placed.toReversed().flatMap(({ name, message }) => (name ? [[name, message]] : [])),
      ),
    );
    if (elsewhere) setProblem({ title: failed.title, detail: elsewhere.message });
    if (first?.name !== undefined) show(first.name);
  }

  function save({ stored: from, typed: before }: Opened, typed: Typed, also?: string) {
    setProblem(null);
    wanted.current = null;
    if (isSame(withEffect(part, from.settings, before, typed), before)) {
      reopen(opening(part, from));
      return onSaved(also);
    }
    const checked = shopSettingsSchema.safeParse(part.read(typed, from.settings));
    if (checked.success) saving.mutate({ body: checked.data, typed, from, alsoChanged: also });
    else {
      refuse(
        checked.error.issues.map(({ path, message }) => ({ path: path.map(String), message })),
        typed,
      );
    }
  }

  return {
    isDirty,
    changedNames: Object.keys(opened.typed).filter(
      (name) => effective[name] !== opened.typed[name],
    ),
    isSaving: saving.isPending,
    isDone: saving.isSuccess,
    problem,
    hasTwoVersions: changed.length > 0,
    alsoChanged,
    context: {
      fields,
      stored: opened.typed,
      errors,
      changed,
      change(name: string, value: string) {
        wanted.current = null;
        setFields((known) => ({ ...known, [name]: value }));
        setChanged((known) => noteTyped(known, name, value));
        // Clears the errors of its parts, too.
        setErrors((known) =>
          Object.fromEntries(
            Object.entries(known).filter(([at]) => at !== name && !at.startsWith(`${name}.`)),
          ),
        );
      },
    } satisfies SettingsFields,
    reset() {
      if (!saving.isPending) reopen(opening(part, opened.stored));
    },
    props: {
      ref: form,
      noValidate: true,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        event.stopPropagation();
        if (saving.isPending) return;
        const next = changed.find(({ name }) => !compared.current.has(name));
        if (next === undefined) return save(opened, fields);
        // A field that isn't on any page is asked about once, too.
        compared.current.add(next.name);
        show(next.name);
      },
    },
  };
}

type SettingsFormState = ReturnType<typeof useSettingsForm>;

export function SettingsFormBody({
  form,
  buttons,
  children,
}: {
  form: SettingsFormState;
  buttons: ReactNode;
  children: ReactNode;
}) {
  return (
    <FieldsContext value={form.context}>
      <form
        {...form.props}
        className="flex flex-col gap-4 has-[>.foot-bar]:min-h-[calc(100dvh-20rem)]"
      >
        <ChangedNotice isShown={form.hasTwoVersions} alsoChanged={form.alsoChanged} />
        {children}
        <div role="alert" className="empty:hidden">
          <ProblemBanner problem={form.problem} />
        </div>
        {buttons}
      </form>
    </FieldsContext>
  );
}

/** @param isMain whether it stands out even while there is nothing to save */
export function SaveButton({
  form,
  isMain = false,
  children,
}: {
  form: SettingsFormState;
  isMain?: boolean;
  children: ReactNode;
}) {
  const awayReason = useAwayReason();
  return (
    <Button
      type="submit"
      variant={isMain || form.isDirty ? 'primary' : 'secondary'}
      pending={form.isSaving}
      disabledReason={awayReason}
    >
      {children}
    </Button>
  );
}
