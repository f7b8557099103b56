import { type Language, languages } from '../../domain/languages.ts';
import { openStatuses } from '../../domain/repair-status.ts';
import { differentNames } from '../../domain/shared-phone.ts';
import type { TextWishes } from '../../domain/text-consent.ts';
import { type AutomaticKind, automaticKinds } from '../../domain/text-kinds.ts';
import { optOutNotices } from '../../domain/texts.ts';
import { isFound } from '../database/found.ts';
import { prepared } from '../database/prepared.ts';
import type { ClientsTable, Handle } from '../database/tables.ts';

/** What is known of a phone: whether it wants texts, what went there, came from there and is about it. */

/** Whether the provider took a text for the phone that says how to opt out. */
export const knowsOptOut = (db: Handle, phone: string): Promise<boolean> =>
  isFound(
    textsWith(db, phone, 'outbound')
      .where('state', 'in', ['accepted', 'sent', 'delivered'])
      .where(({ eb, or }) => or(optOutNotices.map((notice) => eb('body', 'like', `%${notice}`))))
      .limit(1),
  );

const textsWith = (db: Handle, phone: string, direction: 'inbound' | 'outbound') =>
  db
    .selectFrom('messages')
    .select(['kind', 'created_at'])
    .where('phone', '=', phone)
    .where('direction', '=', direction);

type Owner = Pick<ClientsTable, 'language' | 'no_texts' | 'agreed_to_texts' | 'deleted_at'>;

/** The clients who have the phone, in the directory or deleted. */
const ownersOf = (db: Handle, phone: string) =>
  db
    .selectFrom('clients')
    .select(['language', 'no_texts', 'agreed_to_texts', 'deleted_at'])
    .where('phone_key', '=', phone);

/**
 * The language a phone is texted in: the ticket's customer's, if the text is about a ticket; else the one that
 * all who share the phone have chosen.
 *
 * @returns null for English
 */
export async function languageOfPhone(
  db: Handle,
  phone: string,
  ticketNumber: string | null,
): Promise<Language | null> {
  const owners =
    ticketNumber === null
      ? await ownersOf(db, phone).where('deleted_at', 'is', null).execute()
      : await db
          .selectFrom('repair_tickets as ticket')
          .innerJoin('clients as client', 'client.id', 'ticket.client_id')
          .select('client.language')
          .where('ticket.ticket_number', '=', ticketNumber)
          .execute();
  const [first] = owners;
  const isShared = owners.every(({ language }) => language === first?.language);
  return languages.find((one) => isShared && one === first?.language) ?? null;
}

/**
 * Whether a phone's owners want texts, taken together: anyone who shares a phone with someone who doesn't gets
 * none, and neither does a phone whose owner wanted none and has been deleted.
 *
 * @returns null if the phone belongs to no one
 */
export async function wishesOfPhone(db: Handle, phone: string): Promise<TextWishes | null> {
  const { rows: all } = await selectWishes(db, { phone });
  // Clients without a phone don't share one.
  if (phone === '' || all.length === 0) return null;
  const present = all.filter((owner) => owner.deleted_at === null);
  const asked = present.length > 0 ? present : all;
  return {
    customerNoTexts: all.some((owner) => owner.no_texts === 1),
    customerAgreedToTexts: asked.every((owner) => owner.agreed_to_texts === 1),
  };
}

const selectWishes = prepared<{ phone: string }, Owner>((db, { phone }) => ownersOf(db, phone));

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

/** Whether the phone texted something after a time, of one of these meanings if they are given. */
export async function textedSince(
  db: Handle,
  phone: string,
  since: string,
  meanings?: readonly string[],
  ticketNumber?: string,
): Promise<boolean> {
  let query = textsWith(db, phone, 'inbound').where('created_at', '>', since);
  if (meanings) query = query.where('meaning', 'in', meanings);
  if (ticketNumber !== undefined) query = query.where('ticket_number', '=', ticketNumber);
  return isFound(query.limit(1));
}

/** When the phone's newest text is filed, as an ISO time; null if it has never texted. */
export async function lastInboundAt(db: Handle, phone: string): Promise<string | null> {
  const row = await textsWith(db, phone, 'inbound')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** The automatic texts that have gone to a phone since a time (ISO 8601), and when; newest first. */
export async function automaticTextsTo(
  db: Handle,
  phone: string,
  since: string,
): Promise<{ kind: AutomaticKind; sentAt: number }[]> {
  const rows = await textsWith(db, phone, 'outbound')
    .where('kind', 'in', automaticKinds)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    kind: row.kind as AutomaticKind,
    sentAt: Date.parse(row.created_at),
  }));
}

export const hasBeenTexted = (db: Handle, phone: string): Promise<boolean> =>
  isFound(textsWith(db, phone, 'outbound').where('kind', '!=', 'unknown-number').limit(1));

/** The different names on clients and tickets with each of these phones, the longest known first. */
export async function namesOnPhones(
  db: Handle,
  phones: readonly string[],
): Promise<Map<string, string[]>> {
  const owners = await db
    .selectFrom('clients as client')
    .select(['client.phone_key', 'client.id', 'client.name'])
    .where('client.phone_key', 'in', phones)
    .where('client.deleted_at', 'is', null)
    .execute();
  const takenIn = await db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .select(['ticket.phone_key', 'client.id', 'client.name'])
    .where('ticket.phone_key', 'in', phones)
    .where('ticket.deleted_at', 'is', null)
    .execute();
  const all = [...owners, ...takenIn].sort((one, other) => (one.id < other.id ? -1 : 1));
  return new Map(
    phones.map((phone) => [
      phone,
      differentNames(all.flatMap((row) => (row.phone_key === phone ? row.name : []))),
    ]),
  );
}

/** Every ticket that a text from the phone may be about, by the texts so far. */
export async function ticketsOfPhone(db: Handle, phone: string): Promise<(string | null)[]> {
  const texted = await db
    .selectFrom('messages')
    .select('ticket_number')
    .distinct()
    .where('phone', '=', phone)
    .where('ticket_number', 'is not', null)
    .execute();
  return [...texted.map((row) => row.ticket_number), await lastTicketOfPhone(db, phone)];
}

/** The ticket that the shop last texted a phone about, else its owner's newest. */
export async function lastTicketOfPhone(db: Handle, phone: string): Promise<string | null> {
  const texted = await db
    .selectFrom('messages as message')
    .innerJoin('repair_tickets as ticket', 'ticket.ticket_number', 'message.ticket_number')
    .select('ticket.ticket_number')
    .where('message.phone', '=', phone)
    .where('message.direction', '=', 'outbound')
    .where('ticket.deleted_at', 'is', null)
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (texted) return texted.ticket_number;
  const owned = await db
    .selectFrom('repair_tickets as ticket')
    .innerJoin('clients as client', 'client.id', 'ticket.client_id')
    .select('ticket.ticket_number')
    .where('client.phone_key', '=', phone)
    .where('ticket.deleted_at', 'is', null)
    .orderBy('ticket.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return owned?.ticket_number ?? null;
}

/** The tickets of a phone that are not deleted: it was given at intake, or is the owner's. */
const ticketsWith = (db: Handle, phone: string) =>
  db
    .selectFrom('repair_tickets as ticket')
    .select('ticket.ticket_number')
    .where('ticket.deleted_at', 'is', null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('ticket.phone_key', '=', phone),
        eb(
          'ticket.client_id',
          'in',
          selectFrom('clients as client').select('client.id').where('client.phone_key', '=', phone),
        ),
      ]),
    );

/** The phone's only open ticket; null if it has none or several. */
export async function onlyOpenTicketOf(db: Handle, phone: string): Promise<string | null> {
  const rows = await ticketsWith(db, phone)
    .where('ticket.status', 'in', openStatuses)
    .limit(2)
    .execute();
  const [only, ...others] = rows;
  return others.length === 0 ? (only?.ticket_number ?? null) : null;
}

export const isOnTicket = (db: Handle, phone: string): Promise<boolean> =>
  isFound(ticketsWith(db, phone).limit(1));
