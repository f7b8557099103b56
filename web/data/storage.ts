import { createStore } from './store.ts';

/** Storage can be forbidden or full; what is kept there then lasts as long as the page. */
export function inStorage<Result>(use: (storage: Storage) => Result, otherwise: Result): Result {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}

/**
 * What the user chose, kept in this browser and followed in all its tabs. If storage is forbidden
 * or full it lasts as long as the page.
 *
 * @param read what is stored under the key: null for nothing
 */
export function storedValue<Value extends string | null>(
  key: string,
  read: (stored: string | null) => Value,
) {
  const readNow = () => read(inStorage((storage) => storage.getItem(key), null));
  const store = createStore(readNow());

  globalThis.addEventListener?.('storage', (event) => {
    // A null key means that another tab cleared the whole storage.
    if (event.key === key || event.key === null) store.set(readNow());
  });

  return {
    ...store,
    set(next: Value): void {
      inStorage((storage) => {
        if (next === null) storage.removeItem(key);
        else storage.setItem(key, next);
      }, undefined);
      store.set(next);
    },
  };
}

/** As {@link storedValue}, one of a few. */
export const storedChoice = <Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
) => storedValue(key, (stored) => choices.find((choice) => choice === stored) ?? fallback);
