import { optOutNotice } from '../../domain/texts.ts';
import { prepared } from '../database/prepared.ts';
import type { Handle } from '../database/tables.ts';

/** Who wants no texts. */

/** Whether a text that tells how to opt out was taken by the provider for the phone. */
export async function hasBeenToldToOptOut(db: Handle, phone: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('phone', '=', phone)
    .where('direction', '=', 'outbound')
    .where('state', 'in', ['accepted', 'sent', 'delivered'])
    .where('body', 'like', `%${optOutNotice}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param phone +1 and ten digits */
export async function isOptedOut(db: Handle, phone: string): Promise<boolean> {
  const { rows } = await selectOptOut(db, { phone });
  return rows[0]?.opted_out_at != null;
}

const selectOptOut = prepared<{ phone: string }, { opted_out_at: string | null }>((db, { phone }) =>
  db.selectFrom('phones').select('opted_out_at').where('phone', '=', phone),
);

/** @param at when they opted out; null when they opted in again */
export async function setOptedOut(tx: Handle, phone: string, at: string | null): Promise<void> {
  await tx
    .insertInto('phones')
    .values({ phone, opted_out_at: at })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ opted_out_at: at }))
    .execute();
}
