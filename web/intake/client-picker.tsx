import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { chooseClient, useTakeClient } from './client-choice.ts';
import { ClientCombobox } from './client-combobox.tsx';
import { useIntakeForm } from './intake-control.tsx';
import type { IntakeFields } from './intake-fields.ts';

/** The client of the directory whose repair it is, plainly to be seen; or a field to find one. */
export function ClientPicker() {
  const form = useIntakeForm();
  const take = useTakeClient();
  const { field, fieldState } = useController<IntakeFields, 'client'>({ name: 'client' });
  const [shows, setShows] = useState<'chip' | 'chip-again' | 'search'>('chip');
  const error = fieldState.error?.message;

  if (field.value !== null && shows !== 'search') {
    return (
      <ClientChip
        client={field.value}
        error={error}
        isBack={shows === 'chip-again'}
        onChange={() => setShows('search')}
        onRemove={() => {
          chooseClient(form, null);
          form.setFocus('customerName');
        }}
      />
    );
  }
  return (
    <ClientCombobox
      ref={field.ref}
      name={field.name}
      label="Existing client"
      startsOpen={shows === 'search'}
      onLeave={(how) => setShows(how === 'escape' ? 'chip-again' : 'chip')}
      onChoose={(client) => {
        setShows('chip');
        take(client);
      }}
      error={error}
    />
  );
}

function ClientChip({
  client,
  isBack,
  error,
  onChange,
  onRemove,
}: {
  client: Client;
  /** After a search that changed nothing: the focus comes back with it. */
  isBack: boolean;
  error: string | undefined;
  onChange: () => void;
  onRemove: () => void;
}) {
  const change = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isBack) change.current?.focus();
  }, [isBack]);

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-sm">Existing client</legend>
      <div className="flex flex-wrap items-center rounded bg-accent-soft pl-3 ring-1 ring-accent ring-inset">
        <p className="min-w-0 break-words py-1">
          Client: <bdi className="font-semibold">{client.name}</bdi>
        </p>
        <span className="ml-auto flex items-center">
          <Button ref={change} name="client" variant="quiet" onClick={onChange}>
            change
          </Button>
          <span aria-hidden="true">·</span>
          <Button variant="quiet" onClick={onRemove}>
            not this person
          </Button>
        </span>
      </div>
      <FieldError id="client-chip-error">{error}</FieldError>
    </fieldset>
  );
}
