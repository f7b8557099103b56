import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
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

/**
 * Whom a field may mean: offered while it is being typed into; passed by, they stay within reach
 * until another field says more. What the e-mail alone says, its own notice tells.
 */
function useKnown(name: TellingField, isTyping: boolean) {
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const owners = useEmailOwners(useIntakeForm());
  const { client: chosen, customerEmail, [name]: typed } = fields;
  const isUnknown =
    chosen === null &&
    name !== 'customerEmail' &&
    !isAnotherPerson(fields) &&
    owners.length === 0 &&
    (name !== 'customerName' || customerEmail.trim() === '');
  const { found, isCurrent } = useClientSearch(
    isTyping || isUnknown ? searchFor(name, typed) : null,
  );
  const hasNotice =
    name === 'customerEmail' &&
    chosen === null &&
    found.some(({ email }) => isSameEmail(email, typed));
  return {
    offered:
      isTyping && !hasNotice
        ? found
            .filter((client) => client.id !== chosen?.id && isMeant(name, typed, client))
            .slice(0, mostOffered)
        : [],
    passedBy: !isTyping && isUnknown && isCurrent ? knownBy(name, typed, found) : [],
  };
}

type Props = Omit<TextFieldProps, 'name' | 'ref' | 'error'> & {
  name: TellingField;
  /** Below the field, before who else is known. */
  notice?: ReactNode;
};

/** A field that may tell who the customer is, and offers them; typing on ignores that. */
export function KnownClientField({ name, onChange, onBlur, notice, ...rest }: Props) {
  const field = useIntakeField(name);
  const take = useTakeClient();
  const [isTyping, setIsTyping] = useState(false);
  const { offered, passedBy } = useKnown(name, isTyping);
  const names = passedBy.map((client) => isolated(client.name)).join(', ');
  return (
    <div>
      <ClientCombobox
        {...rest}
        {...field}
        clients={offered.length > 0 ? offered : null}
        note="In the directory · ↓ to choose, Enter to take"
        onChange={(event) => {
          onChange?.(event);
          setIsTyping(true);
          void field.onChange(event);
        }}
        onBlur={(event) => {
          onBlur?.(event);
          void field.onBlur(event);
        }}
        onClose={() => setIsTyping(false)}
        onChoose={(client) => {
          setIsTyping(false);
          take(client);
        }}
      />
      {notice}
      {name === 'customerEmail' ? (
        <EmailNotice />
      ) : (
        <IntakeNotice
          words={names && `${names} ${passedBy.length === 1 ? 'is' : 'are'} known.`}
          actions={passedBy.map((client) => (
            <Button key={client.id} onClick={() => take(client)}>
              Use {isolated(client.name)}
            </Button>
          ))}
        />
      )}
    </div>
  );
}
