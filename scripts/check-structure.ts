import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/**
 * Holds the house in shape: which floor may use which, what a file may be called, what the domain
 * may not touch. The compiler's project references refuse most wrong arrows; this names them all.
 */

const root = join(import.meta.dirname, '..');
const problems: string[] = [];

/** A folder is a noun, a file its role. Other names stand here with their reason to be. */
const serverRoles: Readonly<Record<string, readonly string[]>> = {
  '*': ['routes', 'actions', 'store'],
  backups: [
    'catalog',
    'claim',
    'failure',
    'folder',
    'manifest',
    'output',
    'photo-swap',
    'photo-upload',
    'places',
    'restore-photos',
    'postgres-snapshot',
    'postgres-target',
    'progress',
    'read-ahead',
    'reader',
    'restore',
    'snapshot',
    'sqlite-snapshot',
    'sqlite-target',
    'tar',
    'target',
    'ways-back',
    'writer',
  ],
  changes: ['feed', 'pruning', 'record', 'seen'],
  database: [
    'closing',
    'change-log',
    'database',
    'dialect',
    'group-commit',
    'migrate',
    'outage',
    'page',
    'postgres',
    'postgres-connection',
    'postgres-pool',
    'prepared',
    'search',
    'search-gathering',
    'search-index',
    'search-postgres',
    'search-sqlite',
    'search-upkeep',
    'sqlite',
    'sqlite-driver',
    'store-lock',
    'store-state',
    'tables',
    'write-check',
  ],
  estimates: ['repeats'],
  events: ['acting-session'],
  exports: ['records', 'files'],
  http: [
    'application-files',
    'client-error',
    'cross-site',
    'docs-page',
    'kept-answers',
    'leaving',
    'openapi',
    'operations',
    'own-writes',
    'problem-reply',
    'server',
    'session-cookie',
    'unchanged',
  ],
  imports: ['file', 'directory', 'plan', 'take-in'],
  metrics: ['listener', 'measures'],
  moves: [
    'arrival',
    'aside',
    'cancel',
    'gate',
    'move',
    'photo-copy',
    'photo-home',
    'photos-here',
    'places',
    'postgres-gate',
    'progress',
    'row-copy',
    'row-sums',
    'run',
    'sqlite-gate',
    'task',
  ],
  photos: [
    'photo-store',
    'place',
    'disk',
    's3',
    's3-failure',
    's3-listing',
    's3-requests',
    'bucket-settings',
    'image',
    'jpeg',
    'rendition-cache',
    'links',
  ],
  repairs: ['bench-work', 'customer-text', 'fields', 'intake', 'list', 'lock', 'note'],
  sessions: ['endings', 'known-device', 'login-attempts', 'password', 'session-id'],
  texts: [
    'sender',
    'simulated',
    'twilio',
    'twilio-client',
    'provider-clock',
    'setup',
    'outcomes',
    'opt-outs',
    'settling',
    'inbound',
    'missed',
    'rounds',
    'turns',
    'webhooks',
    'wording',
  ],
  '.': ['app', 'clock', 'config', 'ids', 'log', 'main', 'open-database'],
};

const sayNothing = /^(utils?|helpers?|common|misc|types|index)$/;

/** Which floors each floor may import from. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  server: ['server', 'domain'],
  web: ['web', 'domain'],
};

/** Inside a noun of the server, never back: routes → actions → store. */
const rank: Readonly<Record<string, number>> = { routes: 3, actions: 2, store: 1 };

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map((match) =>
    relative(root, resolve(dirname(join(root, file)), match[1] ?? '')),
  );
}

const roleOf = (file: string) => basename(file).replace(/\.(test\.)?tsx?$/, '');

function checkName(file: string): void {
  const role = roleOf(file);
  if (
    sayNothing.test(role) ||
    dirname(file)
      .split('/')
      .some((folder) => sayNothing.test(folder))
  ) {
    problems.push(`${file}: the name says nothing`);
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*$/.test(role)) {
    problems.push(`${file}: names are small letters with hyphens`);
  }
}

function checkServerRole(file: string): void {
  const [, noun = '.', ...rest] = file.split('/');
  if (rest[0] === 'migrations' || file.endsWith('.test.ts')) return;
  const folder = rest.length === 0 ? '.' : noun;
  const allowed = [
    ...(serverRoles[folder] ?? []),
    ...(folder === '.' ? [] : (serverRoles['*'] ?? [])),
  ];
  if (!allowed.includes(roleOf(file))) {
    problems.push(`${file}: "${roleOf(file)}" is not a role in ${folder} (${allowed.join(', ')})`);
  }
}

function checkArrows(file: string): void {
  const floor = file.split('/')[0] ?? '';
  for (const target of importsOf(file)) {
    const targetFloor = target.split('/')[0] ?? '';
    if (!mayImport[floor]?.includes(targetFloor)) {
      problems.push(`${file}: ${floor} may not import ${target}`);
    }
    const isSameNoun = dirname(target) === dirname(file);
    const from = rank[roleOf(file)];
    const to = rank[roleOf(target)];
    if (floor === 'server' && isSameNoun && from && to && to > from) {
      problems.push(`${file}: ${roleOf(file)} may not import ${roleOf(target)}`);
    }
  }
}

/** Time and chance come into the domain as arguments. */
function checkPurity(file: string): void {
  const text = readFileSync(join(root, file), 'utf8');
  if (/\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(/.test(text)) {
    problems.push(`${file}: reads the clock or makes chance; take it as an argument`);
  }
}

/** One file reads the environment; a shop's settings are then checked in one place. */
function checkEnvironment(file: string): void {
  if (!file.startsWith('server/') || file === 'server/main.ts' || file === 'server/config.ts')
    return;
  if (/process\.env/.test(readFileSync(join(root, file), 'utf8'))) {
    problems.push(`${file}: only server/config.ts knows the environment`);
  }
}

const sources = globSync('{domain,server,web}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) =>
    !/\.(test|properties\.test|contract)\.tsx?$/.test(file) && file !== 'web/vite.config.ts',
);
for (const file of sources) {
  checkName(file);
  checkArrows(file);
  if (file.startsWith('server/')) checkServerRole(file);
  if (file.startsWith('domain/')) checkPurity(file);
  checkEnvironment(file);
}

const securityPage = 'docs/security.md';

/** What the page on security points at must be there. */
function checkSecurityPage(): void {
  const text = readFileSync(join(root, securityPage), 'utf8');
  for (const [, path = ''] of text.matchAll(
    /`((?:domain|server|web|tests|scripts|docs)\/[^`\s]+)`/g,
  )) {
    if (!existsSync(join(root, path))) problems.push(`${securityPage}: ${path} is not there`);
  }
}
checkSecurityPage();

if (problems.length > 0) {
  console.error(`The structure does not hold:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  process.exit(1);
}
console.log(`Structure: ${sources.length} files hold.`);
