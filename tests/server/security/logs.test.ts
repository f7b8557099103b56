import { PassThrough } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { createLog } from '../../../server/base/log.ts';
import { type RunningApp, startApp, testPassword } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { testPhoto } from '../../harness/photo-upload.ts';
import { newIntake } from '../../harness/shop-fixtures.ts';

/** Marked, so that each can be looked for. */
const customer = {
  customerName: 'Nemo Markwell',
  customerEmail: 'nemo.markwell@mail.example',
  customerPhone: '(917) 555-0142',
  customerAddress: '77 Markwell Lane',
  watchBrand: 'Markbrand',
  serialNumber: 'MARK-7712',
  issue: 'Marked as slow',
};
const marks = [...Object.values(customer), '9175550142', 'Mark', 'nemo.mark'];

describeOnBothInLongRun('the log', (engine) => {
  let shop: RunningApp;
  let logged = '';
  const started = async () => {
    logged = '';
    const stream = new PassThrough();
    stream.on('data', (chunk: Buffer) => {
      logged += chunk.toString('utf8');
    });
    shop = await startApp(engine, {
      log: createLog('trace', stream),
      config: { publicUrl: 'http://127.0.0.1:9' },
    });
  };
  const lines = () => logged.split('\n').filter((line) => line !== '');
  afterEach(async () => {
    await shop.close();
  });

  it('holds nothing of a customer and no secret, from intake to pickup, even at its most detailed', async () => {
    await started();
    const { staff } = shop;
    await shop.stranger().logIn('a Marked guess');
    await staff.attempt('logIn', { body: { password: 'Marked', more: 'Marked' } });
    const { repair } = await staff.call('createRepair', { body: { ...newIntake(), ...customer } });
    const params = { ticketNumber: repair.ticketNumber };
    const body = new Uint8Array(await testPhoto());
    await staff.send('PUT', `/api/repairs/${repair.ticketNumber}/photos/initial`, { body });
    await staff.send('PUT', `/api/repairs/${repair.ticketNumber}/photos/completed`, {
      body: 'Marked, not a photo',
    });
    await staff.call('sendEstimate', {
      body: { repairId: repair.ticketNumber, amount: 80, notes: 'Marked note' },
    });
    await staff.call('simulateReply', {
      body: { from: customer.customerPhone, body: 'ACCEPT, says Mark' },
    });
    await staff.attempt('listRepairs', { query: { q: customer.customerName } });
    await staff.attempt('listClients', { query: { q: customer.customerPhone } });
    await staff.attempt('createClient', { body: { name: customer.customerName, email: 'Mark' } });
    await staff.send('GET', '/api/clients/Markwell?q=%E0%A4%A');
    await staff.attempt('assignRepair', { params, body: { technicianId: 'technician-1' } });
    await staff.attempt('startRepair', { params });
    await staff.attempt('completeRepair', {
      params,
      body: { outcome: 'approved', notes: 'Marked as done' },
    });
    await shop.app.reconcileTexts();
    await staff.attempt('deleteRepair', { params });
    // Something is in it, or this would show nothing: the photo cannot be reached at that address.
    expect(lines().length).toBeGreaterThan(0);
    const token = staff.cookie?.split('=')[1] ?? '';
    for (const mark of [...marks, testPassword, token]) expect(logged).not.toContain(mark);
  });

  it('names who logged in, who logged out and who was refused', async () => {
    await started();
    const visitors = () =>
      lines().flatMap((line) => {
        const { msg, code, address } = JSON.parse(line) as Record<string, string>;
        return address === undefined ? [] : [{ what: code ?? msg, address }];
      });
    const browser = await shop.logIn();
    await shop.stranger().logIn('wrong');
    await browser.attempt('listRepairs', {}, { origin: 'https://evil.example' });
    await browser.call('endSessions', { query: { scope: 'others' } });
    await browser.call('logOut');
    expect(visitors().map(({ what }) => what)).toEqual([
      'Logged in',
      'Logged in',
      'invalid-password',
      'cross-site',
      'Ended sessions',
      'Logged out',
    ]);
    for (const { address } of visitors()) expect(address).toBe('127.0.0.1');
  });

  it('holds no row that the database would not take', async () => {
    await started();
    await shop.rows.run(
      engine === 'postgres'
        ? "alter table clients add constraint not_mark check (name <> 'Nemo Markwell')"
        : "create trigger not_mark before insert on clients when new.name = 'Nemo Markwell' begin select raise(abort, 'refused'); end",
    );
    const body = { name: customer.customerName, email: customer.customerEmail, phone: '' };
    const before = await shop.rows.counts();
    const problem = (await shop.staff.attempt('createClient', { body })).problem();
    expect(problem).toMatchObject({ status: 500, code: 'internal', title: 'Something went wrong' });
    expect(await shop.rows.counts()).toEqual(before);
    for (const mark of marks) {
      expect(JSON.stringify(problem)).not.toContain(mark);
      expect(logged).not.toContain(mark);
    }
    // The cause is in the log, under the id that the screen shows.
    const { requestId } = problem as unknown as { requestId: string };
    const mistakes = lines().filter((line) => JSON.parse(line).err !== undefined);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(`"${requestId}"`);
    expect(JSON.parse(mistakes[0] ?? '').err.message).toMatch(/not_mark|refused/);
  });

  it('cannot be written into: a line stays a line', async () => {
    await started();
    await shop.rows.run('alter table events rename to events_of_old');
    const evil = 'x\r\n{"level":60,"msg":"forged"}\u001b[2J';
    const reply = await shop.staff.attempt(
      'createClient',
      { body: { name: 'Ada', email: 'ada@example.com' } },
      {
        'user-agent': 'a\u0009{"forged":1}',
        'x-request-id': 'forged',
        'x-forwarded-for': 'forged',
      },
    );
    expect(reply.status).toBe(500);
    await shop.staff.send('GET', `/api/repairs/${encodeURIComponent(evil)}`);
    expect(lines().length).toBeGreaterThan(0);
    for (const line of lines()) expect(() => JSON.parse(line)).not.toThrow();
    expect(logged).not.toContain('forged');
    expect(logged).not.toContain('\u001b');
    await shop.rows.run('alter table events_of_old rename to events');
  });

  it('holds no secret of the settings, and no answer does', async () => {
    await started();
    for (const path of ['/api/openapi.json', '/api/docs', '/api/shop', '/healthz', '/readyz']) {
      const { text } = await shop.staff.send('GET', path);
      expect(text, path).not.toContain(testPassword);
      expect(text, path).not.toContain(shop.storage.dataDir);
      if (shop.storage.databaseUrl) expect(text, path).not.toContain(shop.storage.databaseUrl);
    }
    expect(lines().length).toBeGreaterThan(0);
    expect(logged).not.toContain(testPassword);
    if (shop.storage.databaseUrl) expect(logged).not.toContain(shop.storage.databaseUrl);
  });
});
