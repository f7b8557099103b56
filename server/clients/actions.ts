import type { Checked } from '../../domain/api.ts';
import type { Client, ClientChanges } from '../../domain/api-answers.ts';
import { type ClientDetails, type ClientExtras, clientFields } from '../../domain/client-fields.ts';
import {
  agreedFor,
  type ClientDifference,
  changedExtras,
  clientDifferences,
  clientMeant,
  hasNameAndPhone,
  replacesPerson,
} from '../../domain/client-matching.ts';
import { changedFields } from '../../domain/edits.ts';
import { pickFields } from '../../domain/field-list.ts';
import { isEmailAddress } from '../../domain/field-schemas.ts';
import { Problem } from '../../domain/problems.ts';
import { isoTime } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import { requireVersionSeen } from '../base/version.ts';
import { dialectOf } from '../database/dialect.ts';
import { isChanged } from '../database/found.ts';
import type { Handle } from '../database/tables.ts';
import { record, recordClientEvent } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import { refreshSearchText } from '../repairs/store.ts';
import {
  clientsByEmail,
  clientsByPhone,
  findClient,
  getClient,
  insertClient,
  updateClient,
} from './store.ts';

const fieldsOf = (client: ClientDetails) => pickFields(clientFields, client);

/** What the history says about a new client: what they agreed to, when, and who recorded it. */
export const clientCreated = (id: string, fields: ClientDetails) =>
  ({
    kind: 'client-created',
    actor: 'staff',
    clientId: id,
    data: { before: null, after: fieldsOf(fields) },
  }) as const;

/** Adds a client; the same email again makes another one. */
export function createClient({ database, clock }: Deps, fields: ClientDetails): Promise<Client> {
  const now = clock();
  const id = newId(now);
  const at = isoTime(now);
  return database.transact(async (tx) => {
    await insertClient(tx, id, fields, at);
    await recordClientEvent(tx, id, at, clientCreated(id, fields));
    return getClient(tx, id);
  });
}

async function changeClient(
  tx: Handle,
  before: Client,
  fields: ClientDetails,
  at: string,
): Promise<void> {
  const { id } = before;
  if (!(await updateClient(tx, id, fields, at))) throw new Problem('client-not-found');
  if (fields.name !== before.name || fields.phone !== before.phone) {
    await refreshSearchText(tx, { client_id: id });
  }
  const data = { ...changedFields(fieldsOf(before), fieldsOf(fields)) };
  const event = { kind: 'client-updated', actor: 'staff', clientId: id, data } as const;
  await record(tx, {
    at,
    events: Object.keys(data.after).length === 0 ? [] : [event],
    changes: [{ entity: 'client', id, what: 'updated', ticketNumber: null }],
  });
}

/** The client as stored, locked: all who write the search lines of the client's tickets wait. */
async function lockClient(tx: Handle, id: string): Promise<Client> {
  await dialectOf(tx).lockClients(tx, [id]);
  return getClient(tx, id);
}

/**
 * @param ifMatch the version that was seen (domain/edits.ts)
 * @throws Problem client-not-found; changed-meanwhile with the client as stored
 */
export function editClient(
  { database, clock }: Deps,
  id: string,
  edit: Checked<'editClient', 'body'>,
  ifMatch?: string,
): Promise<Client> {
  const at = isoTime(clock());
  return database.transact(async (tx) => {
    const before = await lockClient(tx, id);
    requireVersionSeen(ifMatch, before.updatedAt, { client: before });
    const given = Object.fromEntries(
      Object.entries(edit).filter(([, value]) => value !== undefined),
    );
    const kept = agreedFor(edit.phone, fieldsOf(before));
    await changeClient(tx, before, { ...kept, ...given }, at);
    return getClient(tx, id);
  });
}

/**
 * Records what keeps texts from a client, in the caller's transaction; nothing if the client is gone.
 *
 * @param marks from changedExtras (domain/client-matching.ts)
 */
export async function restrictClient(
  tx: Handle,
  id: string,
  marks: Partial<ClientExtras>,
  at: string,
): Promise<void> {
  await dialectOf(tx).lockClients(tx, [id]);
  const before = await findClient(tx, id);
  if (before) await changeClient(tx, before, { ...fieldsOf(before), ...marks }, at);
}

/** Removes a client from the directory. @throws Problem client-not-found */
export async function deleteClient({ database, clock }: Deps, id: string): Promise<void> {
  const at = isoTime(clock());
  await database.transact(async (tx) => {
    const client = tx.updateTable('clients').where('id', '=', id).where('deleted_at', 'is', null);
    const deletion = client.set({ deleted_at: at, updated_at: at });
    if (!(await isChanged(deletion))) throw new Problem('client-not-found');
    const data = changedFields({ deleted: false }, { deleted: true });
    await recordClientEvent(tx, id, at, { kind: 'client-deleted', data });
  });
}

type ClientChoice = Pick<
  Checked<'createRepair', 'body'>,
  'clientId' | 'asNewClient' | 'confirmClientChanges'
> & {
  /** Whose visit it is; null if that is not known yet. */
  visitorId: string | null;
};

interface ChosenClient {
  id: string;
  fields: ClientDetails;
  isNew: boolean;
  changes: ClientChanges | null;
  /** What stays as stored because it was not confirmed. */
  unconfirmed: ClientDifference[] | null;
}

/** The client that a new ticket finds, locked: its search line has the client's name and phone in it. */
async function clientFound(
  tx: Handle,
  { clientId, visitorId, asNewClient, confirmClientChanges }: ClientChoice,
  fields: ClientDetails,
): Promise<Client | undefined> {
  const chosenId = clientId ?? visitorId;
  if (chosenId) return lockClient(tx, chosenId);
  if (asNewClient) return undefined;
  const find = async () => {
    if (!isEmailAddress(fields.email)) {
      const owners = await clientsByPhone(tx, fields.phone);
      return owners.find((owner) => hasNameAndPhone(owner, fields));
    }
    const owners = await clientsByEmail(tx, fields.email);
    return clientMeant(owners, fields) ?? (confirmClientChanges ? owners[0] : undefined);
  };
  for (let known = await find(); known; ) {
    await dialectOf(tx).lockClients(tx, [known.id]);
    const still = await find();
    if (still?.id === known.id) return still;
    known = still;
  }
  return undefined;
}

/**
 * The client of a new ticket: the chosen one, else the one whose visit it is, else the one with the
 * same email and the same name or phone (if the email is not an address: with the same name and phone)
 * unless a new one is asked for, else a new one. What was typed differently from what is stored needs confirmation
 * (docs/decisions/clients.md). Two with the same email or phone must wait for each other: the caller
 * must make sure of that.
 *
 * @throws Problem client-not-found when the chosen one is gone; client-changes-unconfirmed, with
 *   the changes, when the chosen one would become another person without confirmation
 */
export async function clientOfNewTicket(
  tx: Handle,
  choice: ClientChoice,
  fields: ClientDetails,
  at: string,
): Promise<ChosenClient> {
  const known = await clientFound(tx, choice, fields);
  if (!known) {
    const id = newId(Date.parse(at));
    await insertClient(tx, id, fields, at);
    return { id, fields, isNew: true, changes: null, unconfirmed: null };
  }
  const { id } = known;
  const before = fieldsOf(known);
  const differences = clientDifferences(before, fields);
  const isConfirmed = choice.confirmClientChanges || Boolean(choice.clientId);
  if (!choice.confirmClientChanges && choice.clientId && replacesPerson(differences)) {
    throw new Problem('client-changes-unconfirmed', {
      extra: { clientId: id, changes: differences },
    });
  }
  const typed: Partial<ClientDetails> = Object.fromEntries(
    isConfirmed ? differences.map(({ field, to }) => [field, to]) : [],
  );
  const unconfirmed = isConfirmed || differences.length === 0 ? null : differences;
  const { phone = before.phone } = typed;
  const kept = agreedFor(phone, before);
  const extras = changedExtras(kept, agreedFor(phone, fields), unconfirmed === null);
  const after = { ...kept, ...typed, ...extras };
  const unchanged = { id, fields: before, isNew: false, changes: null, unconfirmed };
  if (isEqual(before, after)) return unchanged;
  await changeClient(tx, known, after, at);
  return { ...unchanged, fields: after, changes: { clientId: id, before, after } };
}

const isEqual = (one: ClientDetails, other: ClientDetails) =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

/**
 * Undoes what taking in a ticket changed on its client. If it was undone already, nothing changes.
 *
 * @throws Problem client-not-found, client-changed-since
 */
export async function restoreClientDetails(
  tx: Handle,
  { clientId, before, after }: ClientChanges,
  at: string,
): Promise<Client> {
  const client = await lockClient(tx, clientId);
  if (isEqual(client, before)) return client;
  if (!isEqual(client, after)) throw new Problem('client-changed-since');
  await changeClient(tx, client, before, at);
  return getClient(tx, clientId);
}
