import { sql } from 'kysely';
import { addDays, dateIn, midnightIn } from '../../domain/calendar-date.ts';
import { zoneInForce } from '../../domain/clock.ts';
import { automaticKinds } from '../../domain/text-kinds.ts';
import { firstIdAt } from '../base/ids.ts';
import { dialectOf } from '../database/dialect.ts';
import { isFound } from '../database/found.ts';
import type { Handle } from '../database/tables.ts';
import { readShopSettings } from '../settings/store.ts';

/**
 * The limit on automatic texts to phones that are on no ticket: anyone who texts the shop is answered, at
 * its cost. Texts from staff, about tickets and to phones on a ticket are never counted or held back.
 */

/** The bounds of the ids of texts from the shop's day in which a moment lies. */
async function idsOfDay(db: Handle, at: number) {
  const settings = await readShopSettings(db);
  const zone = zoneInForce(settings);
  const today = dateIn(at, zone);
  const [from, to] = [today, addDays(today, 1)].map((date) => firstIdAt(midnightIn(date, zone)));
  return { from: from ?? '', to: to ?? '', settings };
}

const ofStrangers = (db: Handle, { from, to }: { from: string; to: string }) =>
  db
    .selectFrom('messages as text')
    .where('text.id', '>=', from)
    .where('text.id', '<', to)
    .where('text.ticket_number', 'is', null);

/**
 * Whether one more automatic text may go to a phone on no ticket. Takes a lock, so that no other is decided
 * on until the transaction ends; the last lock that the transaction takes.
 *
 * @param now milliseconds since 1970
 * @returns `just reached` for the first text of the day that may not
 */
export async function limitForStrangers(
  tx: Handle,
  now: number,
): Promise<'open' | 'just reached' | 'reached'> {
  await dialectOf(tx).lock(tx, 'automatic texts to strangers');
  const { settings, ...day } = await idsOfDay(tx, now);
  const { sent } = await ofStrangers(tx, day)
    .select((one) => one.fn.countAll<number>().as('sent'))
    .where('text.kind', 'in', automaticKinds)
    .executeTakeFirstOrThrow();
  if (Number(sent) < settings.texts.automaticToStrangers) return 'open';
  const isKnown = await isFound(
    ofStrangers(tx, day).select('text.id').where('text.attention', '=', 'limit-reached').limit(1),
  );
  return isKnown ? 'reached' : 'just reached';
}

/** @returns how many phones have waited for an answer since a given moment, to the end of its day in the shop */
export async function unansweredSince(db: Handle, at: number): Promise<number> {
  const { to } = await idsOfDay(db, at);
  const { phones } = await ofStrangers(db, { from: firstIdAt(at), to })
    .select((one) => one.fn.count<number>('text.phone').distinct().as('phones'))
    .where('text.attention', 'in', ['unclear', 'sent-photo', 'limit-reached'])
    .where('text.attention_handled_at', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from messages as answer where answer.phone = text.phone
        and answer.direction = 'outbound' and answer.created_at >= text.created_at)`,
    )
    .executeTakeFirstOrThrow();
  return Number(phones);
}
