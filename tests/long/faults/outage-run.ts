import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFiles } from '../../../server/config.ts';
import { HttpClient } from '../../harness/http-client.ts';
import type { PostgresServer } from '../../harness/postgres.ts';
import type { Storage } from '../../harness/storage.ts';
import type { TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import { openShop, type Plan, type Report } from './open-shop.ts';

/** Something that is taken away from the product while people work, and given back. */
export interface Outage {
  name: string;
  /** Why it cannot be tried on this machine; null when it can. */
  obstacle: string | null;
  /** Where the data has to lie for it. */
  storage: Storage;
  begin(standIn: TwilioStandIn): Promise<void>;
  end(standIn: TwilioStandIn): Promise<void>;
  /** What /readyz says meanwhile. */
  expected: { database?: string; photos?: string };
  /** Takes away what was made for it. */
  clear?: () => void;
}

/** The server is stopped as for an update, and started again. */
export function postgresStopped(storage: Storage, server: PostgresServer | null): Outage {
  return {
    name: 'PostgreSQL stopped and started',
    obstacle: server === null ? 'the server at PG_URL is not ours to stop' : null,
    storage,
    begin: async () => server?.stop(),
    end: async () => server?.start(),
    expected: { database: 'unreachable' },
  };
}

/** As a drive that was unplugged. */
export function photosGone(storage: Storage): Outage {
  const folder = dataFiles.photos(storage.dataDir);
  return {
    name: 'photo folder taken away',
    obstacle: null,
    storage,
    begin: () => rename(folder, `${folder}-away`),
    end: () => rename(`${folder}-away`, folder),
    expected: { database: 'ok', photos: 'unreachable' },
  };
}

/** As a drive that a broken file system made the machine lock. */
export function photosReadOnly(storage: Storage): Outage {
  const folder = dataFiles.photos(storage.dataDir);
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { stdio: 'pipe' });
  const lock = (path: string) => {
    run('mount', '--bind', path, path);
    run('mount', '-o', 'remount,bind,ro', path);
  };
  const unlock = (path: string) => run('umount', '-l', path);
  let obstacle: string | null = null;
  try {
    lock(storage.dataDir);
    unlock(storage.dataDir);
  } catch (error) {
    obstacle = `this user may not lock a folder (${String(error).split('\n')[0]})`;
  }
  return {
    name: 'photo folder read-only',
    obstacle,
    storage,
    begin: async () => lock(folder),
    end: async () => {
      unlock(folder);
    },
    expected: { database: 'ok', photos: 'read-only' },
  };
}

/** A small file system of its own, which is then filled to the last byte. */
export function diskFull(makeStorage: (dataDir: string) => Storage): Outage {
  const mount = mkdtempSync(join(tmpdir(), 'watch-repair-small-disk-'));
  let obstacle: string | null = null;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'tmpfs', mount], {
      stdio: 'pipe',
    });
  } catch (error) {
    obstacle = `this user may not mount a small disk (${String(error).split('\n')[0]})`;
  }
  const ballast = join(mount, 'ballast');
  return {
    name: 'disk full',
    obstacle,
    storage: makeStorage(mount),
    begin: async () => {
      const block = Buffer.alloc(4096);
      try {
        for (;;) appendFileSync(ballast, block);
      } catch {
        // It ends when there is no room left: that is the point.
      }
    },
    end: () => rm(ballast),
    expected: { photos: 'full' },
    clear: () => {
      if (obstacle === null) execFileSync('umount', ['-l', mount]);
      rmdirSync(mount);
    },
  };
}

/** The provider lets everybody in and then neither reads nor answers. */
export function providerSilent(storage: Storage): Outage {
  return {
    name: 'provider silent',
    obstacle: null,
    storage,
    begin: async (standIn) => standIn.setReading(false),
    end: async (standIn) => standIn.setReading(true),
    expected: { database: 'ok', photos: 'ok' },
  };
}

const outageMs = 2500;
const workMs = 2000;
/** So soon the product must serve again by itself. */
const recoveryMs = 15_000;

async function readiness(origin: string): Promise<Record<string, string>> {
  try {
    const reply = await new HttpClient(origin).send('GET', '/readyz');
    return reply.json() as Record<string, string>;
  } catch (error) {
    // A process that has ended answers nothing: the check after it goes on all the same.
    return { status: String(error) };
  }
}

/** People work, something is taken away and given back, people work on; then everything is checked. */
export async function outageRun(outage: Outage, plan: Plan): Promise<Report> {
  const shop = await openShop(outage.storage, plan);
  const { product, gate, standIn, ledger } = shop;
  product.begin();
  await product.ready();
  await shop.logInAll();
  gate.resume();
  await sleep(workMs);
  await outage.begin(standIn);
  await sleep(outageMs / 2);
  const during = await readiness(product.origin);
  for (const [part, word] of Object.entries(outage.expected)) {
    if (during[part] !== word) {
      ledger.surprises.push(`/readyz said ${part}: ${during[part]} instead of ${word}`);
    }
  }
  await sleep(outageMs / 2);
  await outage.end(standIn);
  const until = Date.now() + recoveryMs;
  while ((await readiness(product.origin)).status !== 'ok') {
    if (Date.now() > until || product.crashes.length > 0) {
      ledger.surprises.push('did not serve again by itself');
      break;
    }
    await sleep(100);
  }
  await sleep(workMs);
  await gate.pause();
  await product.kill();
  await shop.check();
  plan.say(`${outage.storage.engine}: ${outage.name}: ${ledger.acknowledged} acknowledged`);
  return shop.close();
}
