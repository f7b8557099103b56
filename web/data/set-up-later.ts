import { inStorage } from './storage.ts';

/** Whether someone at this browser has put off setting up the shop: then only a mark asks for it. */

const key = 'setUpLater';

export const isSetUpLater = (): boolean =>
  inStorage((storage) => storage.getItem(key) !== null, false);

export const noteSetUpLater = (): void =>
  inStorage((storage) => storage.setItem(key, 'true'), undefined);
