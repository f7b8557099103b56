import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Client } from '../../../domain/api-answers.ts';
import { isEmailAddress } from '../../../domain/field-schemas.ts';
import { isolated } from '../../../domain/isolated.ts';
import { listText } from '../../../domain/list-text.ts';
import { formatPhone } from '../../../domain/phone.ts';
import {
  type IntakeFields,
  isAnotherPerson,
  isSameEmail,
} from '../../data/intake/intake-fields.ts';
import { useAsksForEmail } from '../../data/shop-settings.ts';
import { useRested } from '../../parts/list/search-results.tsx';
import { Button } from '../../ui/button.tsx';
import type { TextFieldProps } from '../../ui/text-field.tsx';
import {
  changeWords,
  isMeant,
  knownBy,
  maxOffered,
  searchFor,
  type TellingField,
  useClientSearch,
  useSharing,
  useTakeClient,
  wouldChange,
} from './client-choice.ts';
import { ClientCombobox } from './client-combobox.tsx';
import { IntakeNotice, useIntakeField, useIntakeForm } from './intake-control.tsx';
import { AnotherPersonButton, AnotherPersonNotice, NamesakeNotice } from './namesake-notice.tsx';

/**
 * Whom a field may mean: offered while it is being typed into; if passed over, they stay within reach until
 * another field says more. What the email alone says is in a notice of its own.
 */
function useKnown(name: TellingField, isTyping: boolean) {
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const { by, shares, meant } = useSharing(useIntakeForm());
  const { client: chosen, customerEmail, [name]: typed } = fields;
  const isEmailToCome = useAsksForEmail() && customerEmail.trim() === '';
  // The notice at the email covers them.
  const hasMatch = by === 'email' || name === 'customerName' ? shares.length > 0 : meant !== null;
  const isCovered = hasMatch && !isEmailToCome;
  const covered = by === 'name' && isCovered ? meant : null;
  const isUnknown =
    chosen === null &&
    name !== 'customerEmail' &&
    !isAnotherPerson(fields) &&
    !isCovered &&
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
            .filter((client) => client.id !== (chosen ?? covered)?.id)
            .filter((client) => isMeant(name, typed, client))
            // What is not an address is nobody's.
            .filter(({ email }) => name !== 'customerEmail' || isEmailAddress(email))
            .slice(0, maxOffered)
        : [],
    passedBy: !isTyping && isUnknown && isCurrent ? knownBy(name, typed, found) : [],
  };
}

/** Who in the directory has what was typed; empty for nobody. */
function passedByWords(name: TellingField, clients: readonly Client[]): string {
  if (clients.length === 0) return '';
  const names = listText(clients.map((client) => isolated(client.name)));
  if (name === 'customerPhone') return `This number belongs to ${names}.`;
  return `${names} ${clients.length === 1 ? 'is' : 'are'} in the directory.`;
}

type Props = Omit<TextFieldProps, 'name' | 'ref' | 'error'> & {
  name: TellingField;
  /** Below the field, before who else is known. */
  notice?: ReactNode;
};

export function KnownClientField({ name, onChange, onBlur, notice, ...rest }: Props) {
  const field = useIntakeField(name);
  const take = useTakeClient();
  const [isTyping, setIsTyping] = useState(false);
  const { offered, passedBy } = useKnown(name, isTyping);

  return (
    <div>
      <ClientCombobox
        {...rest}
        {...field}
        clients={offered.length > 0 ? offered : null}
        note="In the directory · ↓ to choose, Enter to select"
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
        <SharingNotice isTyping={isTyping} />
      ) : (
        <IntakeNotice
          words={passedByWords(name, passedBy)}
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

/** Who in the directory may be meant by the email or, if it is not an address, by the name. */
function SharingNotice({ isTyping }: { isTyping: boolean }) {
  const { by } = useSharing(useIntakeForm());
  return by === 'email' ? <EmailNotice /> : <NamesakeNotice isTyping={isTyping} />;
}

/**
 * Says whose email was typed, and whether the repair is theirs or another person's
 * (docs/decisions/clients.md). What would change on them is asked at the end of the form.
 */
function EmailNotice() {
  const form = useIntakeForm();
  const take = useTakeClient();
  const { shares: owners, meant: found } = useSharing(form);
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const isAnother = isAnotherPerson(fields);
  const isOwned = fields.client === null && owners.length > 0;
  const meant = isOwned && !isAnother ? found : null;
  // Not on every keystroke: it is read out.
  const words = useRested(isOwned && !isAnother ? ownerWords(owners, meant, fields) : '');

  if (isAnother) {
    return <AnotherPersonNotice words="A new client will be added with this email." />;
  }
  if (!isOwned) return <IntakeNotice words="" />;
  const only = owners.length === 1 ? (owners[0] ?? null) : null;
  return (
    <IntakeNotice
      words={words}
      isWarning={meant !== null && wouldChange(meant, fields).length > 0}
      actions={
        <>
          {owners.slice(0, maxOffered).map((owner) => (
            <Button key={owner.id} onClick={() => take(owner)}>
              {choiceWords(owner, owners)}
            </Button>
          ))}
          {meant !== null && <AnotherPersonButton />}
          {meant === null && only !== null && (
            <Button
              onClick={() => {
                form.setValue('client', only);
                form.setFocus('customerPhone');
              }}
            >
              Change this client
            </Button>
          )}
        </>
      }
    />
  );
}

/** Several with the same name are told apart by their phones. */
function choiceWords(owner: Client, owners: readonly Client[]): string {
  const isAlone = owners.every(({ id, name }) => id === owner.id || name !== owner.name);
  const words = `Use ${isolated(owner.name)}’s saved details`;
  return isAlone ? words : `${words}, ${formatPhone(owner.phone) || 'no phone'}`;
}

function ownerWords(owners: readonly Client[], meant: Client | null, fields: IntakeFields): string {
  const [newest] = owners;
  if (newest === undefined) return '';
  const isAlone = owners.length === 1;
  const named = owners.slice(0, maxOffered).map(({ name }) => isolated(name));
  const rest = owners.length - named.length;
  const names = named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  const have = isAlone
    ? `${names} has this email`
    : `${owners.length} clients have this email: ${names}`;
  if (meant === null) {
    const other = isAlone
      ? ', with a different name and phone'
      : '. None of them has this name or phone';
    return `${have}${other}: a new client with the same email will be added.`;
  }
  const changes = changeWords(wouldChange(meant, fields));
  if (isAlone) {
    return changes === ''
      ? `${have}: the repair will be added to their record.`
      : `${have}. Creating the repair will change ${changes}.`;
  }
  return `${have}. The repair will be added to ${isolated(meant.name)}’s record${changes && ` and change ${changes}`}.`;
}
