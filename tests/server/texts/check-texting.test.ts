import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkTexting } from '../../../server/texts/twilio-check.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { freePort, startProcess } from '../../harness/process.ts';
import {
  type StandInAccount,
  startTwilioStandIn,
  type TwilioStandIn,
} from '../../harness/twilio-stand-in.ts';
import { standInNumber } from '../../harness/twilio-texts.ts';

const program = 'scripts/check-texting.ts';
const serviceSid = `MG${'7'.repeat(32)}`;

describe('npm run check-texting', () => {
  let standIn: TwilioStandIn;
  let shop: RunningApp;
  let folder: string;
  let publicUrl: string;
  let inboundUrl: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'check-texting-'));
    standIn = await startTwilioStandIn();
    const port = await freePort();
    publicUrl = `http://127.0.0.1:${port}`;
    inboundUrl = `${publicUrl}/webhooks/twilio/inbound`;
    shop = await startApp('sqlite', { port, config: { publicUrl, twilio: standIn.settings } });
  });
  // Everything as it should be.
  beforeEach(() => {
    Object.assign(standIn.account, {
      status: 'active',
      type: 'Full',
      numbers: [
        {
          sid: `PN${'1'.repeat(32)}`,
          capabilities: { voice: true, sms: true, mms: true, fax: false },
          phone_number: standInNumber,
          sms_url: inboundUrl,
          sms_method: 'POST',
          sms_application_sid: '',
        },
      ],
      services: [
        {
          sid: serviceSid,
          friendly_name: 'Watch shop',
          inbound_request_url: null,
          inbound_method: 'POST',
          use_inbound_webhook_on_number: true,
          numbers: [standInNumber],
          campaigns: [{ sid: 'QE1', campaign_status: 'VERIFIED', errors: [] }],
        },
      ],
    } satisfies StandInAccount);
  });
  afterAll(async () => {
    await shop.close();
    await standIn.close();
    await rm(folder, { recursive: true });
  });

  const run = async (changes: Record<string, string> = {}) => {
    const started = startProcess(
      program,
      {
        PUBLIC_URL: publicUrl,
        TWILIO_ACCOUNT_SID: standIn.accountSid,
        TWILIO_AUTH_TOKEN: standIn.authToken,
        TWILIO_FROM: standInNumber,
        TWILIO_API_BASE_URL: standIn.url,
        ...changes,
      },
      folder,
    );
    return { code: await started.ended, said: started.output() };
  };
  /** What is found, without a process of its own. */
  const found = async (changes: Partial<Parameters<typeof checkTexting>[0]> = {}) => {
    const findings = await checkTexting({
      settings: standIn.settings,
      publicUrl,
      source: 'environment',
      isSaved: true,
      mayBePrivate: true,
      ...changes,
    });
    return findings.filter(({ kind }) => kind !== 'right');
  };

  it('says that all is well, and exits with 0', async () => {
    const { code, said } = await run();
    expect(said).toBe(
      `${[
        'ok     The account is known and active.',
        `ok     ${standInNumber} belongs to the account and can text.`,
        `ok     What customers text to ${standInNumber} reaches this product.`,
        'ok     The messaging service "Watch shop" is registered for texts in the US.',
        'ok     This machine’s clock is right.',
        `ok     The product answers at ${publicUrl} and accepts the provider’s signature.`,
        '',
        'Real texts are set up.',
      ].join('\n')}\n`,
    );
    expect(code).toBe(0);
  });

  it('names each thing that is wrong, says what to do about it, and exits with 1', async () => {
    const [number] = standIn.account.numbers;
    if (number) number.sms_url = 'https://demo.twilio.com/welcome/sms/reply';
    standIn.account.type = 'Trial';
    standIn.account.services = [];
    const { code, said } = await run();
    expect(code).toBe(1);
    expect(said).toContain(
      `WRONG  What customers text to ${standInNumber} goes to POST https://demo.twilio.com/welcome/sms/reply.\n` +
        `       console.twilio.com, Phone Numbers, Manage, Active numbers: choose the number, and under "A message comes in" enter Webhook, ${inboundUrl}, HTTP POST.\n`,
    );
    expect(said).toContain('look   This is a trial account');
    expect(said).toContain('so it is not registered for texts in the US');
    expect(said).toMatch(/\n2 to fix\.\n$/);
    expect(standIn.texts).toEqual([]);
  });

  it('repeats no secret, and exits with 2 if there is nothing to check', async () => {
    const partial = await run({ TWILIO_FROM: '' });
    expect(partial.code).toBe(2);
    expect(partial.said).toContain('TWILIO_FROM: is missing');
    expect(partial.said).not.toContain(standIn.authToken);
    const none = startProcess(program, {}, folder);
    expect(await none.ended).toBe(2);
    expect(none.output()).toContain('There are no TWILIO_ settings to check');
  });

  type Spoiled = { account?: object; number?: object; service?: object; campaign?: object };
  it.each<[string, Spoiled, string]>([
    ['a suspended account', { account: { status: 'suspended' } }, 'The account is suspended.'],
    ['no such number', { account: { numbers: [] } }, 'is not a number of this account'],
    ['a number for calls', { number: { capabilities: { sms: false } } }, 'cannot send texts'],
    ['no address at all', { number: { sms_url: '' } }, 'goes nowhere'],
    ['another method', { number: { sms_method: 'GET' } }, 'goes to GET'],
    ['an app in the way', { number: { sms_application_sid: 'AP1' } }, 'goes to a TwiML app'],
    [
      'a service that swallows what comes in',
      { service: { use_inbound_webhook_on_number: false } },
      '"Watch shop" goes nowhere',
    ],
    ['no registration', { service: { campaigns: [] } }, 'has no registration'],
    [
      'a refused registration',
      { campaign: { campaign_status: 'FAILED' } },
      'was refused registration',
    ],
    [
      'a pending registration',
      { campaign: { campaign_status: 'IN_PROGRESS' } },
      'is waiting for its registration',
    ],
  ])('finds %s', async (_what, spoiled, expected) => {
    const { numbers, services } = standIn.account;
    Object.assign(services[0]?.campaigns[0] ?? {}, spoiled.campaign);
    Object.assign(services[0] ?? {}, spoiled.service);
    Object.assign(numbers[0] ?? {}, spoiled.number);
    Object.assign(standIn.account, spoiled.account);
    const findings = await found();
    expect(findings.map(({ what }) => what)).toEqual([expect.stringContaining(expected)]);
    for (const { advice } of findings) expect(advice).toMatch(/^\w.*\.$/);
  });

  it('finds a wrong token, a wrong service and a provider that is down', async () => {
    const { settings } = standIn;
    const stranger = await found({ settings: { ...settings, authToken: 'wrong' } });
    expect(stranger.map(({ what }) => what)).toEqual([
      expect.stringContaining('does not recognize this account and token (20003)'),
      expect.stringContaining('refuses the provider’s signature (403)'),
    ]);
    const sender = { messagingServiceSid: `MG${'8'.repeat(32)}` };
    const [noService] = await found({ settings: { ...settings, sender } });
    expect(noService?.what).toContain('no messaging service with that SID');
    const [away] = await found({ settings: { ...settings, apiBaseUrl: 'http://127.0.0.1:1' } });
    expect(away?.what).toContain('cannot be reached (ECONNREFUSED)');
  });

  it('finds a clock that is wrong', async () => {
    const early = await startTwilioStandIn({ clock: () => Date.now() - 6 * 60_000 });
    const { settings } = early;
    const clocks = (await found({ settings })).filter(({ what }) => what.includes('clock'));
    expect(clocks).toMatchObject([
      { kind: 'wrong', what: 'This machine’s clock is 6 minutes ahead.' },
    ]);
    await early.close();
  });

  it('looks at a messaging service’s numbers', async () => {
    const settings = { ...standIn.settings, sender: { messagingServiceSid: serviceSid } };
    expect(await found({ settings })).toEqual([]);
    Object.assign(standIn.account.services[0] ?? {}, { numbers: [] });
    expect((await found({ settings })).map(({ what }) => what)).toEqual([
      expect.stringContaining('has no number to text from'),
    ]);
  });

  it('says that a toll-free number’s and a short code’s approval cannot be seen from here', async () => {
    const number = '+18885550100';
    Object.assign(standIn.account.numbers[0] ?? {}, { phone_number: number });
    const [tollFree] = await found({ settings: { ...standIn.settings, sender: { number } } });
    expect(tollFree).toMatchObject({ kind: 'look' });
    const [short] = await found({ settings: { ...standIn.settings, sender: { number: '72345' } } });
    expect(short).toMatchObject({ kind: 'look' });
  });

  it('finds a public address where nothing, or something else, answers', async () => {
    const what = async (at: string) => (await found({ publicUrl: at })).at(-1)?.what;
    expect(await what('http://127.0.0.1:1')).toContain('does not answer at http://127.0.0.1:1');
    const simulated = await startApp('sqlite');
    expect(await what(simulated.origin)).toContain('does not accept real texts');
    await simulated.close();
  });
});
