import type { Repair } from '../domain/api-answers.ts';
import { type Chance, chanceOf } from '../scripts/demo/chance.ts';
import type { ServedStore } from './claims.ts';
import { storesPresent } from './data/shop.ts';

/** Repairs of all ages out of a store, so that what is asked for is there. */
export interface Samples {
  repairs: readonly Repair[];
  technicians: readonly string[];
}

const amount = 300;
const yearMs = 365 * 24 * 60 * 60_000;

export async function read<Answer>({ url, cookie }: ServedStore, path: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { headers: { cookie } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

export interface Listed<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Ids begin with the time in hexadecimal, and cursors name the id after which a list goes on. */
function cursorAt(moment: number): string {
  const time = Math.trunc(moment).toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  return Buffer.from(JSON.stringify([id])).toString('base64url');
}

/** The newest repair that came in before a moment. */
async function repairBefore(store: ServedStore, moment: number): Promise<Repair | undefined> {
  const path = `/api/repairs?limit=1&cursor=${cursorAt(moment)}`;
  return (await read<Listed<Repair>>(store, path)).items[0];
}

/** The history of a client who was deleted is not shown. */
async function isListed({ url, cookie }: ServedStore, clientId: string): Promise<boolean> {
  const { status } = await fetch(`${url}/api/clients/${clientId}`, { headers: { cookie } });
  return status === 200;
}

async function firstDay(store: ServedStore): Promise<number> {
  let [before, after] = [storesPresent - 12 * yearMs, storesPresent];
  while (after - before > 60_000) {
    const middle = (before + after) / 2;
    if (await repairBefore(store, middle)) after = middle;
    else before = middle;
  }
  return after;
}

export async function samplesOf(store: ServedStore): Promise<Samples> {
  const chance = chanceOf('samples');
  const opened = await firstDay(store);
  const repairs: Repair[] = [];
  while (repairs.length < amount) {
    const repair = await repairBefore(store, chance.between(opened, storesPresent));
    if (repair && (await isListed(store, repair.clientId))) repairs.push(repair);
  }
  const { items } = await read<{ items: { id: string }[] }>(store, '/api/technicians');
  return { repairs, technicians: items.map(({ id }) => id) };
}

/** Some letters from the middle of a name of the store, of Latin letters or others. */
export function partOfName({ repairs }: Samples, chance: Chance, length: number): string {
  for (;;) {
    const words = chance.pick(repairs).customerName.split(/\s+/);
    const letters = [...chance.pick(words)];
    if (letters.length < length) continue;
    const start = chance.int(letters.length - length + 1);
    return letters.slice(start, start + length).join('');
  }
}

export function lastDigits({ repairs }: Samples, chance: Chance): string {
  return chance.pick(repairs).customerPhone.replace(/\D/g, '').slice(-4);
}

export function serialNumber({ repairs }: Samples, chance: Chance): string {
  for (;;) {
    const { serialNumber: serial } = chance.pick(repairs);
    if (serial !== null) return serial;
  }
}
