import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeTextSender } from '../../tests/contracts/text-sender.contract.ts';
import { minute, second } from '../../tests/harness/settable-clock.ts';
import { scenarioNames, scenarios, unreached } from '../../tests/harness/twilio-scenarios.ts';
import {
  standInLandline,
  startTwilioStandIn,
  type TwilioStandIn,
} from '../../tests/harness/twilio-stand-in.ts';
import { standInNumber } from '../../tests/harness/twilio-texts.ts';
import { createTwilioProvider, type TwilioDeps } from './twilio.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const publicUrl = 'https://shop.example';
const service = `MG${'5'.repeat(32)}`;
const to = '+12125550101';

const providerAt = (standIn: TwilioStandIn, changes: Partial<TwilioDeps> = {}) =>
  createTwilioProvider({
    settings: standIn.settings,
    publicUrl,
    clock: Date.now,
    log: silent,
    delay: async () => undefined,
    ...changes,
  });

for (const isTrial of [false, true]) {
  describeTextSender(isTrial ? 'twilio, trial account' : 'twilio', async () => {
    const standIn = await startTwilioStandIn({ isTrial });
    return {
      sender: await providerAt(standIn),
      isSimulated: false,
      reachable: to,
      unreachable: standInLandline,
      close: () => standIn.close(),
    };
  });
}

describe('real texts', () => {
  let standIn: TwilioStandIn;
  let now: number;
  beforeEach(async () => {
    now = Date.parse('2026-03-02T15:04:05.678Z');
    standIn = await startTwilioStandIn({ clock: () => now });
    return () => standIn.close();
  });
  const provider = (changes: Partial<TwilioDeps> = {}) =>
    providerAt(standIn, { clock: () => now, ...changes });
  const newText = (body = 'Your watch is ready.') => ({ reference: randomUUID(), to, body });
  const addService = (...numbers: string[]) =>
    standIn.account.services.push({
      sid: service,
      friendly_name: 'Shop',
      inbound_request_url: null,
      inbound_method: 'POST',
      use_inbound_webhook_on_number: true,
      numbers,
      campaigns: [],
    });

  it.each(scenarioNames)('have the right result if the provider %s', async (name) => {
    const { result, isTaken, steps } = scenarios[name];
    const waits: number[] = [];
    const { send } = await provider({
      patienceMs: name.endsWith('never answers') ? 1000 : 20_000,
      delay: async (milliseconds) => waits.push(milliseconds),
    });
    standIn.script(to, name);
    const text = newText();
    expect(await send(text)).toMatchObject(result);
    expect(standIn.textsTo(to)).toHaveLength(isTaken ? 1 : 0);
    expect(standIn.requests).toHaveLength(steps.length);
    expect(waits).toEqual([500, 1000, 2000].slice(0, steps.length - 1));
  });

  it('that cannot reach the provider were never sent', async () => {
    const { send } = await provider();
    await standIn.close();
    expect(await send(newText())).toEqual(unreached);
    const nowhere = await provider({
      settings: { ...standIn.settings, apiBaseUrl: 'https://no-such-machine.invalid' },
    });
    expect(await nowhere.send(newText())).toEqual(unreached);
    standIn = await startTwilioStandIn();
  });

  it('carry their id back, and go out from the number or through the service', async () => {
    const text = newText();
    await (await provider()).send(text);
    expect(standIn.textsTo(to)[0]).toMatchObject({
      from: standInNumber,
      status: 'queued',
      statusCallback: `${publicUrl}/webhooks/twilio/status?reference=${text.reference}`,
    });
    addService(standInNumber);
    const settings = { ...standIn.settings, sender: { messagingServiceSid: service } };
    await (await provider({ settings })).send(newText());
    expect(standIn.textsTo(to)[1]).toMatchObject({ status: 'accepted' });
  });

  describe('that were cut short', () => {
    const asked = (text: ReturnType<typeof newText>, sentAt = now) => ({
      ...text,
      sentAfter: new Date(sentAt).toISOString(),
    });

    it('are found with their status', async () => {
      const { send, find } = await provider();
      const text = newText();
      await send(text);
      const [taken] = standIn.textsTo(to);
      expect(await find(asked(text))).toEqual({ kind: 'found', sid: taken?.sid });
      if (taken) Object.assign(taken, { status: 'undelivered', errorCode: 30003 });
      expect(await find(asked(text))).toMatchObject({ state: 'undelivered', errorCode: '30003' });
    });

    it('count as not sent only once they would have been listed', async () => {
      const { find } = await provider();
      const text = asked(newText());
      expect(await find(text)).toEqual({ kind: 'unknown' });
      now += 10 * minute - 1;
      expect(await find(text)).toEqual({ kind: 'unknown' });
      now += 1;
      expect(await find(text)).toEqual({ kind: 'not-found' });
    });

    it('are found though the provider’s clock is behind, but not in place of another', async () => {
      const { send, find } = await provider();
      const words = newText();
      const first = await send(words);
      const sid = first.kind === 'accepted' ? first.sid : '';
      const later = asked(newText(), now + 30 * second);
      expect(await find(later, async () => false)).toMatchObject({ kind: 'found', sid });
      now += 11 * minute;
      expect(await find(later, async (known) => known === sid)).toEqual({ kind: 'not-found' });
      // Unless known sids tell them apart, an older one never counts.
      expect(await find(later)).toEqual({ kind: 'not-found' });
    });

    it('are found among many, oldest first', async () => {
      const { send, find } = await provider();
      const text = newText();
      const first = await send(text);
      for (let index = 0; index < 450; index += 1) {
        now += second;
        const [taken] = standIn.textsTo(to);
        if (taken) standIn.add({ ...taken, sid: `SM${index}`, body: `Other ${index}` });
      }
      await send(newText());
      const found = await find(asked(text, Date.parse('2026-03-02T15:04:05.678Z')));
      expect(found).toMatchObject({ kind: 'found', sid: first.kind === 'accepted' && first.sid });
      expect(standIn.requests.filter((line) => line.startsWith('GET'))).toHaveLength(3);
    });

    it('stay open while the provider cannot be asked, or cannot show them all', async () => {
      const text = asked(newText());
      now += 10 * minute;
      const { send, find } = await provider();
      await send(newText('Another'));
      const [other] = standIn.textsTo(to);
      for (let index = 0; index < 1000; index += 1) if (other) standIn.add(other);
      expect(await find(text)).toEqual({ kind: 'unknown' });
      const stranger = await provider({ settings: { ...standIn.settings, authToken: 'wrong' } });
      expect(await stranger.find(text)).toEqual({ kind: 'unknown' });
      standIn.setAway(true);
      expect(await find(text)).toEqual({ kind: 'unknown' });
      standIn.setAway(true, 429);
      expect(await find(text)).toEqual({ kind: 'unknown', isBusy: true });
      await standIn.close();
      expect(await find(text)).toEqual({ kind: 'unknown' });
      standIn = await startTwilioStandIn();
    });

    it('are never guessed if their words were deleted', async () => {
      const { send, find } = await provider();
      await send(newText());
      now += 10 * minute;
      expect(await find(asked(newText(''), now - 10 * minute))).toEqual({ kind: 'unknown' });
    });
  });

  describe('from customers', () => {
    it('are listed from a given time on, oldest first, among other texts to the number', async () => {
      const { receivedSince, send } = await provider();
      standIn.text('+12125550110', 'Too old');
      now += 10 * minute;
      const since = new Date(now).toISOString();
      const first = standIn.text('+12125550111', 'ACCEPT');
      now += second;
      await send({ ...newText(), to: '+12125550111' });
      const second_ = standIn.text('+12125550112', '', 2);
      expect(await receivedSince(since)).toEqual([
        {
          sid: first.sid,
          from: '+12125550111',
          body: 'ACCEPT',
          mediaCount: 0,
          optOutType: undefined,
          textedAt: '2026-03-02T15:14:05.000Z',
        },
        expect.objectContaining({ sid: second_.sid, body: '', mediaCount: 2 }),
      ]);
    });

    it('are those to every number of a messaging service', async () => {
      addService('+12125550107', standInNumber);
      const settings = { ...standIn.settings, sender: { messagingServiceSid: service } };
      const { receivedSince } = await provider({ settings });
      const texts = [
        standIn.text('+12125550111', 'one'),
        standIn.add({ ...standIn.text('+12125550112', 'two'), sid: 'SMx', to: '+12125550107' }),
      ];
      const since = new Date(now - minute).toISOString();
      const listed = await receivedSince(since);
      expect(listed.map(({ sid }) => sid)).toEqual(expect.arrayContaining(texts.map((t) => t.sid)));
    });
  });
});

it('a call whose request line names another host is not genuine', async () => {
  const settings = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a', sender: { number: to } };
  const provider = { settings: { ...settings, apiBaseUrl: null }, publicUrl, clock: Date.now };
  const { isGenuine } = await createTwilioProvider({ ...provider, log: silent });
  expect(isGenuine('x', `${publicUrl}:8443http://other.example/x`, { Body: 'ACCEPT' })).toBe(false);
});
