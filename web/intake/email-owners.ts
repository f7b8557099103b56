import { useWatch } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { type ClientDifference, clientDifferences } from '../../domain/intake.ts';
import { isolated } from '../ui/text.tsx';
import { useClientSearch } from './client-search.ts';
import type { IntakeForm } from './intake-control.tsx';
import { type CustomerFields, isSameEmail } from './intake-fields.ts';
import { searchFor } from './known-client.ts';

/** The clients of the directory who have the form's e-mail, case ignored, the newest first. */
export function useEmailOwners({ control }: Pick<IntakeForm, 'control'>): Client[] {
  const email = useWatch({ control, name: 'customerEmail' });
  const { found } = useClientSearch(searchFor('customerEmail', email));
  return found.filter((client) => isSameEmail(client.email, email));
}

/** What creating the repair would change on a client; a field that is still empty changes nothing. */
export function wouldChange(client: Client, typed: CustomerFields): ClientDifference[] {
  return clientDifferences(client, {
    name: typed.customerName.trim() || client.name,
    email: typed.customerEmail.trim() || client.email,
    phone: typed.customerPhone.trim() || client.phone,
    address: typed.customerAddress,
  });
}

/** E.g. "the phone from (212) 555-0101 to (212) 555-0102, the name from Ada to Bob". */
export function changeWords(differences: readonly ClientDifference[]): string {
  return differences
    .map(({ field, from, to }) =>
      from === ''
        ? `the ${field} to ${isolated(to)}`
        : `the ${field} from ${isolated(from)} to ${isolated(to)}`,
    )
    .join(', ');
}
