import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import type { Reply } from '../../harness/http-client.ts';
import { hour } from '../../harness/settable-clock.ts';
import { takeIn, takeInWithEstimate, unclearReply } from '../../harness/shop-fixtures.ts';

/** The lists and counts, which every open screen asks for. */
const lists = (Object.keys(operations) as OperationName[]).filter((name) => {
  const operation: { path: string; hasRevision?: true } = operations[name];
  return operation.hasRevision === true && !operation.path.includes('{');
});

describeOnBothEngines('an answer that somebody else got before', (engine) => {
  let shop: RunningApp;
  let repair: Repair;
  beforeAll(async () => {
    shop = await startApp(engine, { config: { metricsPort: 0 } });
    ({ repair } = await takeInWithEstimate(shop));
    await unclearReply(shop);
  });
  afterAll(async () => {
    await shop.close();
  });

  /** How many were answered without a look at the data. */
  async function keptCount(): Promise<number> {
    const text = await (await fetch(shop.app.metricsAddress ?? '')).text();
    return Number(/^watch_repair_kept_answers_total (\d+)$/m.exec(text)?.[1]);
  }
  /** An address that nobody has asked for since the last change. */
  let asked = 0;
  const newAddress = (name: OperationName) => {
    asked += 1;
    return `${operations[name].path}?${name === 'getOverview' || name === 'listTechnicians' ? 'n' : 'limit'}=${asked}`;
  };
  const ask = (address: string, method = 'GET', headers: Record<string, string> = {}) =>
    shop.staff.send(method, address, { headers });
  /** Asks until the answer is one that was kept: an answer is kept once it has left. */
  async function untilKept(address: string): Promise<Reply> {
    for (;;) {
      const before = await keptCount();
      const answer = await ask(address);
      if ((await keptCount()) > before) return answer;
    }
  }
  const headersOf = ({ headers }: Reply) =>
    Object.fromEntries([...headers].filter(([name]) => name !== 'date'));

  it.each(lists)('of %s is the same to the last header', async (name) => {
    const address = newAddress(name);
    const usual = await ask(address);
    const kept = await untilKept(address);
    expect(usual.status).toBe(200);
    expect(kept.status).toBe(200);
    expect(kept.text).toBe(usual.text);
    expect(kept.text).not.toBe('');
    expect(headersOf(kept)).toEqual(headersOf(usual));
    expect(Number(kept.headers.get('content-length'))).toBe(Buffer.byteLength(usual.text));
    expect(kept.headers.get('set-cookie')).toBeNull();

    // A request that names its origin is looked at in full.
    const usualHead = await ask(address, 'HEAD', { origin: shop.origin });
    const before = await keptCount();
    const keptHead = await ask(address, 'HEAD');
    expect(await keptCount()).toBe(before + 1);
    expect([keptHead.status, keptHead.text]).toEqual([200, '']);
    expect(headersOf(keptHead)).toEqual(headersOf(usualHead));
  });

  it('is for everybody who is logged in', async () => {
    const address = newAddress('listRepairs');
    const { text } = await untilKept(address);
    const other = await shop.logIn();
    await other.send('GET', '/api/shop');
    const before = await keptCount();
    expect((await other.send('GET', address)).text).toBe(text);
    expect(await keptCount()).toBe(before + 1);
  });

  it('is for nobody else', async () => {
    const address = newAddress('listRepairs');
    await untilKept(address);
    expect((await shop.stranger().send('GET', address)).problem().code).toBe('not-logged-in');
    const leaving = await shop.logIn();
    expect((await leaving.send('GET', address)).status).toBe(200);
    const { cookie } = leaving;
    await leaving.attempt('logOut');
    leaving.cookie = cookie;
    expect((await leaving.send('GET', address)).problem().code).toBe('not-logged-in');
    expect((await ask(address, 'HEAD')).status).toBe(200);
    expect((await shop.stranger().send('HEAD', address)).status).toBe(401);
  });

  it('is kept from other sites', async () => {
    const address = newAddress('listRepairs');
    await untilKept(address);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
    ]) {
      expect((await ask(address, 'GET', headers)).problem().code).toBe('cross-site');
    }
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: shop.origin }]) {
      expect((await ask(address, 'GET', headers)).status).toBe(200);
    }
  });

  it('still costs nothing but a 304 where it is known already', async () => {
    const address = newAddress('listRepairs');
    const { headers } = await untilKept(address);
    const tag = headers.get('etag') ?? '';
    expect((await ask(address, 'GET', { 'if-none-match': tag })).status).toBe(304);
    expect((await ask(address, 'GET', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is over with the next change', async () => {
    const addresses = lists.map(newAddress);
    for (const address of addresses) await untilKept(address);
    const tag = (await ask('/api/overview')).headers.get('etag');
    await takeIn(shop);
    const before = await keptCount();
    for (const address of addresses) {
      const { status, headers } = await ask(address);
      expect([address, status]).toEqual([address, 200]);
      expect(headers.get('etag')).not.toBe(tag);
    }
    expect(await keptCount()).toBe(before);
    const { pending } = await shop.staff.call('getOverview');
    await shop.staff.call('assignRepair', {
      params: { ticketNumber: (await takeIn(shop)).ticketNumber },
      body: { technicianId: 'technician-1' },
    });
    expect((await shop.staff.call('getOverview')).pending).toBe(pending);
    expect((await takeIn(shop)).status).toBe('pending');
    expect((await shop.staff.call('getOverview')).pending).toBe(pending + 1);
  });

  it('is not a refusal', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await ask('/api/repairs?limit=0')).problem().code).toBe('validation-failed');
      expect((await ask('/api/repairs?cursor=x')).problem().code).toBe('validation-failed');
    }
  });

  it('ends with the session that it kept alive', async () => {
    const address = newAddress('listRepairs');
    await untilKept(address);
    shop.clock.advance(12 * hour);
    expect((await ask(address)).status).toBe(401);
    await shop.staff.logIn('correct horse battery');
    expect((await ask(address)).text).toContain(repair.ticketNumber);
  });
});
