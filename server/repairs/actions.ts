import type { Checked } from '../../domain/api.ts';
import type { Repair } from '../../domain/api-answers.ts';
import { changedFields } from '../../domain/changed-fields.ts';
import { pickFields, toColumns } from '../../domain/field-list.ts';
import { Problem } from '../../domain/problems.ts';
import { type RepairValues, repairFields } from '../../domain/repair-fields.ts';
import { isVersionSeen } from '../../domain/row-version.ts';
import { repairSearchLine } from '../../domain/search-text.ts';
import type { ClientActions } from '../clients/actions.ts';
import { isoTime } from '../clock.ts';
import { record } from '../database/changes/record.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../deps.ts';
import { benchWork } from './bench-work.ts';
import { intake } from './intake.ts';
import { lockTicket } from './lock.ts';
import { noteRepair } from './note.ts';
import { getRepair, softDeleteTicket, takeAction } from './store.ts';

export type RepairActions = ReturnType<typeof repairActions>;

interface Parts extends Deps {
  clients: ClientActions;
}

/** What happens to a ticket from the counter to the pick-up. */
export function repairActions(parts: Parts) {
  const { database, clock } = parts;
  const { dialect } = database;

  /** A same-day flag and edits of the fields are two actions: each asks the table for itself. */
  async function editInOne(
    tx: Handle,
    reference: string,
    edit: Checked<'editRepair', 'body'>,
    ifMatch: string | undefined,
  ): Promise<Repair> {
    const at = isoTime(clock());
    const { clientId } = await getRepair(tx, reference);
    // The line that the ticket is found by has the client's name and phone in it.
    await dialect.holdClients(tx, [clientId]);
    const before = await lockTicket(tx, dialect, reference);
    if (!isVersionSeen(ifMatch, before.updatedAt)) {
      throw new Problem('changed-meanwhile', { extra: { repair: before } });
    }
    const { isSameDay, ...fields } = edit;
    if (isSameDay !== undefined && isSameDay !== before.isSameDay) {
      const repair = await takeAction(tx, reference, 'toggle-same-day', {
        is_same_day: isSameDay ? 1 : 0,
        updated_at: at,
      });
      await noteRepair(tx, dialect, repair, at, 'repair-same-day', {
        isSameDay,
        ...changedFields({ isSameDay: before.isSameDay }, { isSameDay }),
      });
    }
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    if (given.length === 0) return getRepair(tx, reference);
    const stored = pickFields(repairFields, before);
    const next: RepairValues = { ...stored, ...Object.fromEntries(given) };
    const repair = await takeAction(tx, reference, 'edit', {
      ...toColumns(repairFields, next),
      search_text: repairSearchLine({ ...before, ...next }),
      updated_at: at,
    });
    await noteRepair(tx, dialect, repair, at, 'repair-edited', {
      ...changedFields(stored, next),
    });
    return repair;
  }

  return {
    ...intake(parts),
    ...benchWork(parts),

    /**
     * @param ifMatch the version that was seen (domain/row-version.ts)
     * @throws Problem repair-not-found, repair-status; changed-meanwhile with the ticket as it stands
     */
    edit: (
      reference: string,
      edit: Checked<'editRepair', 'body'>,
      ifMatch?: string,
    ): Promise<Repair> => database.transact((tx) => editInOne(tx, reference, edit, ifMatch)),

    /**
     * Deletes a repair with its estimates, texts and photos, with a way back
     * (docs/decisions/history-and-deletion.md).
     *
     * @throws Problem repair-not-found
     */
    async remove(reference: string): Promise<void> {
      const at = isoTime(clock());
      await database.transact(async (tx) => {
        const { id, repairId, ticketNumber } = await lockTicket(tx, dialect, reference);
        if (!(await softDeleteTicket(tx, ticketNumber, at))) throw new Problem('repair-not-found');
        const data = { ...changedFields({ deleted: false }, { deleted: true }) };
        await record(tx, dialect, {
          at,
          events: [{ kind: 'repair-deleted', actor: 'staff', ticketNumber, repairId, data }],
          changes: [{ entity: 'repair', id, what: 'deleted', ticketNumber }],
        });
      });
    },
  };
}
