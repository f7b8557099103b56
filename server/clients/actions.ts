import type { Checked } from '../../domain/api.ts';
import type { Client, ClientChanges } from '../../domain/api-answers.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import {
  type ClientDifference,
  clientDifferences,
  clientMeant,
  replacesPerson,
} from '../../domain/client-changes.ts';
import { type ClientDetails, clientFields } from '../../domain/client-fields.ts';
import { pickFields } from '../../domain/field-list.ts';
import { Problem } from '../../domain/problems.ts';
import { isVersionSeen } from '../../domain/row-version.ts';
import { type Clock, isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Database } from '../database/database.ts';
import type { Handle } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { refreshSearchText } from '../repairs/store.ts';
import {
  clientsByEmail,
  findClient,
  insertClient,
  softDeleteClient,
  updateClient,
} from './store.ts';

type IntakeChoice = Pick<
  Checked<'createRepair', 'body'>,
  'clientId' | 'asNewClient' | 'confirmClientChanges'
>;

interface IntakeClient {
  id: string;
  fields: ClientDetails;
  isNew: boolean;
  changes: ClientChanges | null;
  unconfirmed: ClientDifference[] | null;
}

export type ClientActions = ReturnType<typeof clientActions>;

/** What staff do with the directory. */
export function clientActions({ database, clock }: { database: Database; clock: Clock }) {
  const { dialect } = database;

  async function change(tx: Handle, before: Client, fields: ClientDetails, at: string) {
    if (!(await updateClient(tx, before.id, fields, at))) throw new Problem('client-not-found');
    if (fields.name !== before.name || fields.phone !== before.phone) {
      await refreshSearchText(tx, before.id, fields);
    }
    const changes = changedFields({ ...fieldsOf(before) }, { ...fieldsOf(fields) });
    const event = {
      kind: 'client-updated',
      actor: 'staff' as const,
      clientId: before.id,
      data: { ...changes },
    };
    await record(tx, dialect, {
      at,
      events: Object.keys(changes.after).length === 0 ? [] : [event],
      changes: [{ entity: 'client', id: before.id, what: 'updated', ticketNumber: null }],
    });
  }

  async function heldClient(tx: Handle, id: string): Promise<Client> {
    await dialect.holdClients(tx, [id]);
    return storedClient(tx, id);
  }

  /**
   * The client whom a new ticket finds, held: the ticket is found by the client's name and phone, so
   * nobody may change those between the look and the commit.
   */
  async function heldAtIntake(
    tx: Handle,
    { clientId, asNewClient, confirmClientChanges }: IntakeChoice,
    fields: ClientDetails,
  ): Promise<Client | undefined> {
    if (clientId) return heldClient(tx, clientId);
    if (asNewClient) return undefined;
    const find = async () => {
      const owners = await clientsByEmail(tx, fields.email);
      return clientMeant(owners, fields) ?? (confirmClientChanges ? owners[0] : undefined);
    };
    for (let known = await find(); known; ) {
      await dialect.holdClients(tx, [known.id]);
      const still = await find();
      if (still?.id === known.id) return still;
      known = still;
    }
    return undefined;
  }

  return {
    /** Adds a client; the same e-mail again makes another one. */
    async add(fields: ClientDetails): Promise<Client> {
      const now = clock();
      const id = newId(now);
      const at = isoTime(now);
      return database.transact(async (tx) => {
        await insertClient(tx, id, fields, at);
        await record(tx, dialect, {
          at,
          events: [
            {
              kind: 'client-created',
              actor: 'staff',
              clientId: id,
              data: { before: null, after: fieldsOf(fields) },
            },
          ],
          changes: [{ entity: 'client', id, what: 'created', ticketNumber: null }],
        });
        return storedClient(tx, id);
      });
    },

    /**
     * @param ifMatch the version that was seen (domain/row-version.ts)
     * @throws Problem client-not-found; changed-meanwhile with the client as stored
     */
    async edit(id: string, edit: Checked<'editClient', 'body'>, ifMatch?: string): Promise<Client> {
      const at = isoTime(clock());
      return database.transact(async (tx) => {
        // All who write the search lines of the client's tickets take turns.
        await dialect.holdClients(tx, [id]);
        const before = await storedClient(tx, id);
        if (!isVersionSeen(ifMatch, before.updatedAt)) {
          throw new Problem('changed-meanwhile', { extra: { client: before } });
        }
        const fields = {
          ...edit,
          address: edit.address === undefined ? before.address : edit.address,
        };
        await change(tx, before, fields, at);
        return storedClient(tx, id);
      });
    },

    /** Takes a client out of the directory. @throws Problem client-not-found */
    async remove(id: string): Promise<void> {
      const at = isoTime(clock());
      await database.transact(async (tx) => {
        if (!(await softDeleteClient(tx, id, at))) throw new Problem('client-not-found');
        await record(tx, dialect, {
          at,
          events: [
            {
              kind: 'client-deleted',
              actor: 'staff',
              clientId: id,
              data: { ...changedFields({ deleted: false }, { deleted: true }) },
            },
          ],
          changes: [{ entity: 'client', id, what: 'deleted', ticketNumber: null }],
        });
      });
    },

    /**
     * The client of a new ticket: the chosen one, else the one with the same e-mail and the same name
     * or phone unless a new one is asked for, else a new one. What was typed otherwise than it is
     * stored needs a yes (docs/decisions/clients.md). Two with the same e-mail must take turns: the
     * caller sees to that.
     *
     * @returns `unconfirmed`: what stays as stored because there was no yes
     * @throws Problem client-not-found when the chosen one is gone; client-changes-unconfirmed, with
     *   the changes, when the chosen one would become another person without a yes
     */
    async forIntake(
      tx: Handle,
      choice: IntakeChoice,
      fields: ClientDetails,
      at: string,
    ): Promise<IntakeClient> {
      const known = await heldAtIntake(tx, choice, fields);
      if (!known) {
        const id = newId(Date.parse(at));
        await insertClient(tx, id, fields, at);
        return { id, fields, isNew: true, changes: null, unconfirmed: null };
      }
      const { id } = known;
      const before = fieldsOf(known);
      const differences = clientDifferences(before, fields);
      const unchanged = { id, fields: before, isNew: false, changes: null };
      if (differences.length === 0) return { ...unchanged, unconfirmed: null };
      if (!choice.confirmClientChanges) {
        if (!choice.clientId) return { ...unchanged, unconfirmed: differences };
        if (replacesPerson(differences)) {
          throw new Problem('client-changes-unconfirmed', {
            extra: { clientId: id, changes: differences },
          });
        }
      }
      const typed = Object.fromEntries(differences.map(({ field, to }) => [field, to]));
      const after = { ...before, ...typed };
      await change(tx, known, after, at);
      return {
        ...unchanged,
        fields: after,
        changes: { clientId: id, before, after },
        unconfirmed: null,
      };
    },

    /**
     * Gives a client back what taking in a ticket has changed. Undone already, it stays so.
     *
     * @throws Problem client-not-found, client-changed-since
     */
    async putBack(
      tx: Handle,
      { clientId, before, after }: ClientChanges,
      at: string,
    ): Promise<Client> {
      const client = await heldClient(tx, clientId);
      if (isEqual(client, before)) return client;
      if (!isEqual(client, after)) throw new Problem('client-changed-since');
      await change(tx, client, before, at);
      return heldClient(tx, clientId);
    },
  };
}

const isEqual = (one: ClientDetails, other: ClientDetails) =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

const fieldsOf = (client: ClientDetails) => pickFields(clientFields, client);

async function storedClient(db: Handle, id: string): Promise<Client> {
  const client = await findClient(db, id);
  if (!client) throw new Problem('client-not-found');
  return client;
}
