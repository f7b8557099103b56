import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { newPasswordProblem } from '../domain/new-password.ts';
import { storePassword } from './commands/open-shop.ts';

/** Sets a new shop password and logs everybody out. Asks for it, or reads one line from a pipe. */

/** @returns the line that was typed; null if the input ended without one */
async function ask(question: string): Promise<string | null> {
  process.stdout.write(question);
  // Typed characters are not shown: someone at the counter may be watching.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
  });
  const answer = await new Promise<string | null>((resolve) => {
    line.once('line', resolve);
    line.once('close', () => resolve(null));
  });
  line.close();
  process.stdout.write('\n');
  return answer;
}

async function main(): Promise<number> {
  if (process.env.SHOP_PASSWORD) {
    console.error('SHOP_PASSWORD sets the password. Change or remove it instead.');
    return 1;
  }
  const password = await ask('New shop password: ');
  if (password === null) {
    console.error('No password was entered. Nothing was changed.');
    return 1;
  }
  const problem = newPasswordProblem(password);
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  if (process.stdin.isTTY && (await ask('Again: ')) !== password) {
    console.error('The passwords don’t match. Nothing was changed.');
    return 1;
  }
  await storePassword(password, process.env);
  console.log('The password is set. Everyone has been logged out.');
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
