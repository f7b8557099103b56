import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPassword } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { newPhone, normalized } from '../../harness/shop-fixtures.ts';
import { startWithoutAccount, typedAccount } from '../../harness/texting-provider.ts';

type Texting = Awaited<ReturnType<typeof startWithoutAccount>>;

describe('checking an account on its page', () => {
  let texting: Texting;
  let inboundUrl: string;
  beforeEach(async () => {
    const overrides = { providerPatienceMs: 500 };
    texting = await startWithoutAccount('sqlite', { overrides });
    inboundUrl = `${texting.shop.origin}/webhooks/twilio/inbound`;
    Object.assign(texting.standIns[0].account.numbers[0] ?? {}, { sms_url: inboundUrl });
    return () => texting.close();
  });
  /** Typed, with the address at which the shop really is: allowed only with a stand-in. */
  const typed = (changes: Record<string, unknown> = {}) =>
    typedAccount(texting.standIns[0], { publicUrl: texting.shop.origin, ...changes });
  const check = async (account: object | null) =>
    (await texting.shop.staff.call('checkTexting', { body: { account } } as never)).findings;
  const texts = (findings: readonly { what: string; advice: string | null }[]) =>
    findings.map(({ what, advice }) => `${what} ${advice ?? ''}`).join('\n');

  it('is possible before anything is saved, and stores nothing', async () => {
    const before = await texting.shop.rows.counts();
    const findings = await check(typed());
    expect(findings[0]).toEqual({
      kind: 'right',
      what: 'The account is known and active.',
      advice: null,
    });
    expect(texts(findings)).toContain(`answers at ${texting.shop.origin}.`);
    expect(texts(findings)).toContain('Save, then check again.');
    expect(await texting.shop.rows.counts()).toEqual(before);
    expect((await texting.shop.staff.call('getTexting')).source).toBe('simulated');
  });

  it('says what to do by the names of the page’s fields, never by those of the environment', async () => {
    const [first, second] = texting.standIns;
    const all = [
      await check(typed({ authToken: 'wrong' })),
      await check(typed({ sender: '+13325550188' })),
      await check(typed({ sender: `MG${'7'.repeat(32)}` })),
      await check(typed({ publicUrl: 'https://localhost' })),
    ];
    first.setAway(true);
    all.push(await check(typed()));
    second.setAway(true);
    const said = all.map(texts).join('\n');
    for (const field of ['"Account SID"', '"Auth Token"', '"Number or messaging service"']) {
      expect(said).toContain(field);
    }
    expect(said).toContain('cannot be reached (HTTP 503)');
    expect(said).not.toMatch(/TWILIO_|PUBLIC_URL/);
    expect(said).not.toContain(first.authToken);
  });

  it('says so if the provider is silent or overloaded, or has suspended the account', async () => {
    const [first] = texting.standIns;
    first.setAway(true, 429);
    expect(texts(await check(typed()))).toContain('cannot be reached (20429)');
    first.setAway(true, 'silent');
    const [silent] = await check(typed());
    expect(silent?.what).toMatch(/^The provider cannot be reached \(ECONNABORTED|ETIMEDOUT\)/);
    first.setAway(false);
    first.account.status = 'suspended';
    expect(texts(await check(typed()))).toContain('The account is suspended.');
  });

  it('also tries the signature once it is saved, and does not count as the provider’s call', async () => {
    await texting.setUp(texting.standIns[0], { publicUrl: texting.shop.origin });
    const findings = await check(null);
    expect(texts(findings)).toContain('accepts the provider’s signature');
    // The same, as it is typed: with and without the token.
    expect(texts(await check(typed()))).toContain('accepts the provider’s signature');
    expect(texts(await check(typed({ authToken: null })))).toContain('accepts the provider');
    const { lastCalls } = await texting.shop.staff.call('getTexting');
    expect(lastCalls).toEqual({ genuine: null, refused: null });
  });

  it('needs something to check', async () => {
    const { staff } = texting.shop;
    const none = await staff.attempt('checkTexting', { body: { account: null } });
    expect(none.problem().code).toBe('texting-simulated');
    const noToken = await staff.attempt('checkTexting', {
      body: { account: typed({ authToken: null }) },
    });
    expect(noToken.problem().errors).toMatchObject([{ path: 'account.authToken' }]);
  });

  it('calls nothing but the product’s own paths, and no private address that is only typed', async () => {
    const asked: string[] = [];
    const inside = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    await texting.setUp(texting.standIns[0], { publicUrl: texting.shop.origin });
    // With a stand-in, this very machine may be named, and sees two fixed paths.
    await check(typed({ publicUrl: `http://127.0.0.1:${port}` }));
    expect(asked).toEqual(['GET /healthz']);
    for (const publicUrl of ['https://10.1.2.3', 'https://169.254.169.254', 'https://[fd00::1]']) {
      expect(texts(await check(typed({ publicUrl })))).toContain(
        `${publicUrl} leads to a private address`,
      );
    }
    await texting.shop.stop();
    texting.shop = await texting.start({ twilioApiBaseUrl: null });
    for (const publicUrl of [`http://127.0.0.1:${port}`, 'http://localhost']) {
      const body = { account: typed({ publicUrl }) };
      const refused = await texting.shop.staff.attempt('checkTexting', { body });
      expect(refused.problem().errors).toMatchObject([{ path: 'publicUrl' }]);
      const change = { ...body.account, password: testPassword };
      const saved = await texting.shop.staff.attempt('changeTexting', { body: change });
      expect(saved.problem().errors).toMatchObject([{ path: 'publicUrl' }]);
    }
    for (const publicUrl of [
      'http://shop.example',
      'https://shop.example/path',
      'https://user:pass@shop.example',
      'https://shop.example?x=1',
      'ftp://shop.example',
      'file:///etc/passwd',
      'https://',
      'shop.example',
    ]) {
      const body = { account: typed({ publicUrl }) };
      const refused = await texting.shop.staff.attempt('checkTexting', { body });
      expect(refused.problem().errors?.[0]?.path, publicUrl).toBe('account.publicUrl');
    }
    expect(asked).toEqual(['GET /healthz']);
    inside.close();
  });
});

describeOnBothEngines('a test text', (engine) => {
  it('goes to the number that was typed, once, and says that it is one; while texts are simulated, it goes to nobody', async () => {
    const texting = await startWithoutAccount(engine);
    const [first] = texting.standIns;
    const { staff } = texting.shop;
    const to = newPhone();
    const body = { to, messageId: randomUUID() };
    const early = await staff.attempt('sendTestText', { body });
    expect(early.problem().code).toBe('texting-simulated');
    await texting.setUp(first);
    const replies = await Promise.all([
      staff.call('sendTestText', { body }),
      staff.call('sendTestText', { body }),
    ]);
    await staff.call('sendTestText', { body });
    expect(replies.map(({ message }) => message.kind)).toEqual(['test', 'test']);
    expect(first.texts.map((text) => [text.to, text.body])).toEqual([
      [normalized(to), "Watch Repair Shop: This is a test of our texts. You don't need to answer."],
    ]);
    const rows = await texting.shop.rows.run('select kind, state, account from messages');
    expect(rows).toEqual([{ kind: 'test', state: 'accepted', account: first.accountSid }]);
    const landline = await staff.call('sendTestText', {
      body: { to: '(212) 555-0199', messageId: randomUUID() },
    });
    expect(landline.sms).toMatchObject({
      state: 'failed',
      detail: 'Landline, or can’t get texts. Call the customer.',
    });
    await texting.close();
  });
});
