import { ConfigError, readConfig } from '../server/base/config.ts';
import { checkTexting, type Finding } from '../server/texts/twilio-check.ts';

/**
 * Says what is wrong with the setup of real texts, and what to do. Sends no text and changes
 * nothing. Ends with 0 when nothing is wrong, 1 when something is, 2 when nothing could be checked.
 */

const marks: Readonly<Record<Finding['kind'], string>> = {
  right: 'ok   ',
  wrong: 'WRONG',
  look: 'look ',
};

async function main(): Promise<number> {
  const { twilio: settings, publicUrl } = readConfig(process.env);
  if (settings === null || publicUrl === null) {
    console.log('There are no TWILIO_ settings to check.');
    console.log(
      'An account that was set up in the browser is checked there: Shop, Settings, Texting.',
    );
    return 2;
  }
  const findings = await checkTexting({
    settings,
    publicUrl,
    source: 'environment',
    isSaved: true,
    mayBePrivate: true,
  });
  for (const { kind, what, advice } of findings) {
    console.log(`${marks[kind]}  ${what}`);
    if (advice !== undefined) console.log(`       ${advice}`);
  }
  const count = findings.filter(({ kind }) => kind === 'wrong').length;
  console.log(count === 0 ? '\nReal texts are set up.' : `\n${count} to fix.`);
  return count === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : String(error));
  process.exitCode = 2;
}
