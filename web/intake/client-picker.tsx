import ChevronDown from 'lucide/chevron-down';
import { type KeyboardEvent, type RefCallback, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames, controlClasses } from '../ui/classes.ts';
import { Field, FieldError, type FieldText, useFieldIds } from '../ui/field.tsx';
import { Option } from '../ui/option.tsx';
import { chooseClient, useClientSearch, useTakeClient } from './client-choice.ts';
import { ClientLines, useIntakeForm } from './intake-control.tsx';
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

const optionId = (listId: string, client: Client) => `${listId}-${client.id}`;

/** The clients to choose from, below the field that keeps the focus. */
function ClientOptions({
  id,
  clients,
  activeIndex,
  onActiveIndex,
  onChoose,
  message,
}: {
  id: string;
  clients: readonly Client[];
  activeIndex: number;
  onActiveIndex: (index: number) => void;
  onChoose: (client: Client) => void;
  /** Instead of clients, or about them. */
  message: string | null;
}) {
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 rounded border bg-surface p-1 shadow-lift">
      <p role="status" className="px-3 py-2 text-ink-muted text-sm empty:hidden">
        {message}
      </p>
      {clients.length > 0 && (
        <div
          role="listbox"
          id={id}
          aria-label="Clients"
          tabIndex={-1}
          className="max-h-96 overflow-y-auto overscroll-contain"
        >
          {clients.map((client, index) => (
            <Option
              key={client.id}
              id={optionId(id, client)}
              isActive={index === activeIndex}
              onActive={() => onActiveIndex(index)}
              onChoose={() => onChoose(client)}
            >
              <span className="flex min-w-0 flex-col">
                <ClientLines client={client} />
              </span>
            </Option>
          ))}
        </div>
      )}
    </div>
  );
}

interface ClientComboboxProps extends FieldText {
  name: string;
  onChoose: (client: Client) => void;
  /** Left without a choice; by Escape the focus is to stay here. */
  onLeave?: (how: 'blur' | 'escape') => void;
  /** Begins open, with the focus. */
  startsOpen?: boolean;
  ref: RefCallback<HTMLInputElement>;
}

/**
 * A client of the directory, found by typing any part of name, phone or e-mail. After the pattern
 * "editable combobox with list autocomplete" of the ARIA Authoring Practices: the focus stays in the
 * field; leaving it without a choice changes nothing.
 */
function ClientCombobox({
  label,
  hint,
  error,
  name,
  onChoose,
  onLeave,
  startsOpen = false,
  ref,
}: ClientComboboxProps) {
  const { control, hintId, errorId } = useFieldIds({ hint, error }, undefined);
  const listId = `${control.id}-list`;
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [typed, setTyped] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const query = typed.trim();
  const { found, isCurrent, error: searchError } = useClientSearch(isOpen ? query : null);
  const active = isOpen ? found[activeIndex] : undefined;
  const hasOptions = isOpen && found.length > 0;

  function open(text: string) {
    setIsOpen(true);
    setTyped(text);
    setActiveIndex(0);
  }

  function close() {
    setIsOpen(false);
    setTyped('');
  }

  function choose(client: Client) {
    close();
    onChoose(client);
  }

  function leave(how: 'blur' | 'escape') {
    close();
    onLeave?.(how);
  }

  useEffect(() => {
    if (startsOpen) input.current?.focus();
  }, [startsOpen]);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) open(typed);
      else if (hasOptions) setActiveIndex((activeIndex + step + found.length) % found.length);
    } else if (isOpen && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Never sends the form while the list is open.
      event.preventDefault();
      if (active && isCurrent) choose(active);
    } else if (isOpen && event.key === 'Escape') {
      leave('escape');
    }
  }

  return (
    <Field {...{ label, hint, error, hintId, errorId }} controlId={control.id} optional>
      <div className="relative flex items-center">
        <input
          {...control}
          ref={(element) => {
            input.current = element;
            ref(element);
          }}
          name={name}
          type="text"
          role="combobox"
          aria-expanded={hasOptions}
          aria-controls={hasOptions ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(listId, active) : undefined}
          placeholder="Find by name, phone or e-mail"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => open(event.target.value)}
          onClick={() => {
            if (!isOpen) open(typed);
          }}
          onKeyDown={press}
          onBlur={() => leave('blur')}
          className={classNames(controlClasses, 'h-control truncate pr-control pl-3')}
        />
        <span className="absolute right-0 flex">
          <IconButton
            icon={ChevronDown}
            label="Show clients"
            tabIndex={-1}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              input.current?.focus();
              if (isOpen) close();
              else open(typed);
            }}
          />
        </span>
        {isOpen && (
          <ClientOptions
            id={listId}
            clients={found}
            activeIndex={activeIndex}
            onActiveIndex={setActiveIndex}
            onChoose={choose}
            message={messageOf(found.length, isCurrent, searchError, query)}
          />
        )}
      </div>
    </Field>
  );
}

function messageOf(
  count: number,
  isCurrent: boolean,
  error: Error | null,
  text: string,
): string | null {
  if (error) return `The directory could not be searched: ${error.message}`;
  if (count > 0) return null;
  if (!isCurrent) return 'Searching…';
  return text === ''
    ? 'The directory is still empty. The clients of new repairs are added by themselves.'
    : `Nobody in the directory matches “${text}”.`;
}
