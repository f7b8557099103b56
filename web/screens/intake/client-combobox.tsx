import { type KeyboardEvent, useId, useState } from 'react';
import type { Client } from '../../../domain/api-answers.ts';
import { formatPhone } from '../../../domain/phone.ts';
import { classNames } from '../../ui/classes.ts';
import { Option } from '../../ui/option.tsx';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';

interface Props extends TextFieldProps {
  /** To choose from; null while the list is closed. */
  clients: readonly Client[] | null;
  /** They answer what is typed now: Enter must not take what was there before. */
  isCurrent?: boolean;
  /** The first one is what Enter takes; else Enter is the form's until an arrow key is pressed. */
  takesFirst?: boolean;
  /** Above the clients, or instead of them. */
  note: string | null;
  /** The arrow keys and a press in the field open the list. */
  onOpen?: () => void;
  onClose: (how: 'blur' | 'escape') => void;
  onChoose: (client: Client) => void;
}

/** As high as the list usually is. In pixels. */
const room = 280;

/** Whether there is room only above the field: what a tablet's keyboard covers does not count. */
function hasRoomOnlyAbove(field: Element): boolean {
  const { top, bottom } = field.getBoundingClientRect();
  const height = window.visualViewport?.height ?? window.innerHeight;
  return height - bottom < room && top > room;
}

/**
 * A field at which clients of the directory are offered. After the pattern "editable combobox with
 * list autocomplete" of the ARIA Authoring Practices: the focus stays in the field, and leaving it
 * without a choice changes nothing. Base UI's combobox would add 35 kB.
 */
export function ClientCombobox({
  clients,
  isCurrent = true,
  takesFirst = false,
  note,
  onOpen,
  onClose,
  onChoose,
  onChange,
  onBlur,
  ...field
}: Props) {
  const listId = useId();
  const none = takesFirst ? 0 : -1;
  const [activeIndex, setActiveIndex] = useState(none);
  const [isAbove, setIsAbove] = useState(false);
  const isOpen = clients !== null;
  const count = clients?.length ?? 0;
  const active = clients?.[activeIndex];
  const idOf = (client: Client) => `${listId}-${client.id}`;

  function choose(client: Client) {
    setActiveIndex(none);
    onChoose(client);
  }

  function close(how: 'blur' | 'escape') {
    setActiveIndex(none);
    onClose(how);
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && (isOpen || onOpen)) {
      event.preventDefault();
      if (!isOpen) onOpen?.();
      // Round and round, with the field itself as one of the stops.
      else setActiveIndex(((activeIndex + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (isOpen && event.key === 'Escape') {
      close('escape');
    } else if (isOpen && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (active || takesFirst) event.preventDefault();
      if (active && isCurrent) choose(active);
    }
  }

  return (
    <div className="relative">
      <TextField
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={count > 0 ? listId : undefined}
        aria-activedescendant={active && idOf(active)}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={press}
        onClick={onOpen}
        onChange={(event) => {
          setActiveIndex(none);
          setIsAbove(hasRoomOnlyAbove(event.target));
          onChange?.(event);
        }}
        onBlur={(event) => {
          close('blur');
          onBlur?.(event);
        }}
      />
      {isOpen && (
        <div
          className={classNames(
            'absolute inset-x-0 z-20 rounded border bg-surface p-1 shadow-lift',
            isAbove ? 'bottom-full mb-1' : 'top-full mt-1',
          )}
        >
          <p aria-hidden="true" className="px-3 py-1 text-ink-muted text-sm empty:hidden">
            {note}
          </p>
          {count > 0 && (
            <div
              role="listbox"
              id={listId}
              aria-label="Clients"
              tabIndex={-1}
              className="max-h-96 overflow-y-auto overscroll-contain"
            >
              {clients.map((client, index) => (
                <Option
                  key={client.id}
                  id={idOf(client)}
                  isActive={index === activeIndex}
                  onActive={() => setActiveIndex(index)}
                  onChoose={() => choose(client)}
                >
                  <ClientLines client={client} />
                </Option>
              ))}
            </div>
          )}
        </div>
      )}
      <span role="status" className="sr-only">
        {isOpen && (count === 0 || takesFirst ? note : offerWords(clients))}
      </span>
    </div>
  );
}

function offerWords([first, ...others]: readonly Client[]): string {
  const who = others.length === 0 ? `${first?.name} is` : `${others.length + 1} clients are`;
  return `${who} in the directory. Press an arrow key to choose.`;
}

/** In lines that tell people with the same name apart: what differs is never cut off. */
function ClientLines({ client: { name, phone, email, address } }: { client: Client }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span dir="auto" title={name} className="truncate text-left">
        {name}
      </span>
      <span className="text-ink-muted text-sm [overflow-wrap:anywhere]">
        {[formatPhone(phone), email].filter(Boolean).join(' · ')}
      </span>
      {address !== null && (
        <span dir="auto" className="truncate text-ink-muted text-sm">
          {address}
        </span>
      )}
    </span>
  );
}
