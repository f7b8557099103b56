import { parseArgs } from 'node:util';
import { defaultShopConfig } from '../../domain/shop-config.ts';
import { progressOf } from '../../scripts/demo/progress.ts';
import { fillPostgres } from './postgres.ts';
import { shopDays, storesPresent } from './shop.ts';
import { fillSqlite } from './sqlite.ts';
import { storedDays } from './stored-shop.ts';

/**
 * Makes one store by hand: `node bench/data/fill.ts --size 100000 --into FILE`, where FILE is a new
 * database file, or the postgres:// address of an empty database. With `--from FILE` it takes the
 * rows of a store that was made before.
 */

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    into: { type: 'string', default: '' },
    from: { type: 'string', default: '' },
  },
});
const tickets = Number(values.size);
const days =
  values.from === ''
    ? shopDays({ tickets, seed: values.seed, now: storesPresent }, defaultShopConfig)
    : storedDays(values.from);
const progress = progressOf('Storing', tickets, process.stdout);
const fill = values.into.startsWith('postgres') ? fillPostgres : fillSqlite;
await fill(values.into, days, progress);
