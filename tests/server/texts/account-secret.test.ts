import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { type OperationName, operations } from '../../../domain/api.ts';
import { createLog } from '../../../server/base/log.ts';
import { testPassword } from '../../harness/app.ts';
import { uploadBackup } from '../../harness/backup-uploads.ts';
import { createStorage, describeOnBothInLongRun } from '../../harness/engine.ts';
import { shopAddress } from '../../harness/real-texts.ts';
import { startServed } from '../../harness/served-app.ts';
import { minute } from '../../harness/settable-clock.ts';
import { newIntake, newPhone, normalized, takeIn } from '../../harness/shop-fixtures.ts';
import { startWithoutAccount, typedAccount } from '../../harness/texting-provider.ts';

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describeOnBothInLongRun('the token', (engine) => {
  it('is in no answer, log, export, backup, history or metric, and sealed in the data', async () => {
    const stream = new PassThrough();
    let logged = '';
    stream.on('data', (chunk: Buffer) => {
      logged += chunk.toString('utf8');
    });
    const texting = await startWithoutAccount(engine, {
      log: createLog('trace', stream),
      config: { metricsPort: 0 },
    });
    const { shop, standIns } = texting;
    const [first, second] = standIns;
    const secrets = standIns.map(({ authToken }) => authToken);
    const seen: string[] = [];
    const { staff } = shop;
    const put = async (body: object, headers: Record<string, string> = {}) => {
      const reply = await staff.attempt('changeTexting', { body }, headers);
      seen.push(reply.text, JSON.stringify([...reply.headers]));
      return reply;
    };
    const whole = { ...typedAccount(first), password: testPassword };
    await put(whole);
    await put({ ...whole, ...typedAccount(second) });
    // Refused, and with the token where it does not belong.
    await put({ ...whole, password: 'wrong' });
    await put({ ...whole, accountSid: first.authToken, sender: first.authToken });
    await put({ ...whole, authToken: `${first.authToken} ${first.authToken}` });
    await put(whole, { 'if-match': '"none"' });
    const accounts = [null, typedAccount(second), typedAccount(first, { authToken: 'wrong' })];
    for (const account of accounts) {
      seen.push((await staff.attempt('checkTexting', { body: { account } })).text);
    }
    await takeIn(shop);
    second.setAway(true);
    await takeIn(shop);
    await shop.app.takeMissedTexts().catch(() => undefined);
    await shop.app.reconcileTexts();
    await staff.send('POST', '/webhooks/twilio/inbound', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'a' },
      body: 'Body=hello',
    });
    const reading = (Object.keys(operations) as OperationName[]).filter(
      (name) => operations[name].method === 'GET' && !operations[name].path.includes('{'),
    );
    expect(reading).toContain('exportData');
    for (const name of reading) {
      for (const query of name === 'exportData' ? [{ format: 'json' }, { format: 'csv' }] : [{}]) {
        seen.push((await staff.attempt(name, { query })).text);
      }
    }
    seen.push(await (await fetch(shop.app.metricsAddress ?? '')).text());
    await staff.call('startBackup');
    await shop.app.backupsDone();
    const whereBackups = (await filesBelow(shop.storage.dataDir)).filter((file) =>
      file.endsWith('.backup'),
    );
    expect(whereBackups).toHaveLength(1);
    for (const file of whereBackups) {
      const bytes = await readFile(file);
      seen.push(bytes.toString('latin1'));
      expect(bytes.toString('latin1')).toContain('texting_accounts');
      expect(bytes.toString('latin1')).not.toContain('texting_tokens');
    }
    seen.push(JSON.stringify(await shop.rows.run('select * from texting_tokens')));
    seen.push(JSON.stringify(await shop.rows.run('select * from events')));
    seen.push(logged);
    expect(logged.length).toBeGreaterThan(0);
    for (const text of seen) for (const secret of secrets) expect(text).not.toContain(secret);
    // It was there to be found.
    expect((await shop.rows.run('select * from texting_tokens')).length).toBeGreaterThan(0);
    expect(await staff.call('getTexting')).toMatchObject({ isTokenMissing: false });
    for (const file of await filesBelow(shop.storage.dataDir)) {
      const bytes = (await readFile(file)).toString('latin1');
      for (const secret of secrets) expect(bytes, file).not.toContain(secret);
    }
    await texting.close();
  });

  it('is sealed with a key file that nobody else may read, or with SETTINGS_KEY alone', async () => {
    const texting = await startWithoutAccount(engine);
    const file = join(texting.shop.storage.dataDir, 'settings.key');
    await expect(stat(file)).rejects.toThrow();
    await texting.setUp(texting.standIns[0]);
    if (engine === 'sqlite') expect((await stat(file)).mode & 0o777).toBe(0o600);
    else await expect(stat(file)).rejects.toThrow();
    await texting.close();
  });

  it('is asked for again after a restore in a new shop, and makes the account work again', async () => {
    const texting = await startWithoutAccount(engine);
    const [first] = texting.standIns;
    await texting.setUp(first);
    await texting.shop.staff.call('startBackup');
    await texting.shop.app.backupsDone();
    const files = await filesBelow(texting.shop.storage.dataDir);
    const backup = await readFile(files.find((file) => file.endsWith('.backup')) ?? '');
    const storage = await createStorage(engine);
    const fresh = await startServed(storage, { config: texting.config });
    const params = { name: await uploadBackup(fresh.staff, backup) };
    await fresh.staff.call('startRestore', { params, body: { password: testPassword } });
    await fresh.until(async () => {
      const reply = await fresh.staff.attempt('getTexting').catch(() => null);
      return reply?.status === 401;
    });
    const staff = await fresh.logIn();
    const missing = await staff.call('getTexting');
    expect(missing).toMatchObject({
      source: 'browser',
      account: { accountSid: first.accountSid },
      token: null,
      isTokenMissing: true,
    });
    expect((await staff.call('getShop')).textsAreSimulated).toBe(false);
    await staff.call('createRepair', { body: newIntake() });
    expect(first.texts).toEqual([]);
    const change = (authToken: string | null) =>
      staff.attempt(
        'changeTexting',
        { body: { ...typedAccount(first, { authToken }), password: testPassword } },
        { 'if-match': `"${missing.version}"` },
      );
    expect((await change(null)).problem().errors).toMatchObject([{ path: 'authToken' }]);
    expect((await change(first.authToken)).status).toBe(200);
    expect(await staff.call('getTexting')).toMatchObject({ isTokenMissing: false });
    await staff.call('createRepair', { body: newIntake() });
    expect(first.texts).toHaveLength(1);
    await fresh.stop();
    await storage.remove();
    await texting.close();
  });
});

describeOnBothInLongRun('the page of the account', (engine) => {
  it('refuses if the environment decides, and names what it sets', async () => {
    const texting = await startWithoutAccount(engine);
    const [first, second] = texting.standIns;
    await texting.shop.stop();
    texting.shop = await texting.start({
      twilio: { ...first.settings, apiBaseUrl: texting.config.twilioApiBaseUrl ?? null },
      publicUrl: shopAddress,
    });
    const { staff } = texting.shop;
    expect(await staff.call('getTexting')).toMatchObject({
      source: 'environment',
      account: { accountSid: first.accountSid },
      setBy: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'PUBLIC_URL'],
      token: null,
      isTokenMissing: false,
    });
    const body = { ...typedAccount(second), password: testPassword };
    for (const [name, given] of [
      ['changeTexting', body],
      ['turnOffTexting', { password: testPassword }],
      ['checkTexting', { account: typedAccount(second) }],
    ] as const) {
      const reply = await staff.attempt(name, { body: given });
      expect(reply.problem().code, name).toBe('texting-set-outside');
    }
    // A text names the environment's account, as one set up here would be named.
    await takeIn(texting.shop);
    const rows = await texting.shop.rows.run('select account from messages');
    expect(rows).toEqual([{ account: first.accountSid }]);
    await texting.close();
  });

  it('says what is missing if no token could be kept safely', async () => {
    const texting = await startWithoutAccount(engine, { config: { settingsKey: null } });
    const { staff } = texting.shop;
    const { canKeepToken } = await staff.call('getTexting');
    expect(canKeepToken).toBe(engine === 'sqlite');
    const reply = await staff.attempt('changeTexting', {
      body: { ...typedAccount(texting.standIns[0]), password: testPassword },
    });
    if (engine === 'sqlite') expect(reply.status).toBe(200);
    else {
      expect(reply.problem()).toMatchObject({
        code: 'texting-needs-key',
        detail: expect.stringContaining('SETTINGS_KEY'),
      });
      expect(await texting.shop.rows.run('select * from texting_tokens')).toEqual([]);
    }
    await texting.close();
  });
});

describeOnBothInLongRun('the provider’s calls', (engine) => {
  it('are shown: when the last came, and why one was refused', async () => {
    const texting = await startWithoutAccount(engine);
    const [first, second] = texting.standIns;
    const calls = async () => (await texting.shop.staff.call('getTexting')).lastCalls;
    const unsigned = () =>
      texting.shop.staff.send('POST', '/webhooks/twilio/inbound', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'Body=hello',
      });
    expect((await unsigned()).status).toBe(404);
    await texting.setUp(first);
    expect(await calls()).toEqual({ genuine: null, refused: null });
    const refusals = [
      ['unsigned', unsigned],
      ['other-account', () => second.handOver(second.text('+12125550143', 'Hi'), shopAddress)],
      ['wrong-signature', () => first.handOver(first.text('+12125550143', 'Hi'), 'https://a.b')],
    ] as const;
    for (const [why, call] of refusals) {
      texting.shop.clock.advance(minute);
      expect((await call()).status).toBe(403);
      await expect.poll(async () => (await calls()).refused?.why).toBe(why);
    }
    expect((await calls()).genuine).toBeNull();
    const text = first.text(normalized(newPhone()), 'Hello');
    expect((await first.handOver(text, shopAddress)).status).toBe(200);
    await expect
      .poll(async () => (await calls()).genuine?.at)
      .toBe(new Date(texting.shop.clock.now).toISOString());
    await texting.close();
  });
});
