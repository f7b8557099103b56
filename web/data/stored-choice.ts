import { createStore } from '../ui/store.ts';
import { inStorage } from './storage.ts';

/**
 * A choice of the user's, kept in this browser and followed in all its tabs. Where storage is
 * forbidden or full it lasts as long as the page.
 */
export function storedChoice<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  fallback: Choice,
) {
  const read = (): Choice =>
    inStorage((storage) => {
      const stored = storage.getItem(key);
      return choices.find((choice) => choice === stored) ?? fallback;
    }, fallback);

  const store = createStore(read());

  addEventListener('storage', (event) => {
    // A null key means that another tab cleared the whole storage.
    if (event.key === key || event.key === null) store.set(read());
  });

  return {
    ...store,
    set(next: Choice): void {
      inStorage((storage) => storage.setItem(key, next), undefined);
      store.set(next);
    },
  };
}
