import type { Checked } from '../../domain/api.ts';
import type { Client, ClientChanges } from '../../domain/api-answers.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import { Problem } from '../../domain/problems.ts';
import { isVersionSeen } from '../../domain/row-version.ts';
import { record } from '../changes/record.ts';
import { type Clock, isoTime } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Handle } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { refreshSearchText } from '../repairs/store.ts';
import { phoneOptedOutAt } from '../texts/opt-outs.ts';
import {
  type ClientFields,
  findClient,
  findClientByEmail,
  insertClient,
  softDeleteClient,
  updateClient,
} from './store.ts';

export type ClientActions = ReturnType<typeof clientActions>;

/** What staff do with the directory. */
export function clientActions({ database, clock }: { database: Database; clock: Clock }) {
  const { dialect } = database;

  async function change(tx: Handle, before: Client, fields: ClientFields, at: string) {
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

  /**
   * The client whom a new ticket finds, held: the ticket is found by the client's name and phone, so
   * nobody may change those between the look and the commit.
   */
  async function heldAtIntake(
    tx: Handle,
    chosenId: string | null | undefined,
    email: string,
  ): Promise<Client | undefined> {
    if (chosenId) {
      await dialect.holdClients(tx, [chosenId]);
      return findClient(tx, chosenId);
    }
    for (let known = await findClientByEmail(tx, email); known; ) {
      await dialect.holdClients(tx, [known.id]);
      const still = await findClientByEmail(tx, email);
      if (still?.id === known.id) return still;
      known = still;
    }
    return undefined;
  }

  return {
    /** Adds a client; the same e-mail again makes another one. */
    async add(fields: ClientFields): Promise<Client> {
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
        const optedOutAt = await phoneOptedOutAt(tx, fields.phone);
        return { id, ...fields, optedOutAt, createdAt: at, updatedAt: at };
      });
    },

    /**
     * @param ifMatch the version that was seen (domain/row-version.ts)
     * @throws Problem client-not-found; changed-meanwhile with the client as stored
     */
    async edit(id: string, edit: Checked<'editClient', 'body'>, ifMatch?: string): Promise<Client> {
      const at = isoTime(clock());
      return database.transact(async (tx) => {
        // Whoever writes a line that the client's tickets are found by takes turns with the others.
        await dialect.holdClients(tx, [id]);
        const before = await findClient(tx, id);
        if (!before) throw new Problem('client-not-found');
        if (!isVersionSeen(ifMatch, before.updatedAt)) {
          throw new Problem('changed-meanwhile', { extra: { client: before } });
        }
        const fields = {
          ...edit,
          address: edit.address === undefined ? before.address : edit.address,
        };
        await change(tx, before, fields, at);
        const optedOutAt = await phoneOptedOutAt(tx, fields.phone);
        return { ...before, ...fields, optedOutAt, updatedAt: at };
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
     * The client of a new ticket: the chosen one, else the one with the same e-mail unless a new one
     * is asked for, else a new one. Where what was typed differs from what is stored the newest wins
     * (docs/decisions/clients.md). Two with the same e-mail must take turns: the caller sees to that.
     *
     * @throws Problem client-not-found when the chosen one is gone
     */
    async forIntake(
      tx: Handle,
      {
        clientId: chosenId,
        asNewClient,
      }: Pick<Checked<'createRepair', 'body'>, 'clientId' | 'asNewClient'>,
      fields: ClientFields,
      at: string,
    ): Promise<{
      id: string;
      fields: ClientFields;
      isNew: boolean;
      changes: ClientChanges | null;
    }> {
      const known =
        chosenId || !asNewClient ? await heldAtIntake(tx, chosenId, fields.email) : undefined;
      if (chosenId && !known) throw new Problem('client-not-found');
      if (!known) {
        const id = newId(Date.parse(at));
        await insertClient(tx, id, fields, at);
        return { id, fields, isNew: true, changes: null };
      }
      // Leaving the address out of the form does not mean that the client has lost it.
      const newest = { ...fields, address: fields.address ?? known.address };
      const changes = { clientId: known.id, before: fieldsOf(known), after: fieldsOf(newest) };
      if (JSON.stringify(changes.before) === JSON.stringify(changes.after)) {
        return { id: known.id, fields: newest, isNew: false, changes: null };
      }
      await change(tx, known, newest, at);
      return { id: known.id, fields: newest, isNew: false, changes };
    },
  };
}

function fieldsOf({ name, email, phone, address }: ClientFields): ClientFields {
  return { name, email, phone, address };
}
