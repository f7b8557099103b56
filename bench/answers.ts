import { randomUUID } from 'node:crypto';
import type { Outcome } from './claims.ts';
import { inTurn, logIn, median, startProduct, startProgram } from './measure.ts';
import { answersPerSecond } from './raw-load.ts';

/**
 * What every open screen asks for after a change: the overview and the first page of repairs, against
 * a bare server that sends the same bytes. All screens but the first get what was kept; what the first
 * one costs is measured beside it, by asking at an address that nobody has asked at before.
 */

const load = { connections: 16, pipelining: 8 };
const amount = { kept: 20_000, anew: 2_000 };
const repairs = 60;

async function takeInRepairs(url: string, cookie: string): Promise<void> {
  for (let number = 0; number < repairs; number += 1) {
    const response = await fetch(`${url}/api/repairs`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        repairId: randomUUID(),
        customerName: `Grace Okafor ${number}`,
        customerEmail: `grace${number}@mail.example`,
        customerPhone: `(212) 555-01${String(number).padStart(2, '0')}`,
        watchBrand: 'Omega',
        watchModel: 'Seamaster 300',
        issue: 'Stops overnight, second hand loose',
        repairPrice: 120.5,
      }),
    });
    if (response.status !== 201) throw new Error(`Could not take in a repair: ${response.status}`);
  }
}

function rate(url: string, paths: readonly string[], cookie: string): Promise<number> {
  const requests = paths.map((path) => ({ method: 'GET', path, headers: { cookie } }));
  return answersPerSecond({ url, ...load }, requests, 200);
}

let asked = 0;

/** Addresses that all answer the same, each new to the server. */
function newAddresses(path: string): string[] {
  return Array.from({ length: amount.anew }, () => {
    asked += 1;
    if (!path.includes('?')) return `${path}?n=${asked}`;
    // Before any id that there is, so that the page is the first one.
    const cursor = Buffer.from(JSON.stringify([`g${asked}`])).toString('base64url');
    return `${path}&cursor=${cursor}`;
  });
}

async function measureAnswer(path: string): Promise<Outcome> {
  const product = await startProduct();
  try {
    const cookie = await logIn(product.url);
    await takeInRepairs(product.url, cookie);
    const first = await fetch(`${product.url}${path}`, { headers: { cookie } });
    const body = Buffer.from(await first.arrayBuffer());
    const bare = await startProgram('bench/bare-same-bytes.ts', '/', {
      BODY: body.toString('base64'),
    });
    try {
      const same = Array<string>(amount.kept).fill(path);
      const ratio = await inTurn(
        5,
        () => rate(product.url, same, cookie),
        () => rate(bare.url, same, cookie),
      );
      const anew: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        anew.push(await rate(product.url, newAddresses(path), cookie));
      }
      const share = (median(anew) / ratio.theirs).toFixed(2);
      const note = `${(body.length / 1000).toFixed(1)} kB; made anew for each ${Math.round(median(anew))}/s, ${share} of bare`;
      return { ...ratio, note };
    } finally {
      await bare.stop();
    }
  } finally {
    await product.stop();
  }
}

export const measureOverviewAnswer = () => measureAnswer('/api/overview');
export const measureRepairsAnswer = () => measureAnswer('/api/repairs?status=pending&limit=50');
