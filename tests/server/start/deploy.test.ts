import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../domain/api.ts';
import { backupOperations } from '../../../domain/api-backups.ts';
import { maxImportBytes } from '../../../domain/api-transfer.ts';
import { maxPhotoBytes } from '../../../domain/photos.ts';
import { readSettings } from '../../../server/base/config.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const isThere = (program: string) => spawnSync('which', [program]).status === 0;

/** What the product itself knows as settings. */
const knownSettings = new Set(
  [...read('server/base/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name),
);

/** The unit's lines by their names. */
function unitLines(text: string): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#') || /^\[\w+\]$/.test(line)) continue;
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    expect(name, `"${line}" is not a line of a unit`).not.toBe('');
    lines.set(name, [...(lines.get(name) ?? []), value]);
  }
  return lines;
}

describe.each(['watch-repair.service', 'watch-repair@.service'])('the systemd unit %s', (file) => {
  const text = read(`deploy/${file}`);
  const lines = unitLines(text);
  const one = (name: string) => lines.get(name)?.join(' ');

  it('starts a program that exists, with settings that the product knows', () => {
    const words = one('ExecStart')?.split(' ') ?? [];
    const [program = '', main = ''] = words.filter((word) => !word.startsWith('--'));
    const folder = `${one('WorkingDirectory')}/`;
    expect(program.startsWith(folder)).toBe(true);
    expect(existsSync(join(root, program.slice(folder.length)))).toBe(true);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    expect(scripts.start.endsWith(` ${main}`)).toBe(true);
    const set = Object.fromEntries(
      (lines.get('Environment') ?? [])
        .flatMap((pairs) => pairs.split(' '))
        .map((pair) => pair.split('=') as [string, string]),
    );
    const own = Object.keys(set).filter((name) => !/^(NODE|MALLOC)_/.test(name));
    expect(own.filter((name) => !knownSettings.has(name))).toEqual([]);
    const folders = one('StateDirectory')
      ?.split(' ')
      .map((folder) => `/var/lib/${folder}`);
    expect(set.DATA_DIR).toBe(folders?.at(-1));
    expect(set.NODE_COMPILE_CACHE).toBe(`/var/cache/${one('CacheDirectory')}`);
  });

  it('lets the product reach its own folders and little else', () => {
    for (const [name, value] of [
      ['NoNewPrivileges', 'yes'],
      ['ProtectSystem', 'strict'],
      ['ProtectHome', 'yes'],
      ['PrivateTmp', 'yes'],
      ['PrivateDevices', 'yes'],
      ['CapabilityBoundingSet', ''],
      ['UMask', '0077'],
      ['StateDirectoryMode', '0700'],
      ['Restart', 'on-failure'],
    ] as const) {
      expect([name, one(name)]).toEqual([name, value]);
    }
    expect(one('User')).not.toBe('root');
    // Node could not run its own code then.
    expect(lines.has('MemoryDenyWriteExecute')).toBe(false);
  });

  it('is one that systemd understands', async () => {
    if (!isThere('systemd-analyze')) {
      console.warn('systemd-analyze is not on this machine: only the form of the unit was checked');
      expect(text).toMatch(/\[Unit\][\s\S]+\[Service\][\s\S]+\[Install\]/);
      return;
    }
    const folder = await mkdtemp(join(tmpdir(), 'watch-repair-unit-'));
    // One of a template is looked at as an instance.
    const unit = join(folder, file.replace('@', '@3001'));
    // It checks whether the program can be run, which is elsewhere here.
    await writeFile(unit, text.replaceAll('/opt/watch-repair', root));
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
    expect(
      stderr.split('\n').filter((line) => /watch-repair(@3001)?\.service:/.test(line)),
    ).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe('the example of the service’s environment', () => {
  const text = read('deploy/environment.example');

  it('is accepted unchanged', () => {
    const settings = readSettings(parseEnv(text));
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'https://shop.example.com',
      trustProxy: 1,
      metricsPort: 9464,
    });
  });

  it('names no setting that does not exist, not even as a suggestion', () => {
    const names = [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !knownSettings.has(name))).toEqual([]);
  });
});

describe('the example of an environment of several processes', () => {
  const text = read('deploy/environment.processes.example');

  it('is accepted unchanged, with what each process has of its own', () => {
    const own = unitLines(read('deploy/watch-repair@.service')).get('Environment') ?? [];
    const ofInstance = Object.fromEntries(
      own.map((pair) => pair.replaceAll('%i', '3001').split('=') as [string, string]),
    );
    const given = parseEnv(text);
    // A file would win over the unit.
    expect(Object.keys(given).filter((name) => name in ofInstance)).toEqual([]);
    expect(readSettings({ ...ofInstance, ...given })).toMatchObject({
      port: 3001,
      metricsPort: 13001,
      drainSeconds: 10,
      trustProxy: 1,
      photoBucket: { bucket: 'watch-repair-photos' },
      databaseUrl: expect.stringContaining('postgres://'),
    });
  });

  it('gives a process enough time for the balancer to notice, but not forever', () => {
    const lines = unitLines(read('deploy/watch-repair@.service'));
    const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(read('deploy/watch-repair@.service'))?.[1]);
    const [, interval] = /health_interval (\d+)s/.exec(read('deploy/Caddyfile.processes')) ?? [];
    const [, patience] = /health_timeout (\d+)s/.exec(read('deploy/Caddyfile.processes')) ?? [];
    expect(drain).toBeGreaterThan(Number(interval) + Number(patience));
    expect(Number(lines.get('TimeoutStopSec')?.[0])).toBeGreaterThan(drain + 20);
  });
});

it('several processes find each other’s backups: in one folder, and on other machines through one process', () => {
  expect(read('deploy/watch-repair@.service')).not.toMatch(/DATA_DIR=.*%i/);
  const routes = [
    ...read('deploy/Caddyfile.processes').matchAll(
      /reverse_proxy (\S+ )?\{\n\t\timport processes\n\t\tlb_policy (\w+)/g,
    ),
  ];
  expect(routes.map(([, , policy]) => policy)).toEqual(['first', 'round_robin']);
  const toFirst = routes[0]?.[1]?.trim() ?? '';
  expect(toFirst).toMatch(/\*$/);
  const paths = Object.values(operations).map(({ path }) => path);
  const ofBackups = Object.values(backupOperations).map(({ path }) => path as string);
  expect(paths.filter((path) => path.startsWith(toFirst.slice(0, -1)))).toEqual(ofBackups);
});

describe.each([
  ['Caddyfile', 'environment.example', ['3000']],
  ['Caddyfile.processes', 'environment.processes.example', ['3001', '3002', '3003']],
])('the configuration of Caddy in %s', (name, environment, ports) => {
  const text = read(`deploy/${name}`);

  it('leads to where the product listens, and lets the largest photo and import through', () => {
    const { HOST, PUBLIC_URL = '' } = parseEnv(read(`deploy/${environment}`));
    const addresses = ports.map((port) => `${HOST}:${port}`).join(' ');
    expect(text).toMatch(new RegExp(`^\t(reverse_proxy ${addresses} \\{|to ${addresses})$`, 'm'));
    expect(text).toMatch(new RegExp(`^${new URL(PUBLIC_URL).host} \\{$`, 'm'));
    const [, megabytes] = /max_size (\d+)MB/.exec(text) ?? [];
    expect(Number(megabytes) * 1_000_000).toBeGreaterThan(Math.max(maxPhotoBytes, maxImportBytes));
    expect(read('docs/running.md')).toContain(`takes bodies of ${megabytes} MB`);
    expect(text.split('{').length).toBe(text.split('}').length);
  });

  it('is one that Caddy understands', async () => {
    if (!isThere('caddy')) {
      console.warn('caddy is not on this machine: only the form of its file was checked');
      expect(text).toMatch(/\n\}\n$/);
      return;
    }
    const home = await mkdtemp(join(tmpdir(), 'watch-repair-caddy-'));
    const file = join(root, 'deploy', name);
    const { stdout } = await run(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', file],
      {
        env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
      },
    );
    expect(stdout).toContain('Valid configuration');
    await rm(home, { recursive: true });
  });
});

describe('docs/running.md', () => {
  const text = read('docs/running.md');

  it('runs programs with all settings that the service has', () => {
    const own = (unitLines(read('deploy/watch-repair.service')).get('Environment') ?? [])
      .flatMap((pairs) => pairs.split(' '))
      .filter((pair) => !/^(NODE|MALLOC)_/.test(pair));
    expect(own.length).toBeGreaterThan(1);
    const [command = ''] = /systemd-run [^\n]*\\\n(?:[^\n]*\\\n)*/.exec(text) ?? [];
    expect(own.filter((pair) => !command.includes(` -E ${pair}`))).toEqual([]);
    expect(command).toContain('EnvironmentFile=/etc/watch-repair/environment');
  });

  const sources = globSync('{server,domain}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');

  it('says about every warning and error in the log what to do, and about no other', () => {
    const logged = [
      ...sources.matchAll(/log\??\.(?:warn|error)\(\s*(?:\{[^}]*\}|[\w.]+),\s*'([^']+)'/g),
    ]
      .map(([, sentence]) => sentence ?? '')
      .filter((sentence) => !text.includes(`"${sentence}"`));
    expect(logged).toEqual([]);
    const explained = [...text.matchAll(/log ((?:"[^"]+"(?:, | or )?)+)/g)].flatMap(
      ([, several = '']) =>
        [...several.matchAll(/"([^"]+)"/g)].map(([, sentence]) => sentence ?? ''),
    );
    expect(explained.length).toBeGreaterThan(14);
    expect(explained.filter((sentence) => !sources.includes(`'${sentence}'`))).toEqual([]);
  });

  it('names every metric that there is, and no other', () => {
    const own = (where: string) =>
      [...new Set(where.match(/watch_repair_[a-z_]+/g) ?? [])].toSorted();
    expect(own(text)).toEqual(own(read('server/http/metrics.ts')));
  });

  it('names every word of /readyz', () => {
    const words = [...read('server/database/outage.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)];
    expect(words.length).toBeGreaterThan(7);
    for (const [, word] of words) expect(text).toContain(`\`${word}\``);
  });
});
