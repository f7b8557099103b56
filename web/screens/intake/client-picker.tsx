import Search from 'lucide/search';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import type { IntakeFields } from '../../data/intake/intake-fields.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { chooseClient, useClientSearch, useTakeClient } from './client-choice.ts';
import { ClientCombobox } from './client-combobox.tsx';
import { useIntakeForm } from './intake-control.tsx';

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
    <ClientSearch
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
      <legend className="mb-1 font-medium">Existing client</legend>
      <div className="flex flex-wrap items-center rounded bg-accent-soft pl-3 ring-1 ring-accent ring-inset">
        <p className="min-w-0 break-words py-1">
          <bdi className="font-semibold">{client.name}</bdi>
        </p>
        <span className="ml-auto flex items-center">
          <Button ref={change} name="client" variant="quiet" onClick={onChange}>
            Change
          </Button>
          <span aria-hidden="true">·</span>
          <Button variant="quiet" onClick={onRemove}>
            Not this person
          </Button>
        </span>
      </div>
      <FieldError id="client-chip-error">{error}</FieldError>
    </fieldset>
  );
}

function ClientSearch({
  error,
  startsOpen,
  onLeave,
  onChoose,
}: {
  error: string | undefined;
  /** Begins open, with the focus. */
  startsOpen: boolean;
  onLeave: (how: 'blur' | 'escape') => void;
  onChoose: (client: Client) => void;
}) {
  const { field } = useController<IntakeFields, 'client'>({ name: 'client' });
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(startsOpen ? '' : null);
  const query = typed?.trim() ?? null;
  const { found, isCurrent, error: searchError } = useClientSearch(query);

  useEffect(() => {
    if (startsOpen) input.current?.focus();
  }, [startsOpen]);

  return (
    <ClientCombobox
      ref={(element) => {
        input.current = element;
        field.ref(element);
      }}
      name={field.name}
      label="Existing client"
      placeholder="Find by name, phone or email"
      optional
      error={error}
      leading={<Search size={16} />}
      value={typed ?? ''}
      onChange={({ target }) => setTyped(target.value)}
      clients={query === null ? null : found}
      isCurrent={isCurrent}
      takesFirst
      note={query === null ? null : messageOf(found.length, isCurrent, searchError, query)}
      onOpen={() => setTyped((now) => now ?? '')}
      onClose={(how) => {
        setTyped(null);
        onLeave(how);
      }}
      onChoose={(client) => {
        setTyped(null);
        onChoose(client);
      }}
    />
  );
}

function messageOf(
  count: number,
  isCurrent: boolean,
  error: Error | null,
  text: string,
): string | null {
  if (error) return `Couldn’t search the directory: ${error.message}`;
  if (count > 0) return null;
  if (!isCurrent) return 'Searching…';
  return text === ''
    ? 'The directory is empty. New repairs add their clients automatically.'
    : `No one in the directory matches “${text}”.`;
}
