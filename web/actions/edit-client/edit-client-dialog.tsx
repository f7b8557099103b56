import { type ClientFieldName, clientFieldNames } from '../../../domain/client-fields.ts';
import { useAwayReason } from '../../data/outage.ts';
import '../../data/zod-setup.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import {
  clientEditSchema,
  clientEditWithoutEmail,
  clientFieldsMissing,
} from '../../../domain/api-inputs.ts';
import { agreedFor } from '../../../domain/client-matching.ts';
import { isolated } from '../../../domain/isolated.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { call } from '../../data/call.ts';
import {
  alsoChangedWords,
  type ChangedField,
  isChangedMeanwhile,
  mergeStored,
  noteTyped,
  showSaved,
} from '../../data/changed-meanwhile.ts';
import { failureOf, showFailure } from '../../data/failure-toast.ts';
import { refreshClients } from '../../data/repair-cache.ts';
import { useAsksForEmail } from '../../data/shop-settings.ts';
import {
  ClientExtraFields,
  ClientFields,
  clientFieldLabels,
  refusedFields,
  useTextableHint,
} from '../../parts/client/client-fields.tsx';
import { clientCheck, type TypedClient, typedClient } from '../../parts/client/typed-client.ts';
import { afterLeaving } from '../../parts/form/phone-typing.ts';
import { ChangedNotice, OtherVersion } from '../../parts/form/version-choice.tsx';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Dialog, FormButtons } from '../../ui/dialog.tsx';

const failed = {
  title: 'Update failed',
  detail: 'Could not update client information in database',
};

interface SentEdit {
  body: typeof clientEditSchema._zod.output;
  seenVersion: string;
  /** What a colleague has changed since, without a conflict to ask about. */
  alsoChanged: string | undefined;
}

export function EditClientDialog({
  open,
  onClose,
  onClosed,
  client,
  phoneFault,
}: {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  client: Client;
  /** Why the number needs another look: it has the focus, with the reason below it. */
  phoneFault?: string | undefined;
}) {
  const phoneField = useRef<HTMLInputElement>(null);
  /** Whether staff have set the agreement to texts themselves. */
  const asked = useRef(false);
  const [opened, setOpened] = useState(client);
  const [changed, setChanged] = useState<ChangedField<ClientFieldName>[]>([]);
  const [alsoChanged, setAlsoChanged] = useState<string>();
  const asksForEmail = useAsksForEmail();
  const form = useForm<TypedClient, unknown, SentEdit['body']>({
    resolver: clientCheck<SentEdit['body']>(
      asksForEmail ? clientEditSchema : clientEditWithoutEmail,
    ),
    defaultValues: typedClient(opened),
  });
  const values = { ...typedClient(opened), ...useWatch({ control: form.control }) };
  const textable = useTextableHint(values.phone);
  const { errors, isDirty } = form.formState;

  const awayReason = useAwayReason();
  const editing = useMutation({
    mutationFn: ({ body, seenVersion }: SentEdit) =>
      call('editClient', { params: { id: client.id }, body, seenVersion }),
    onSuccess: (_answer, sent) => {
      showSaved('Client updated', sent.alsoChanged);
      onClose();
    },
    onError: (error) => {
      if (isChangedMeanwhile(error)) return catchUp(error.document.client as Client);
      const refused = refusedFields(error);
      for (const { name: field, message } of refused) form.setError(field, { message });
      const [first] = refused;
      if (first) form.setFocus(first.name);
      else {
        showFailure(error, failed);
      }
    },
    onSettled: refreshClients,
  });

  const submit = form.handleSubmit((body) => {
    if (editing.isIdle || editing.isError) save(opened, body);
  });

  function save({ updatedAt: seenVersion }: Client, body: SentEdit['body'], also?: string) {
    editing.mutate({ body, seenVersion, alsoChanged: also });
  }

  /** A colleague was faster: both versions are shown if they conflict; otherwise it is saved. */
  function catchUp(stored: Client) {
    const next = typedClient(stored);
    const merged = mergeStored(typedClient(opened), next, form.getValues());
    setOpened(stored);
    setChanged(merged.changed);
    form.reset(next);
    for (const field of clientFieldNames) choose(field, merged.fields[field]);
    const also = alsoChangedWords(merged.taken.map((name) => clientFieldLabels[name]));
    setAlsoChanged(also);
    if (merged.changed.length === 0) void form.handleSubmit((body) => save(stored, body, also))();
  }

  function choose(field: ClientFieldName, value: string) {
    form.setValue(field, value, { shouldDirty: true });
  }

  const isNumberAsItWas =
    phoneFault !== undefined && values.phone.trim() === formatPhone(client.phone);
  const isSomeMissing = clientFieldNames.some(
    (field) => errors[field]?.message === clientFieldsMissing,
  );

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Edit client"
      description={isolated(client.name)}
      dirty={isDirty && !editing.isSuccess}
      busy={editing.isPending}
      initialFocus={phoneFault === undefined ? undefined : phoneField}
      onSubmit={submit}
      alert={
        isSomeMissing ? (
          <Banner tone="danger">{clientFieldsMissing}</Banner>
        ) : (
          refusedFields(editing.error).length === 0 &&
          !isChangedMeanwhile(editing.error) && (
            <ProblemBanner problem={failureOf(editing.error, failed)} />
          )
        )
      }
      footer={
        <FormButtons pending={editing.isPending} disabledReason={awayReason}>
          Save changes
        </FormButtons>
      }
    >
      <div className="flex flex-col gap-4">
        <ChangedNotice isShown={changed.length > 0} alsoChanged={alsoChanged} />
        <ClientFields
          isEmailOptional={!asksForEmail}
          below={(name) => (
            <OtherVersion
              {...{ name, changed }}
              label={clientFieldLabels[name]}
              value={values[name]}
              onChoose={choose}
            />
          )}
          phoneField={phoneFault === undefined ? undefined : phoneField}
          phoneHint={isNumberAsItWas ? phoneFault : textable.hint}
          field={(field) => ({
            ...form.register(field, {
              onChange: ({ target }) => {
                setChanged((known) => noteTyped(known, field, target.value));
                if (field === 'phone') followPhone();
              },
              ...(field === 'phone' ? { onBlur: tidyPhone } : {}),
            }),
            // What is said above is not repeated at each field.
            error:
              errors[field]?.message === clientFieldsMissing
                ? `${clientFieldLabels[field]} is required`
                : errors[field]?.message,
          })}
        />
        <ClientExtraFields
          values={values}
          error={(name) => errors[name]?.message}
          agreedHint={
            agreedFor(values.phone, opened) === opened
              ? undefined
              : `They agreed to texts at ${formatPhone(opened.phone)}, not at this number.`
          }
          onChange={(name, typed) => {
            if (name === 'agreedToTexts') asked.current = true;
            choose(name, typed);
            setChanged((known) => noteTyped(known, name, typed));
          }}
          below={(name) => (
            <OtherVersion
              {...{ name, changed }}
              label={clientFieldLabels[name]}
              value={values[name]}
              onChoose={choose}
            />
          )}
        />
      </div>
    </Dialog>
  );

  /** An agreement for one number doesn't carry over to another, unless staff have asked. */
  function followPhone() {
    if (opened.agreedToTexts !== true || asked.current) return;
    const isSame = agreedFor(form.getValues('phone'), opened) === opened;
    choose('agreedToTexts', isSame ? 'yes' : '');
  }

  function tidyPhone() {
    const tidied = afterLeaving(form.getValues('phone'));
    form.setValue('phone', tidied, { shouldDirty: true });
    followPhone();
    textable.look(tidied);
  }
}
