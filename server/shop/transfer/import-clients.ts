import {
  type ClientColumns,
  type ClientDetails,
  type ClientExtras,
  clientFields,
} from '../../../domain/client-fields.ts';
import { changedExtras } from '../../../domain/client-matching.ts';
import { fieldColumns, fromColumns } from '../../../domain/field-list.ts';
import type { ImportedCustomer } from '../../../domain/import-rows.ts';
import { phoneKey } from '../../../domain/phone.ts';
import { searchable } from '../../../domain/search-text.ts';
import type { Handle } from '../../database/tables.ts';

/** This many keys are looked up at once: both engines take them in one statement. */
const keysAtOnce = 500;

export async function inChunks<Row>(
  keys: Iterable<string>,
  find: (chunk: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  // No stored text holds a NUL, and PostgreSQL refuses to compare with one.
  const all = [...new Set(keys)].filter((key) => key !== '' && !key.includes('\0'));
  const found: Row[] = [];
  for (let at = 0; at < all.length; at += keysAtOnce) {
    found.push(...(await find(all.slice(at, at + keysAtOnce))));
  }
  return found;
}

const clientColumns = [
  'id',
  ...fieldColumns(clientFields),
  'phone_key',
  'email_key',
  'deleted_at',
] as const;

/** Clients with any of these values in a column, the oldest first; when looked up by id, deleted ones, too. */
export function clientsBy(
  db: Handle,
  column: 'id' | 'email_key' | 'phone_key',
  values: Iterable<string>,
) {
  return inChunks(values, (chunk) =>
    db
      .selectFrom('clients')
      .select(clientColumns)
      .where(column, 'in', chunk)
      .$if(column !== 'id', (live) => live.where('deleted_at', 'is', null))
      .orderBy('id')
      .execute(),
  );
}

/** A person in the directory, or one to be added to it. */
export interface Person extends ClientDetails {
  id: string;
}

const personIn = (row: { id: string } & ClientColumns): Person => ({
  id: row.id,
  ...fromColumns(clientFields, row),
});

/** A person from the file, with their id in the directory that they come from. */
interface Newcomer {
  person: Person;
  clientId: string | null;
}

/** An id as this product makes them (server/base/ids.ts): lists are ordered by it. */
const timeOrdered = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

const emailKey = (email: string) => email.toLowerCase();

function personKey(phone: string, name: string): string {
  const key = phoneKey(phone);
  return key === '' ? '' : `${key} ${searchable(name)}`;
}

/**
 * Who is who while a file is imported: people are the same by their id from our own export, else by
 * their email, else by phone and name together, because a family shares a phone
 * (docs/import-export.md).
 */
export class Directory {
  /** Marks in the rows that keep texts from clients already in the directory, by id. */
  readonly restricted = new Map<string, Partial<ClientExtras>>();
  readonly #known = new Set<string>();
  readonly #byId = new Map<string, Person>();
  readonly #byEmail = new Map<string, Person>();
  readonly #byPhone = new Map<string, Person>();
  readonly #usedIds = new Set<string>();
  readonly #newById = new Map<string, Person>();
  readonly #newByEmail = new Map<string, Newcomer>();
  readonly #newByPhone = new Map<string, Newcomer>();

  /** Looks up everybody whom the file may mean. */
  static async of(db: Handle, customers: readonly ImportedCustomer[]): Promise<Directory> {
    const directory = new Directory();
    const given = (values: (string | null)[]) => values.filter((value) => value !== null);
    const ids = given(customers.map(({ clientId }) => clientId));
    for (const row of await clientsBy(db, 'id', ids)) {
      directory.#usedIds.add(row.id);
      if (row.deleted_at === null) directory.#byId.set(row.id, directory.#knownIn(row));
    }
    const emails = given(customers.map(({ email }) => email)).map(emailKey);
    // The newest of several wins, as at the counter.
    for (const client of await clientsBy(db, 'email_key', emails))
      directory.#byEmail.set(client.email_key, directory.#knownIn(client));
    const phones = given(customers.map(({ phone }) => phone)).map(phoneKey);
    for (const client of await clientsBy(db, 'phone_key', phones)) {
      directory.#byPhone.set(personKey(client.phone, client.name), directory.#knownIn(client));
    }
    return directory;
  }

  #knownIn(row: { id: string } & ClientColumns): Person {
    this.#known.add(row.id);
    return personIn(row);
  }

  isDeleted(clientId: string | null): boolean {
    return clientId !== null && this.#usedIds.has(clientId) && !this.#byId.has(clientId);
  }

  find({ clientId, email, phone, name }: ImportedCustomer): Person | null {
    const byId =
      clientId === null ? undefined : (this.#byId.get(clientId) ?? this.#newById.get(clientId));
    if (byId) return byId;
    // Two rows with ids of their own are two people, even if they share everything else.
    const mayBe = (newcomer: Newcomer | undefined) =>
      newcomer && (clientId === null || newcomer.clientId === null) ? newcomer.person : undefined;
    // Those without one have nothing in common.
    if (email !== null && email !== '') {
      const key = emailKey(email);
      const known = this.#byEmail.get(key) ?? mayBe(this.#newByEmail.get(key));
      if (known) return known;
    }
    if (phone !== null && name !== null) {
      const key = personKey(phone, name);
      const known = this.#byPhone.get(key) ?? mayBe(this.#newByPhone.get(key));
      if (known && key !== '') return known;
    }
    return null;
  }

  /**
   * Keeps a row's marks against texts for the person it means, in the directory or the file: a mark that was
   * not in an earlier row still counts.
   */
  restrict(customer: ImportedCustomer): void {
    const person = this.find(customer);
    const marks = person && changedExtras(person, customer, false);
    if (!marks || Object.keys(marks).length === 0) return;
    Object.assign(person, marks);
    if (this.#known.has(person.id)) {
      this.restricted.set(person.id, { ...this.restricted.get(person.id), ...marks });
    }
  }

  /** Adds a new person. The id from the file is kept if it is free. */
  add(details: Omit<Person, 'id'>, clientId: string | null, makeId: () => string): Person {
    const isFree = clientId !== null && timeOrdered.test(clientId) && !this.#usedIds.has(clientId);
    const person = { ...details, id: isFree ? clientId : makeId() };
    this.#usedIds.add(person.id);
    if (clientId !== null) this.#newById.set(clientId, person);
    const newcomer = { person, clientId };
    this.#newByEmail.set(emailKey(person.email), newcomer);
    const key = personKey(person.phone, person.name);
    if (key !== '') this.#newByPhone.set(key, newcomer);
    return person;
  }
}
