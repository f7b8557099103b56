import { useWatch } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { clientMeant } from '../../domain/intake.ts';
import { formatPhone } from '../../domain/phone.ts';
import { useRested } from '../lists/search-results.tsx';
import { Button } from '../ui/button.tsx';
import { isolated } from '../ui/text.tsx';
import {
  changeWords,
  mostOffered,
  useEmailOwners,
  useTakeClient,
  wouldChange,
} from './client-choice.ts';
import { IntakeNotice, useIntakeForm } from './intake-control.tsx';
import { type IntakeFields, isAnotherPerson } from './intake-fields.ts';

/**
 * Says whose e-mail was typed, and whether the repair is theirs or another person's
 * (docs/decisions/clients.md). What would change on them is asked at the end of the form.
 */
export function EmailNotice() {
  const form = useIntakeForm();
  const take = useTakeClient();
  const owners = useEmailOwners(form);
  const fields = useWatch<IntakeFields>() as IntakeFields;
  const isAnother = isAnotherPerson(fields);
  const isOwned = fields.client === null && owners.length > 0;
  const typed = { name: fields.customerName, phone: fields.customerPhone };
  const meant = isOwned && !isAnother ? clientMeant(owners, typed) : null;
  // Not for every letter: it is read out.
  const words = useRested(isOwned && !isAnother ? ownerWords(owners, meant, fields) : '');

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
  const only = owners.length === 1 ? (owners[0] ?? null) : null;
  return (
    <IntakeNotice
      words={words}
      isWarning={meant !== null && wouldChange(meant, fields).length > 0}
      actions={
        <>
          {owners.slice(0, mostOffered).map((owner) => (
            <Button key={owner.id} onClick={() => take(owner)}>
              {choiceWords(owner, owners)}
            </Button>
          ))}
          {meant !== null && (
            <Button
              onClick={() => {
                form.setValue('newClientEmail', fields.customerEmail);
                form.setFocus('customerPhone');
              }}
            >
              Another person
            </Button>
          )}
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

/** Several with one name are told apart by their phones. */
function choiceWords(owner: Client, owners: readonly Client[]): string {
  const isAlone = owners.every(({ id, name }) => id === owner.id || name !== owner.name);
  const words = `Use ${isolated(owner.name)} as stored`;
  return isAlone ? words : `${words}, ${formatPhone(owner.phone) || 'without a phone'}`;
}

function ownerWords(owners: readonly Client[], meant: Client | null, fields: IntakeFields): string {
  const [newest] = owners;
  if (newest === undefined) return '';
  const isAlone = owners.length === 1;
  const named = owners.slice(0, mostOffered).map(({ name }) => isolated(name));
  const rest = owners.length - named.length;
  const names = named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  const have = isAlone
    ? `${names} has this e-mail`
    : `${owners.length} clients have this e-mail: ${names}`;
  if (meant === null) {
    const other = isAlone ? ', with another name and phone' : '. None has this name or phone';
    return `${have}${other}: the repair gets a new client with the same e-mail.`;
  }
  const changes = changeWords(wouldChange(meant, fields));
  if (isAlone) {
    return changes === ''
      ? `${have}: the repair is theirs.`
      : `${have}. Creating the repair changes ${changes}.`;
  }
  return `${have}. The repair goes to ${isolated(meant.name)}${changes && `, and changes ${changes}`}.`;
}
