import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { Client } from '../../domain/api-answers.ts';
import { type ClientDifference, clientMeant } from '../../domain/intake.ts';
import { clientQuery } from '../data/queries.ts';
import { useEmailOwners, wouldChange } from './email-owners.ts';
import type { NewRepair } from './intake-check.ts';
import type { IntakeForm } from './intake-control.tsx';
import { type IntakeFields, isAnotherPerson } from './intake-fields.ts';

/** What creating the repair would change on a client of the directory. */
export interface ClientQuestion {
  client: Client;
  differences: readonly ClientDifference[];
  isConfirmed: boolean;
  /** A yes is to these changes: with the next letter it has to be given again. */
  confirm: (isYes: boolean) => void;
}

/** As far as the client goes: what is sent. */
type ClientPart = Pick<NewRepair, 'clientId' | 'asNewClient' | 'confirmClientChanges'>;

/**
 * Whose repair it is going to be, by the rules of the server (docs/decisions/clients.md).
 *
 * @returns the question that needs a yes first, and what is sent with it
 */
export function useClientQuestion(form: IntakeForm): {
  question: ClientQuestion | null;
  sent: ClientPart;
} {
  const fields = useWatch({ control: form.control }) as IntakeFields;
  const owners = useEmailOwners(form);
  const { client: chosen } = fields;
  // The draft may be of yesterday; the client is as stored today.
  const { data } = useQuery({ ...clientQuery(chosen?.id ?? ''), enabled: chosen !== null });

  const typed = { name: fields.customerName, phone: fields.customerPhone };
  const isAnother = isAnotherPerson(fields);
  const client =
    chosen === null
      ? isAnother
        ? null
        : clientMeant(owners, typed)
      : data?.client.id === chosen.id
        ? data.client
        : chosen;
  const differences = client === null ? [] : wouldChange(client, fields);
  if (client === null || differences.length === 0) {
    const asNewClient = isAnother || (client === null && owners.length > 0);
    const sent = { clientId: chosen?.id ?? null, asNewClient, confirmClientChanges: false };
    return { question: null, sent };
  }
  const key = JSON.stringify([client.id, differences]);
  return {
    question: {
      client,
      differences,
      isConfirmed: fields.confirmedChanges === key,
      confirm: (isYes) => form.setValue('confirmedChanges', isYes ? key : ''),
    },
    // Nobody but the one who was asked about may be changed.
    sent: { clientId: client.id, asNewClient: false, confirmClientChanges: true },
  };
}
