import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { useWatch } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/classes.ts';
import { isolated } from '../ui/text.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useClientSearch, useEmailOwners, useTakeClient } from './client-choice.ts';
import { EmailNotice } from './email-notice.tsx';
import { ClientLines, IntakeNotice, useIntakeField, useIntakeForm } from './intake-control.tsx';
import { type IntakeFields, isAnotherPerson, isSameEmail } from './intake-fields.ts';
import { isMeant, knownBy, mostOffered, searchFor, type TellingField } from './known-client.ts';

/** Who was offered at a field and passed by stays within reach, until another field says more. */
function KnownNotice({
  field,
  isTyping,
}: {
  field: Exclude<TellingField, 'customerEmail'>;
  /** The offers stand there then. */
  isTyping: boolean;
}) {
  const take = useTakeClient();
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const owners = useEmailOwners(useIntakeForm());
  const isOpen =
    fields.client === null &&
    !isAnotherPerson(fields) &&
    owners.length === 0 &&
    (field !== 'customerName' || fields.customerEmail.trim() === '');
  const { found, isCurrent } = useClientSearch(isOpen ? searchFor(field, fields[field]) : null);
  const known = isOpen && isCurrent && !isTyping ? knownBy(field, fields[field], found) : [];
  return (
    <IntakeNotice
      words={wordsOf(known.map(({ name }) => isolated(name)))}
      actions={known.map((client) => (
        <Button key={client.id} onClick={() => take(client)}>
          Use {isolated(client.name)}
        </Button>
      ))}
    />
  );
}

function wordsOf(names: readonly string[]): string {
  if (names.length === 0) return '';
  return names.length === 1 ? `${names[0]} is known.` : `${names.join(', ')} are known.`;
}

/** As high as the offers usually are. In pixels. */
const room = 280;

/** Whether the offers find room only above the field: what a tablet's keyboard covers is no room. */
function hasRoomOnlyAbove(field: Element): boolean {
  const { top, bottom } = field.getBoundingClientRect();
  const height = window.visualViewport?.height ?? window.innerHeight;
  return height - bottom < room && top > room;
}

type Props = Omit<ComponentProps<typeof TextField>, 'name' | 'ref' | 'error'> & {
  name: TellingField;
  /** Below the field, before who else is known. */
  notice?: ReactNode;
};

/**
 * A field that may tell who the customer is. Clients in the directory are offered while the user
 * types. Typing on ignores them; an arrow key and Enter, or a press, takes one. They stand below
 * the field, and above it only where there is no room. A match that was typed but passed over is
 * mentioned at the field once more.
 */
export function KnownClientField({ name, onChange, onBlur, notice, ...rest }: Props) {
  const field = useIntakeField(name);
  const fieldId = useId();
  const { setFocus } = useIntakeForm();
  const takeClient = useTakeClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [isAbove, setIsAbove] = useState(false);
  const offered = useOffers(name, typed);
  const list = useRef<HTMLDivElement>(null);

  function take(client: Client) {
    takeClient(client);
    setTyped(null);
  }

  function move(event: KeyboardEvent) {
    if (offered.length === 0) return;
    if (event.key === 'Escape') {
      setTyped(null);
      setFocus(name);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // Round and round, with the field as one of the stops.
    const buttons: Element[] = [...(list.current?.querySelectorAll('button') ?? [])];
    const stops = [document.getElementById(fieldId), ...buttons];
    const at = stops.indexOf(document.activeElement);
    const next = stops.at((at + step) % stops.length);
    if (next instanceof HTMLElement) next.focus();
  }

  /** The offers close once the focus has left both the field and them. */
  function leave({ relatedTarget }: FocusEvent) {
    const isStillHere = list.current?.contains(relatedTarget) || relatedTarget?.id === fieldId;
    if (!isStillHere) setTyped(null);
  }

  return (
    <div>
      <div className="relative">
        <TextField
          {...rest}
          {...field}
          id={fieldId}
          autoComplete="off"
          onKeyDown={move}
          onChange={(event) => {
            onChange?.(event);
            setTyped(event.target.value);
            setIsAbove(hasRoomOnlyAbove(event.target));
            void field.onChange(event);
          }}
          onBlur={(event) => {
            onBlur?.(event);
            void field.onBlur(event);
            leave(event);
          }}
        />
        <span role="status" className="sr-only">
          {offered.length > 0 &&
            `${namesOf(offered)} in the directory. Press an arrow key to choose.`}
        </span>
        {offered.length > 0 && (
          <div
            ref={list}
            className={classNames(
              'absolute inset-x-0 z-10 rounded border bg-surface p-1 shadow-lift',
              isAbove ? 'bottom-full mb-1' : 'top-full mt-1',
            )}
          >
            <p aria-hidden="true" className="px-3 py-1 text-ink-muted text-sm">
              In the directory · ↓ to choose, Enter to take
            </p>
            {offered.map((client) => (
              <button
                key={client.id}
                type="button"
                tabIndex={-1}
                // A press must not take the focus away, which would close the offers before it counts.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(client)}
                onKeyDown={move}
                onBlur={leave}
                className="flex min-h-control w-full min-w-0 flex-col items-stretch justify-center rounded px-3 py-1 text-left hover:bg-accent-soft focus-visible:bg-accent-soft focus-visible:outline-offset-[-2px]"
              >
                <ClientLines client={client} />
              </button>
            ))}
          </div>
        )}
      </div>
      {notice}
      {name === 'customerEmail' ? (
        <EmailNotice />
      ) : (
        <KnownNotice field={name} isTyping={typed !== null} />
      )}
    </div>
  );
}

function namesOf(clients: readonly Client[]): string {
  return clients.length === 1
    ? `${isolated(clients[0]?.name ?? '')} is`
    : `${clients.length} clients are`;
}

/** @param typed null while nothing is being typed into the field */
function useOffers(name: TellingField, typed: string | null): Client[] {
  const chosen = useWatch<IntakeFields, 'client'>({ name: 'client' });
  const { found } = useClientSearch(typed === null ? null : searchFor(name, typed));
  if (typed === null) return [];
  // The notice below offers them, and must not be covered.
  const hasNotice = name === 'customerEmail' && chosen === null;
  if (hasNotice && found.some(({ email }) => isSameEmail(email, typed))) return [];
  return found
    .filter((client) => client.id !== chosen?.id && isMeant(name, typed, client))
    .slice(0, mostOffered);
}
