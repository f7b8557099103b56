import type { Answer } from '../../domain/api.ts';
import { copyKeys } from './copy-keys.ts';
import { isRecord } from './copy-shape.ts';
import { mayKeepCopies, removeStored } from './copy-store.ts';

/** What the shop says of itself: without it no ticket could be printed while the server is away. */

type Shop = Answer<'getShop'>;

const texts = ['name', 'address', 'phone', 'email', 'social'];

function isShop(value: unknown): value is Shop {
  if (!isRecord(value) || !isRecord(value.shop)) return false;
  const { shop, isConfigured, textsAreSimulated } = value;
  return (
    typeof isConfigured === 'boolean' &&
    typeof textsAreSimulated === 'boolean' &&
    texts.every((name) => typeof shop[name] === 'string')
  );
}

export function keepShop(shop: Shop): void {
  if (!mayKeepCopies()) return;
  try {
    localStorage.setItem(copyKeys.shop, JSON.stringify(shop));
  } catch {
    // Storage is full or forbidden: then tickets are printed while the server is there.
  }
}

/** @returns undefined when there is none. One that is broken is removed (specification, section 8) */
export function keptShop(): Shop | undefined {
  if (!mayKeepCopies()) return undefined;
  try {
    const text = localStorage.getItem(copyKeys.shop);
    if (text === null) return undefined;
    const shop: unknown = JSON.parse(text);
    if (isShop(shop)) return shop;
  } catch {
    // It does not parse.
  }
  removeStored(copyKeys.shop);
  return undefined;
}
