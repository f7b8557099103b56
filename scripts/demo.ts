import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Config, ConfigError, dataFiles, readConfig } from '../server/base/config.ts';
import { createDiskPhotoStore } from '../server/photos/disk.ts';
import { randomPassword, setPassword } from '../server/shop/sessions/password.ts';
import { openShop } from './commands/open-shop.ts';
import { fillStore, StoreTakenError } from './demo/fill.ts';
import { type DemoOptions, OptionError, readOptions, usage } from './demo/options.ts';
import { type StoreState, storeState } from './demo/store-state.ts';

/** Fills a new store with three years of a made-up shop, and starts the product on it. */

const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);

/** A folder of its own, so that a shop's data is never used by accident. */
const demoFolder = './data-demo';

/** An error that ends the program with a sentence instead of a stack trace. */
class Refusal extends Error {}

/** Photos of a made-up shop have no place in a bucket, where a shop's own may be. */
const bucketNames = Object.keys(process.env).filter((name) => name.startsWith('S3_'));

/** The settings as the product reads them, with a shop that has a name. */
function demoEnvironment(): Record<string, string | undefined> {
  const hasOwnShop = process.env.SHOP_CONFIG || existsSync('shop.config.json');
  return {
    ...process.env,
    ...Object.fromEntries(bucketNames.map((name) => [name, ''])),
    DATA_DIR: process.env.DATA_DIR || demoFolder,
    ...(hasOwnShop ? {} : { SHOP_CONFIG: join(root, 'shop.config.example.json') }),
  };
}

const placeOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null ? `The folder ${dataDir}` : 'The database in DATABASE_URL';

/** @throws Refusal when the store is in use, or holds a shop other than the one asked for */
function assertUsable(state: StoreState, config: Config, options: DemoOptions): void {
  if (state.kind === 'in-use') {
    throw new Refusal(
      `${placeOf(config)} is in use: it holds ${state.tables.join(', ')}. Nothing was changed.\n` +
        'The demo fills only a new, empty database. Set DATA_DIR to a new folder, or leave it out.',
    );
  }
  if (state.kind === 'demo' && (options.isSpecified || !options.start)) {
    throw new Refusal(
      `${placeOf(config)} has been filled already (${state.made}). Nothing was changed.\n` +
        'Start it with "npm run demo" without options; for another shop, delete it or set another DATA_DIR.',
    );
  }
}

function buildScreens(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build-if-needed.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Refusal('The demo needs the screens. "--no-start" only fills.');
}

async function fill(config: Config, { size, start }: DemoOptions): Promise<void> {
  say(`Filling ${config.databaseUrl === null ? config.dataDir : 'PostgreSQL'}, seed ${size.seed}`);
  const before = performance.now();
  const database = await openShop(config);
  try {
    const photos = await createDiskPhotoStore(dataFiles.photos(config.dataDir));
    const { open, texts } = await fillStore({
      database,
      photos,
      config,
      size,
      output: process.stdout,
    });
    const seconds = Math.round((performance.now() - before) / 1000);
    say(
      `Filled in ${seconds} s: ${size.repairs} repairs (${open} of them in the shop), ${size.clients} clients, ${texts} texts.`,
    );
    if (start || config.shopPassword !== null) return;
    const password = randomPassword();
    await setPassword(database, password);
    say(`  Password  ${password}  (shown only this once)`);
  } finally {
    await database.close();
  }
}

function startCommand(config: Config): string {
  const near = (path: string) => {
    const short = relative(process.cwd(), path);
    return JSON.stringify(short === '' || short.startsWith('..') ? path : short);
  };
  const settings = [
    `DATA_DIR=${near(config.dataDir)}`,
    ...(config.shopConfigFile === null ? [] : [`SHOP_CONFIG=${near(config.shopConfigFile)}`]),
    ...(config.databaseUrl === null ? [] : ['DATABASE_URL="$DATABASE_URL"']),
    ...bucketNames.map((name) => `${name}=`),
  ];
  return `${settings.join(' ')} npm start`;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Date.now());
  if (options.help) {
    say(usage);
    return;
  }
  const environment = demoEnvironment();
  const config = readConfig(environment);
  const state = await storeState(config);
  assertUsable(state, config, options);
  if (options.start) buildScreens();
  if (state.kind !== 'demo') await fill(config, options);
  if (!options.start) {
    say(`  Open      ${startCommand(config)}`);
    say(`            then http://${config.host}:${config.port}`);
    return;
  }
  say('');
  Object.assign(process.env, environment);
  await import('../server/main.ts');
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof Refusal || error instanceof OptionError || error instanceof StoreTakenError;
  if (isExpected || error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`The demo could not be filled: ${String(error)}\n`);
  process.exitCode = 1;
}
