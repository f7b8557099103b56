import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ShopConfig, shopConfigSchema } from '../../domain/shop-config.ts';
import {
  ConfigError,
  dataFiles,
  parseShopFile,
  readSettings,
  shopFilePath,
} from '../../server/config.ts';
import { storePassword } from '../commands/open-shop.ts';
import { readAnswers } from './answers-file.ts';
import { askForPassword, askForShop, summary } from './questions.ts';
import { emptyDraft, readDraft, type ShopDraft, shopFileText } from './shop-draft.ts';
import { Cancelled, InputEnded, type Terminal } from './terminal.ts';
import { readIfThere, writeShopFile } from './write-shop-file.ts';

export interface Setup {
  environment: NodeJS.ProcessEnv;
  say: (text: string) => void;
  now: () => Date;
}

/** Where things stand before anything is asked. */
interface Known {
  file: string;
  /** What the file holds; null where there is none. */
  text: string | null;
  draft: ShopDraft;
  /** What the start would refuse in it. */
  problems: string[];
  /** The product has run here, so there may be tickets and a password. */
  isInUse: boolean;
  passwordIsConfigured: boolean;
}

interface Decided {
  shop: ShopConfig;
  password: string | null;
}

/** An end that needs no more words than its message. */
class Refusal extends Error {}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function lookAround(environment: NodeJS.ProcessEnv): Known {
  const settings = readSettings(environment);
  const file = shopFilePath(environment);
  const isInUse = settings.databaseUrl !== null || existsSync(dataFiles.database(settings.dataDir));
  let text: string | null;
  try {
    text = readIfThere(file);
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new Refusal(`${file} cannot be written: ${messageOf(error)}\nNothing was changed.`);
  }
  const { draft, problems } =
    text === null ? { draft: emptyDraft(isInUse), problems: [] } : readDraft(text);
  const passwordIsConfigured = settings.shopPassword !== null;
  return { file, text, draft, problems, isInUse, passwordIsConfigured };
}

const asList = (problems: readonly string[]) =>
  problems.map((problem) => `  - ${problem}`).join('\n');

function isUnchanged({ text, problems }: Known, newText: string): boolean {
  if (text === null || problems.length > 0) return false;
  return shopFileText(shopConfigSchema.parse(parseShopFile(text))) === newText;
}

/** What cannot be written is shown, so that nobody answers twice. */
function saveShop({ say, now }: Setup, known: Known, shop: ShopConfig): void {
  const newText = shopFileText(shop);
  if (isUnchanged(known, newText)) {
    say(`${known.file} already says this, so it was not changed.`);
    return;
  }
  try {
    const backup = writeShopFile(known.file, newText, now());
    say(`Written: ${known.file}`);
    if (backup !== null) say(`The old file is kept as ${backup}`);
  } catch (error) {
    throw new Refusal(
      `${known.file} could not be written: ${messageOf(error)}\n` +
        'The file and the password are as they were. Keep your answers in a file and try again ' +
        `with "npm run setup -- --answers FILE":\n${newText.trimEnd()}`,
    );
  }
}

async function save(setup: Setup, known: Known, { shop, password }: Decided): Promise<void> {
  const { say, environment } = setup;
  saveShop(setup, known, shop);
  if (password !== null) {
    try {
      await storePassword(password, environment);
    } catch (error) {
      throw new Refusal(
        `The password could not be set: ${messageOf(error)}\n` +
          'The shop’s settings are written. "npm run set-password" sets the password.',
      );
    }
    say('The password is set. Everybody has been logged out.');
  }
  say('\nNext: "npm start". A running server uses the settings after a restart:');
  say('stop it with Ctrl-C where it runs, then "npm start" again.');
}

function passwordHint({ isInUse }: Known): string {
  return isInUse
    ? 'Press Enter to leave it as it is. If none is set, the next start makes one and shows it once.'
    : 'Press Enter to let the first start make one; it is shown once.';
}

function passwordWords({ isInUse, passwordIsConfigured }: Known, typed: string | null): string {
  if (passwordIsConfigured) return 'the one in SHOP_PASSWORD';
  if (typed !== null) return 'the new one';
  return isInUse ? 'left as it is' : 'made at the first start';
}

async function ask(terminal: Terminal, known: Known): Promise<Decided | null> {
  terminal.say(`This writes ${known.file}`);
  terminal.say('Press Enter to keep what is shown. Ctrl-C stops and leaves everything as it was.');
  if (known.problems.length > 0) {
    terminal.say(`\nThe file cannot be used as it is. The rest of it is kept:`);
    terminal.say(asList(known.problems));
  }
  const shop = await askForShop(terminal, known.draft);
  let password: string | null = null;
  if (known.passwordIsConfigured) {
    terminal.say('\nThe shop’s password\n  SHOP_PASSWORD sets it.');
  } else {
    password = await askForPassword(terminal, passwordHint(known));
  }
  terminal.say(summary(shop, passwordWords(known, password)));
  if (await terminal.askYesNo('Write this?')) return { shop, password };
  return null;
}

async function reported(setup: Setup, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Cancelled) {
      setup.say('\nStopped. Nothing was changed.');
      return 130;
    }
    if (error instanceof InputEnded) {
      setup.say('\nThe input ended before everything was answered. Nothing was changed.');
      return 1;
    }
    if (error instanceof ConfigError || error instanceof Refusal) {
      setup.say(error.message);
      return 1;
    }
    throw error;
  }
}

/**
 * Asks for everything and writes it.
 *
 * @returns the exit code
 */
export function setUpByAsking(setup: Setup, openTerminal: () => Terminal): Promise<number> {
  return reported(setup, async () => {
    const known = lookAround(setup.environment);
    const terminal = openTerminal();
    let decided: Decided | null;
    try {
      decided = await ask(terminal, known);
    } finally {
      terminal.close();
    }
    if (decided === null) setup.say('Nothing was changed.');
    else await save(setup, known, decided);
    return 0;
  });
}

/**
 * Takes everything from a file and writes it, without a question.
 *
 * @returns the exit code
 */
export function setUpFromFile(setup: Setup, answersFile: string): Promise<number> {
  return reported(setup, async () => {
    const known = lookAround(setup.environment);
    let text: string;
    try {
      text = readFileSync(answersFile === '-' ? process.stdin.fd : answersFile, 'utf8');
    } catch (error) {
      throw new Refusal(`The answers cannot be read: ${messageOf(error)}\nNothing was changed.`);
    }
    const answers = readAnswers(text, known.draft);
    if ('problems' in answers) {
      throw new Refusal(
        `The answers cannot be used:\n${asList(answers.problems)}\nNothing was changed.`,
      );
    }
    if (answers.password !== null && known.passwordIsConfigured) {
      throw new Refusal(
        'SHOP_PASSWORD sets the password. Leave "password" out of the answers.\n' +
          'Nothing was changed.',
      );
    }
    await save(setup, known, answers);
    return 0;
  });
}
