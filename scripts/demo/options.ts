import { parseArgs } from 'node:util';
import { maxPhones as maxClients } from './phones.ts';
import { maxRepairsPerClient, type ShopSize } from './visits.ts';

/** The options of the command line. */
export interface DemoOptions {
  size: ShopSize;
  /** Whether the shop's size, seed or time was given, so that a different shop is not accepted. */
  isSpecified: boolean;
  /** Whether the product is started on the shop. */
  start: boolean;
  help: boolean;
}

/** Something on the command line cannot be used. */
export class OptionError extends Error {}

export const usage = `Fills a new database with three years of a made-up shop and starts the product on it.

  npm run demo -- [options]

  --repairs 20000   how many repairs (0 to 400000)
  --clients 10000   how many clients (1 to ${maxClients}: there are no more fictional phone numbers)
  --photos 200      how many of the newest repairs have photos
  --seed 1          any text: the same seed makes the same shop, except for ids and ticket numbers
  --now 2026-11-21T10:00:00Z   the shop's current time; the default is now
  --no-start        fill only

It fills ./data-demo, or the folder in DATA_DIR, or the PostgreSQL database in DATABASE_URL, and only
if it is still empty. SHOP_CONFIG names the shop's file, as for the product.`;

function whole(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new OptionError(
    `--${name} must be a whole number from ${least} to ${most}, not "${text}".`,
  );
}

const isoMoment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

function moment(text: string): number {
  const milliseconds = isoMoment.test(text) ? Date.parse(text) : Number.NaN;
  const [least, most] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];
  if (milliseconds >= least && milliseconds <= most) return milliseconds;
  throw new OptionError(`--now must be a time such as 2026-11-21T10:00:00Z, not "${text}".`);
}

const settings = {
  repairs: { type: 'string', default: '20000' },
  clients: { type: 'string', default: '10000' },
  photos: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  now: { type: 'string' },
  start: { type: 'boolean', default: true },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: settings, allowNegative: true, tokens: true });
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param args the command line
 * @param present milliseconds since 1970; counts unless the command line names another moment
 * @throws OptionError with what is wrong, in one sentence
 */
export function readOptions(args: readonly string[], present: number): DemoOptions {
  const { values, tokens } = parse(args);
  const size = {
    repairs: whole('repairs', values.repairs, 0, 400_000),
    clients: whole('clients', values.clients, 1, maxClients),
    photos: whole('photos', values.photos, 0, 20_000),
    seed: values.seed,
    now: values.now === undefined ? present : moment(values.now),
  };
  if (size.repairs > size.clients * maxRepairsPerClient) {
    throw new OptionError(
      `--repairs ${size.repairs} is too many for --clients ${size.clients}: at most ${maxRepairsPerClient} per client.`,
    );
  }
  const isSpecified = tokens.some(
    (token) => token.kind === 'option' && token.name !== 'start' && token.name !== 'help',
  );
  return { size, isSpecified, start: values.start, help: values.help };
}
