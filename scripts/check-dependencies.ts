import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Accepted, acceptedProblems, judgeAudit } from './audit/judge.ts';

/**
 * Asks the registry whether something is known to be wrong with what the product runs on: an
 * advisory of level high or above fails, unless scripts/audit/accepted.json says why it does no harm
 * and until when. If the registry can't be asked, nothing fails: a shop's network may not reach it.
 */

const root = join(import.meta.dirname, '..');
const acceptedFile = join(root, 'scripts', 'audit', 'accepted.json');

/** A slow registry must not keep anyone from working. In milliseconds. */
const patienceMs = 6000;

function ask(): string | null {
  const { stdout, error } = spawnSync(
    'npm',
    ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${patienceMs}`],
    { cwd: root, encoding: 'utf8', timeout: patienceMs, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return error === undefined ? stdout : null;
}

function main(): number {
  const list: unknown = JSON.parse(readFileSync(acceptedFile, 'utf8'));
  const wrong = acceptedProblems(list);
  for (const problem of wrong) console.error(`scripts/audit/accepted.json: ${problem}`);
  if (wrong.length > 0) return 1;

  const today = new Date().toISOString().slice(0, 10);
  const judgment = judgeAudit(ask(), list as Accepted[], today);
  if (judgment.kind === 'not-asked') {
    console.log(`Dependencies: not audited because the registry gave no answer (${judgment.why}).`);
    return 0;
  }
  for (const note of judgment.notes) console.log(`Dependencies: ${note}`);
  for (const problem of judgment.problems) console.error(`Dependencies: ${problem}`);
  if (judgment.problems.length === 0) {
    console.log('Dependencies: no advisory of level high or above.');
  }
  return judgment.problems.length === 0 ? 0 : 1;
}

process.exitCode = main();
