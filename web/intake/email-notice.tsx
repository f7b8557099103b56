import { useWatch } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { formatPhone } from '../../domain/phone.ts';
import { useRested } from '../search/rested.ts';
import { Button } from '../ui/button.tsx';
import { isolated } from '../ui/isolated.ts';
import { useTakeClient } from './client-choice.ts';
import { changeWords, useEmailOwners, wouldChange } from './email-owners.ts';
import { useIntakeForm } from './intake-field.ts';
import { type IntakeFields, isAnotherPerson } from './intake-fields.ts';
import { IntakeNotice } from './intake-notice.tsx';

/**
 * Says whose e-mail was typed and what creating the repair would change on them, before it does:
 * without a choice the newest wins (docs/decisions/clients.md).
 */
export function EmailNotice() {
  const form = useIntakeForm();
  const take = useTakeClient();
  const owners = useEmailOwners();
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const isAnother = isAnotherPerson(fields);
  const isOwned = fields.client === null && owners.length > 0;
  // Not for every letter: it is read out.
  const words = useRested(isOwned && !isAnother ? ownerWords(owners, fields) : '');

  if (isAnother) {
    return (
      <IntakeNotice
        words="The repair gets a new client with this e-mail."
        actions={
          <Button
            onClick={() => {
              form.setValue('newClientEmail', '');
              form.setFocus('customerEmail');
            }}
          >
            Not another person
          </Button>
        }
      />
    );
  }
  if (!isOwned) return <IntakeNotice words="" />;
  return (
    <IntakeNotice
      words={words}
      isWarning={owners.some((owner) => wouldChange(owner, fields).length > 0)}
      actions={
        <>
          {owners.map((owner) => (
            <Button key={owner.id} onClick={() => take(owner)}>
              {choiceWords(owner, owners)}
            </Button>
          ))}
          <Button
            onClick={() => {
              form.setValue('newClientEmail', fields.customerEmail);
              form.setFocus('customerPhone');
            }}
          >
            Another person
          </Button>
        </>
      }
    />
  );
}

/** Several with one name are told apart by their phones. */
function choiceWords(owner: Client, owners: readonly Client[]): string {
  const isAlone = owners.every(({ id, name }) => id === owner.id || name !== owner.name);
  const words = `Use ${isolated(owner.name)} as stored`;
  return isAlone ? words : `${words}, ${formatPhone(owner.phone) || 'without a phone'}`;
}

function ownerWords(owners: readonly Client[], fields: IntakeFields): string {
  const [newest] = owners;
  if (newest === undefined) return '';
  const names = owners.map(({ name }) => isolated(name)).join(', ');
  const changes = changeWords(wouldChange(newest, fields));
  if (owners.length === 1) {
    return changes === ''
      ? `${names} has this e-mail: the repair is theirs.`
      : `${names} has this e-mail. Creating the repair changes ${changes}.`;
  }
  const goesTo = `The repair goes to ${isolated(newest.name)}, who was added last`;
  return `${owners.length} clients have this e-mail: ${names}. ${goesTo}${changes && `, and changes ${changes}`}.`;
}
