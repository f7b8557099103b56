import { createStore } from '../ui/store.ts';
import { inStorage } from './storage.ts';

/** Whose initials go with what is done in this browser; kept in it and followed in all its tabs. */

const key = 'staff-initials';

const read = () => inStorage((storage) => storage.getItem(key), null);

const store = createStore(read());

globalThis.addEventListener?.('storage', (event) => {
  // A null key means that another tab cleared the whole storage.
  if (event.key === key || event.key === null) store.set(read());
});

export const atComputer = {
  ...store,
  /** @param initials null for nobody */
  set(initials: string | null): void {
    inStorage((storage) => {
      if (initials === null) storage.removeItem(key);
      else storage.setItem(key, initials);
    }, undefined);
    store.set(initials);
  },
};
