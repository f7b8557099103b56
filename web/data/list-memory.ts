import { type ListChoice, placeFrom, wholeList } from './address.ts';
import { inStorage } from './storage.ts';

/** What was chosen from each list, and its order, kept in this browser until the logout. */

const key = 'list-choices';

function readAll(storage: Storage): Record<string, Record<string, string>> {
  try {
    return { ...JSON.parse(storage.getItem(key) ?? '{}') };
  } catch {
    return {};
  }
}

export function rememberedChoice(list: string): ListChoice {
  return inStorage((storage) => {
    const words = new URLSearchParams(readAll(storage)[list]);
    const { show, technician, status, sort } = placeFrom(words);
    return { show, technician, status, sort };
  }, wholeList);
}

export function rememberChoice(list: string, choice: ListChoice): void {
  inStorage((storage) => {
    const words = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== null));
    storage.setItem(key, JSON.stringify({ ...readAll(storage), [list]: words }));
  }, undefined);
}

export const forgetChoices = (): void => inStorage((storage) => storage.removeItem(key), undefined);
