import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { isoTime } from '../../../server/base/clock.ts';
import { deliver } from '../../../server/texts/sending.ts';
import { prepareText } from '../../../server/texts/store.ts';
import { testPassword } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { shopAddress } from '../../harness/real-texts.ts';
import { day, hour, minute } from '../../harness/settable-clock.ts';
import {
  newIntake,
  newPhone,
  normalized,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';
import { startWithoutAccount, typedAccount } from '../../harness/texting-provider.ts';

type Texting = Awaited<ReturnType<typeof startWithoutAccount>>;

describeOnBothInLongRun('the account for real texts', (engine) => {
  let texting: Texting;
  beforeEach(async () => {
    texting = await startWithoutAccount(engine);
    return () => texting.close();
  });
  const staff = () => texting.shop.staff;
  const isSimulated = async (shop = texting.shop) =>
    (await shop.staff.call('getShop')).textsAreSimulated;
  const change = (body: object, version?: string) =>
    staff().attempt(
      'changeTexting',
      { body: { password: testPassword, ...body } },
      version === undefined ? {} : { 'if-match': `"${version}"` },
    );
  const tokens = () => texting.shop.rows.run('select * from texting_tokens');
  const accounts = () => texting.shop.rows.run('select * from texting_accounts order by id');

  it('does not exist at first, and is set up, changed and turned off without a restart', async () => {
    const [first, second] = texting.standIns;
    expect(await staff().call('getTexting')).toMatchObject({
      source: 'simulated',
      account: null,
      token: null,
      isTokenMissing: false,
      setBy: [],
      canKeepToken: true,
      version: 'none',
    });
    expect(await isSimulated()).toBe(true);
    await texting.setUp(first);
    expect(await staff().call('getTexting')).toMatchObject({
      source: 'browser',
      account: { accountSid: first.accountSid, publicUrl: shopAddress },
      token: { initials: null },
    });
    expect(await isSimulated()).toBe(false);
    const { customerPhone } = await takeIn(texting.shop);
    expect(first.textsTo(normalized(customerPhone))).toHaveLength(1);
    await texting.setUp(second);
    const again = await takeIn(texting.shop);
    expect(second.textsTo(normalized(again.customerPhone))).toHaveLength(1);
    const off = await staff().attempt('turnOffTexting', { body: { password: testPassword } });
    expect(off.json()).toMatchObject({ source: 'simulated', account: null });
    expect(await isSimulated()).toBe(true);
    await takeIn(texting.shop);
    expect([...first.texts, ...second.texts]).toHaveLength(2);
  });

  it('is in force in every process as soon as it is saved', async () => {
    if (engine === 'sqlite') return;
    const [first] = texting.standIns;
    const other = await texting.start();
    expect(await isSimulated(other)).toBe(true);
    await texting.setUp(first);
    expect(await isSimulated(other)).toBe(false);
    const { customerPhone } = await takeIn(other);
    expect(first.textsTo(normalized(customerPhone))).toHaveLength(1);
    await other.stop();
  });

  it('is kept after a restart, and shows that it has no token if its key is gone', async () => {
    const [first] = texting.standIns;
    await texting.setUp(first);
    await texting.shop.stop();
    const elsewhere = await texting.start({ settingsKey: 'ab'.repeat(32) });
    expect(await elsewhere.staff.call('getTexting')).toMatchObject({
      source: 'browser',
      token: null,
      isTokenMissing: true,
    });
    expect(await isSimulated(elsewhere)).toBe(false);
    const { repair, sms } = await elsewhere.staff.call('createRepair', {
      body: newIntake(),
    });
    expect(sms).toMatchObject({ state: 'failed', detail: expect.stringContaining('set up') });
    expect(first.textsTo(normalized(repair.customerPhone))).toEqual([]);
    await elsewhere.stop();
    texting.shop = await texting.start();
    expect(await texting.shop.staff.call('getTexting')).toMatchObject({ isTokenMissing: false });
  });

  it('asks for the password, and counts wrong ones as failed logins', async () => {
    const body = typedAccount(texting.standIns[0]);
    const refused = await change({ ...body, password: 'wrong' });
    expect(refused.problem()).toMatchObject({
      code: 'invalid-password',
      errors: [{ path: 'password', message: 'Invalid password. Please try again.' }],
    });
    for (let tries = 0; tries < 20; tries += 1) await change({ ...body, password: 'wrong' });
    expect((await change(body)).problem().code).toBe('too-many-logins');
    expect(await accounts()).toEqual([]);
    expect(await tokens()).toEqual([]);
  });

  it('is turned off only by those who know the password', async () => {
    await texting.setUp(texting.standIns[0]);
    const { version } = await staff().call('getTexting');
    const body = { password: 'wrong' };
    const headers = { 'if-match': `"${version}"` };
    const refused = await staff().attempt('turnOffTexting', { body }, headers);
    expect(refused.problem().code).toBe('invalid-password');
    expect(await staff().call('getTexting')).toMatchObject({ source: 'browser', version });
  });

  it('is changed once by a request that comes twice, and leaves one event', async () => {
    const [first] = texting.standIns;
    const body = typedAccount(first);
    const replies = await Promise.all([change(body, 'none'), change(body, 'none')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await change(body, 'none')).status).toBe(200);
    expect(await accounts()).toHaveLength(1);
    const { items } = await staff().call('listSettingsEvents');
    expect(items).toMatchObject([
      {
        data: {
          before: { 'texting.accountSid': null, 'texting.token': 'not set' },
          after: { 'texting.accountSid': first.accountSid, 'texting.token': 'set' },
        },
      },
    ]);
    expect(items[0]?.session).not.toBeNull();
  });

  it('takes one change if two people make one at once, and shows the other what is stored', async () => {
    const [first, second] = texting.standIns;
    const replies = await Promise.all([
      change(typedAccount(first), 'none'),
      change(typedAccount(second), 'none'),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    const lost = replies.find(({ status }) => status === 412)?.problem();
    const won = replies[0]?.status === 200 ? first : second;
    expect(lost).toMatchObject({
      code: 'changed-meanwhile',
      stored: { account: { accountSid: won.accountSid } },
    });
    for (const { text } of replies) {
      for (const { authToken } of texting.standIns) expect(text).not.toContain(authToken);
    }
  });

  it('takes another token for the same account, and keeps the one it has if none is typed', async () => {
    const [first] = texting.standIns;
    await texting.setUp(first);
    const [before] = await tokens();
    await texting.setUp(first, { authToken: null, sender: '+13325550177' });
    expect(await tokens()).toEqual([before]);
    texting.shop.clock.advance(minute);
    await texting.setUp(first, { authToken: 'another', sender: '+13325550177' });
    const [after] = await tokens();
    expect(after?.set_at).not.toBe(before?.set_at);
    expect(after?.sealed).not.toBe(before?.sealed);
    const none = await change(typedAccount(texting.standIns[1], { authToken: null }));
    expect(none.problem().errors).toMatchObject([{ path: 'authToken' }]);
  });

  it('counts from the moment that it is set up: what its webhook misses then is fetched', async () => {
    const [first] = texting.standIns;
    const before = first.text(normalized(newPhone()), 'Not meant for this product');
    texting.shop.clock.advance(hour);
    await texting.setUp(first);
    texting.shop.clock.advance(minute);
    const missed = first.text(normalized(newPhone()), 'Are you open?');
    texting.shop.clock.advance(10 * minute);
    await texting.shop.app.takeMissedTexts();
    const rows = await texting.shop.rows.run(
      "select provider_sid from messages where direction = 'inbound'",
    );
    expect(rows).toEqual([{ provider_sid: missed.sid }]);
    expect(before.sid).not.toBe(missed.sid);
  });

  describe('that was replaced', () => {
    it('still sends what was recorded under it', async () => {
      const [first, second] = texting.standIns;
      await texting.setUp(first);
      const { deps } = texting.shop.app;
      const phone = normalized(newPhone());
      const message = {
        kind: 'manual',
        ticketNumber: null,
        phone,
        body: 'Recorded before',
      } as const;
      const at = isoTime(texting.shop.clock.now);
      const text = await deps.database.transact((tx) => prepareText(tx, message, at));
      await texting.setUp(second);
      expect(await deliver(deps, text)).toMatchObject({ kind: 'accepted' });
      expect(first.textsTo(phone)).toHaveLength(1);
      expect(second.textsTo(phone)).toEqual([]);
    });

    it.each(['replaced', 'turned off'])(
      'or turned off sends nothing once its token is gone, not even through another account: %s',
      async (how) => {
        const [first, second] = texting.standIns;
        await texting.setUp(first);
        const { deps } = texting.shop.app;
        const phone = normalized(newPhone());
        const message = { kind: 'manual', ticketNumber: null, phone, body: 'Before' } as const;
        const at = isoTime(texting.shop.clock.now);
        const text = await deps.database.transact((tx) => prepareText(tx, message, at));
        if (how === 'replaced') await texting.setUp(second);
        else await staff().call('turnOffTexting', { body: { password: testPassword } });
        await texting.shop.rows.run(
          'delete from texting_tokens where account_sid = ?',
          first.accountSid,
        );
        expect(await deliver(deps, text)).toEqual({ kind: 'rejected', code: 'no-account' });
        for (const { texts } of texting.standIns) expect(texts).toEqual([]);
        const rows = await texting.shop.rows.run(
          'select state, error_code from messages where phone = ?',
          phone,
        );
        expect(rows).toEqual([{ state: 'failed', error_code: 'no-account' }]);
      },
    );

    it('is shown once, whatever addresses it had, and the one in force is not shown as an earlier one', async () => {
      const [first, second] = texting.standIns;
      const earlier = async () => (await staff().call('getTexting')).earlier;
      for (const host of ['a', 'b', 'c']) {
        await texting.setUp(first, { publicUrl: `https://${host}.example` });
      }
      expect(await earlier()).toEqual([]);
      // The provider may still call there.
      expect(await accounts()).toHaveLength(3);
      await texting.setUp(second);
      expect(await earlier()).toMatchObject([
        { accountSid: first.accountSid, publicUrl: 'https://c.example' },
      ]);
    });

    it('is forgotten two weeks after its last text, whatever is texted there', async () => {
      const [first, second] = texting.standIns;
      await texting.setUp(first);
      const { customerPhone } = await takeIn(texting.shop);
      await texting.setUp(second);
      texting.shop.clock.advance(13 * day);
      const text = first.text(normalized(customerPhone), 'Are you open?');
      expect((await first.handOver(text, shopAddress)).status).toBe(200);
      await texting.shop.app.tidyUp();
      expect(await accounts()).toHaveLength(2);
      texting.shop.clock.advance(2 * day);
      await texting.shop.app.tidyUp();
      expect(await accounts()).toMatchObject([{ account_sid: second.accountSid }]);
    });

    it('still answers for its texts, takes reports and replies, and is forgotten once nothing waits', async () => {
      const [first, second] = texting.standIns;
      await texting.setUp(first);
      const { repair } = await takeInWithEstimate(texting.shop);
      const phone = normalized(repair.customerPhone);
      const estimate = first.lastTo(phone);
      first.script(phone, 'is cut off after it took it');
      await staff().attempt('sendText', {
        params: { ticketNumber: repair.ticketNumber },
        body: { messageId: randomUUID(), body: 'Your strap is here' },
      });
      await texting.setUp(second);
      texting.shop.clock.advance(hour);
      // A report, a reply, and one that its webhook missed.
      expect((await first.report(estimate, 'delivered'))?.status).toBe(204);
      const accepted = first.text(phone, 'ACCEPT');
      expect((await first.handOver(accepted, shopAddress)).status).toBe(200);
      const { repair: now } = await staff().call('getRepair', {
        params: { ticketNumber: repair.ticketNumber },
      });
      expect(now.status).toBe('estimate-accepted');
      await texting.shop.app.takeMissedTexts();
      const missed = first.text(normalized(newPhone()), 'Are you open?');
      texting.shop.clock.advance(10 * minute);
      await texting.shop.app.takeMissedTexts();
      const [stored] = await texting.shop.rows.run(
        'select account from messages where provider_sid = ?',
        missed.sid,
      );
      expect(stored).toEqual({ account: first.accountSid });
      // What was cut off is looked up in the account that sent it.
      await texting.shop.app.reconcileTexts();
      const rows = await texting.shop.rows.run(
        "select state, account from messages where direction = 'outbound' and phone = ? and kind = 'manual'",
        phone,
      );
      expect(rows).toEqual([{ state: 'accepted', account: first.accountSid }]);
      expect(second.textsTo(phone).every(({ body }) => !body.includes('strap'))).toBe(true);

      await texting.shop.app.tidyUp();
      expect(await accounts()).toHaveLength(2);
      texting.shop.clock.advance(15 * day);
      await texting.shop.app.tidyUp();
      expect(await accounts()).toHaveLength(1);
      expect(await tokens()).toMatchObject([{ account_sid: second.accountSid }]);
      const late = await first.handOver(first.text(phone, 'Hello'), shopAddress);
      expect(late.status).toBe(403);
    });

    it('is forgotten after two weeks though its SID stays in force and keeps texting', async () => {
      const [first] = texting.standIns;
      await texting.setUp(first);
      await texting.setUp(first, { sender: '+13325550177' });
      texting.shop.clock.advance(13 * day);
      await stayLoggedIn(texting.shop);
      await takeIn(texting.shop);
      await texting.shop.app.tidyUp();
      expect(await accounts()).toHaveLength(2);
      texting.shop.clock.advance(2 * day);
      await texting.shop.app.tidyUp();
      expect(await accounts()).toMatchObject([{ sender: '+13325550177', replaced_at: null }]);
      expect(await tokens()).toMatchObject([{ account_sid: first.accountSid }]);
      const looks = await texting.shop.rows.run(
        "select key from settings where key like 'missed-texts %'",
      );
      expect(looks).toEqual([{ key: `missed-texts ${first.accountSid} +13325550177` }]);
    });

    it('and was forgotten starts over when it is set up again', async () => {
      const [first, second] = texting.standIns;
      await texting.setUp(first);
      await texting.setUp(second);
      texting.shop.clock.advance(2 * minute);
      await texting.shop.app.tidyUp();
      const phone = normalized(newPhone());
      first.text(phone, 'Sent while another account was in force');
      texting.shop.clock.advance(day);
      await stayLoggedIn(texting.shop);
      await texting.setUp(first);
      texting.shop.clock.advance(10 * minute);
      await texting.shop.app.takeMissedTexts();
      expect(
        await texting.shop.rows.run('select body from messages where phone = ?', phone),
      ).toEqual([]);
    });

    it('is forgotten at once if it never sent anything', async () => {
      const [first, second] = texting.standIns;
      await texting.setUp(first);
      await texting.setUp(second);
      texting.shop.clock.advance(2 * minute);
      await texting.shop.app.tidyUp();
      expect(await accounts()).toMatchObject([{ account_sid: second.accountSid }]);
      expect(await tokens()).toMatchObject([{ account_sid: second.accountSid }]);
    });
  });
});
