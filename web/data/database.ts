import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

/**
 * A database of the browser, opened for one piece of work and closed after it, so that no tab holds
 * up another that has a newer version of it.
 *
 * @returns a function that does a piece of work; it throws a DOMException if the browser forbids or refuses it
 */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
) {
  return async <Result>(
    use: (database: IDBPDatabase<Schema>) => Promise<Result>,
  ): Promise<Result> => {
    const database = await openDB<Schema>(name, 1, { upgrade });
    return use(database).finally(() => database.close());
  };
}

/**
 * Does a piece of work in a transaction. Its end is awaited from the start, so that one that is cut off in the
 * middle fails once, for the caller.
 *
 * @throws DOMException if nothing of it is stored
 */
export async function inTransaction<Transaction extends { done: Promise<void> }>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  await Promise.all([work(transaction), transaction.done]);
}
