import { useWatch } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { isolated } from '../ui/isolated.ts';
import { useTakeClient } from './client-choice.ts';
import { useClientSearch } from './client-search.ts';
import { useEmailOwners } from './email-owners.ts';
import { useIntakeForm } from './intake-field.ts';
import { type IntakeFields, isAnotherPerson } from './intake-fields.ts';
import { IntakeNotice } from './intake-notice.tsx';
import { knownBy, searchFor, type TellingField } from './known-client.ts';

/** Who was offered at a field and passed by stays within reach, until another field says more. */
export function KnownNotice({
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
