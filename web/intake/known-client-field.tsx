import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { Button } from '../ui/button.tsx';
import { isolated } from '../ui/text.tsx';
import type { TextFieldProps } from '../ui/text-field.tsx';
import {
  isMeant,
  knownBy,
  mostOffered,
  searchFor,
  type TellingField,
  useClientSearch,
  useEmailOwners,
  useTakeClient,
} from './client-choice.ts';
import { ClientCombobox } from './client-combobox.tsx';
import { EmailNotice } from './email-notice.tsx';
import { IntakeNotice, useIntakeField, useIntakeForm } from './intake-control.tsx';
import { type IntakeFields, isAnotherPerson, isSameEmail } from './intake-fields.ts';

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

type Props = Omit<TextFieldProps, 'name' | 'ref' | 'error'> & {
  name: TellingField;
  /** Below the field, before who else is known. */
  notice?: ReactNode;
};

/**
 * A field that may tell who the customer is. Clients in the directory are offered while the user
 * types; typing on ignores them. A match that was passed over is mentioned at the field once more.
 */
export function KnownClientField({ name, onChange, onBlur, notice, ...rest }: Props) {
  const field = useIntakeField(name);
  const take = useTakeClient();
  const [typed, setTyped] = useState<string | null>(null);
  const offered = useOffers(name, typed);
  return (
    <div>
      <ClientCombobox
        {...rest}
        {...field}
        clients={offered.length > 0 ? offered : null}
        note="In the directory · ↓ to choose, Enter to take"
        onChange={(event) => {
          onChange?.(event);
          setTyped(event.target.value);
          void field.onChange(event);
        }}
        onBlur={(event) => {
          onBlur?.(event);
          void field.onBlur(event);
        }}
        onClose={() => setTyped(null)}
        onChoose={(client) => {
          setTyped(null);
          take(client);
        }}
      />
      {notice}
      {name === 'customerEmail' ? (
        <EmailNotice />
      ) : (
        <KnownNotice field={name} isTyping={typed !== null} />
      )}
    </div>
  );
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
