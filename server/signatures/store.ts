import type { Signature } from '../../domain/api-signatures.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle, SignaturesTable } from '../database/tables.ts';

export const toSignature = (row: SignaturesTable): Signature => ({
  id: row.id,
  ticketNumber: row.ticket_number,
  content: row.content,
  sha256: row.sha256,
  url: `/api/signatures/${row.id}/picture`,
  at: row.created_at,
  session: row.session,
  initials: row.initials,
});

/** A ticket's signatures: at most one. */
export async function signaturesOfTicket(db: Handle, ticketNumber: string): Promise<Signature[]> {
  const { rows } = await selectOfTicket(db, { ticketNumber });
  return rows.map(toSignature);
}

const selectOfTicket = prepared<{ ticketNumber: string }, SignaturesTable>((db, { ticketNumber }) =>
  db.selectFrom('signatures').selectAll().where('ticket_number', '=', ticketNumber),
);

export const isSigned = async (db: Handle, ticketNumber: string): Promise<boolean> =>
  (await signaturesOfTicket(db, ticketNumber)).length > 0;

/** @returns the name of a signature's picture; null if there is none, or its ticket is deleted */
export async function signaturePicture(db: Handle, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('signatures as signature')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'signature.ticket_number')
    .select('signature.picture')
    .where('signature.id', '=', id)
    .where('ticket.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.picture ?? null;
}

export const insertSignature = (tx: Handle, signature: SignaturesTable) =>
  tx.insertInto('signatures').values(signature).execute();
