import { parseArgs } from 'node:util';
import { setUpByAsking, setUpFromFile } from './setup/run-setup.ts';
import { openTerminal } from './setup/terminal.ts';

/** Sets the shop up: its name and address, its technicians, its password. Can be run again. */

const usage = `npm run setup                        asks for everything, at a terminal
npm run setup -- --answers FILE      takes everything from a JSON file ("-": from a pipe): as
                                     shop.config.example.json, and "password" if it is to be set`;

const setup = {
  environment: process.env,
  say: (text: string) => console.log(text),
  now: () => new Date(),
};

function readArguments(): { answers?: string | undefined; help?: boolean | undefined } | null {
  try {
    const options = { answers: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return null;
  }
}

async function main(): Promise<number> {
  const given = readArguments();
  if (given === null) return 1;
  if (given.help) {
    console.log(usage);
    return 0;
  }
  if (given.answers !== undefined) return setUpFromFile(setup, given.answers);
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    console.error(`The questions need a terminal. Nothing was changed.\n\n${usage}`);
    return 1;
  }
  return setUpByAsking(setup, () => openTerminal(process.stdin, process.stdout));
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
