import { describe, expect, it } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { shopAddress, useRealTexts } from '../../harness/real-texts.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newIntake,
  newPhone,
  normalized,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { lateFailures, type ScenarioName } from '../../harness/twilio-scenarios.ts';

const inboundAddress = `${shopAddress}/webhooks/twilio/inbound`;
const statusAddress = `${shopAddress}/webhooks/twilio/status`;

describeOnBothInLongRun('the provider’s webhooks', (engine) => {
  const texting = useRealTexts(engine);

  const rowOf = async (sid: string) =>
    (await texting.shop.rows.run('select * from messages where provider_sid = ?', sid))[0];
  const estimateFor = async () => {
    const { repair } = await takeInWithEstimate(texting.shop);
    const phone = normalized(repair.customerPhone);
    texting.shop.clock.advance(minute);
    return { repair, phone, text: texting.standIn.lastTo(phone) };
  };
  /** A ticket whose next text to the provider goes as the scenario says. */
  const scripted = async (scenario: ScenarioName) => {
    const { ticketNumber, customerPhone } = await takeIn(texting.shop);
    const phone = normalized(customerPhone);
    texting.standIn.script(phone, scenario);
    const send = (amount = 150) =>
      texting.shop.staff.attempt('sendEstimate', { body: { repairId: ticketNumber, amount } });
    return { ticketNumber, phone, send };
  };
  const statusOf = async (ticketNumber: string) =>
    (await currentRepair(texting.shop, ticketNumber)).status;
  const form = (fields: Record<string, string>) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });

  describe('for customers’ texts', () => {
    it('take an answer, apply it and text back', async () => {
      const { repair, phone } = await estimateFor();
      const { text, answer } = await texting.says(phone, 'ACCEPT');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).toBe('<Response/>');
      expect(await statusOf(repair.ticketNumber)).toBe('estimate-accepted');
      expect(await rowOf(text.sid)).toMatchObject({ state: 'received', meaning: 'ACCEPT' });
      await texting.standIn.until(() => texting.standIn.textsTo(phone).length === 3);
      expect(texting.standIn.textsTo(phone).at(-1)?.body).toContain('you accepted $150.00');
    });

    it('answer without waiting for the provider', async () => {
      const { phone } = await estimateFor();
      const { standIn, shop } = texting;
      standIn.hold();
      // A screen waits for the provider, and began to before the customer's text came.
      const intake = newIntake();
      const waiting = shop.staff.call('createRepair', { body: intake });
      await standIn.until(() => standIn.textsTo(normalized(intake.customerPhone)).length > 0);
      const said = texting.says(phone, 'ACCEPT');
      const first = await Promise.race([
        waiting.then(() => 'the screen'),
        said.then(({ answer }) => `the webhook: ${answer.status}`),
      ]);
      expect(first).toBe('the webhook: 200');
      standIn.release();
      await waiting;
    });

    it('count a text once, however often it comes, even at the same moment', async () => {
      const { phone } = await estimateFor();
      const { standIn } = texting;
      const text = standIn.text(phone, 'DECLINE');
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => standIn.handOver(text, shopAddress)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect((await standIn.handOver(text, shopAddress, { Body: 'ACCEPT' })).status).toBe(200);
      const rows = await texting.shop.rows.run(
        "select kind from messages where phone = ? and kind not in ('created', 'estimate') order by kind",
        phone,
      );
      expect(rows.map(({ kind }) => kind)).toEqual(['confirm-decline', 'reply']);
    });

    it.each([
      ['the longest text', '🕰️'.repeat(533), {}, '🕰️'.repeat(533)],
      ['one longer than a text can be', 'x'.repeat(1599) + '🕰️'.repeat(500), {}, 'x'.repeat(1599)],
      ['no words', '', {}, ''],
      ['blanks around it', '  ACCEPT \n', {}, '  ACCEPT \n'],
      ['a NUL character', 'ACC\0EPT', {}, 'ACCEPT'],
      ['fields that nobody announced', 'Hello', { Rcs: '', ChannelMetadata: '{"a":"é"}' }, 'Hello'],
      ['a field that JavaScript knows', 'Hello', { __proto: 'x', constructor: 'y' }, 'Hello'],
      ['an empty count of pictures', 'Hello', { NumMedia: '' }, 'Hello'],
    ])('take %s', async (_what, body, more, stored) => {
      const { text, answer } = await texting.says(normalized(newPhone()), body, more);
      expect(answer.status).toBe(200);
      expect(await rowOf(text.sid)).toMatchObject({ body: stored });
    });

    it('read a longer text whole before they cut it', async () => {
      const { repair, phone } = await estimateFor();
      const body = `ACCEPT${' u'.repeat(797)} if it is under $20`;
      await texting.says(phone, body);
      expect(await statusOf(repair.ticketNumber)).toBe('estimate-sent');
    });

    it('take a picture without a word', async () => {
      const { phone } = await estimateFor();
      const text = texting.standIn.text(phone, '', 2);
      expect((await texting.standIn.handOver(text, shopAddress)).status).toBe(200);
      expect(await rowOf(text.sid)).toMatchObject({ media_count: 2, meaning: 'EMPTY', body: '' });
    });

    it('know from the provider that a customer opted out in words of their own', async () => {
      const { phone } = await estimateFor();
      const { text } = await texting.says(phone, 'Alto', { OptOutType: 'STOP' });
      expect(await rowOf(text.sid)).toMatchObject({ meaning: 'STOP', attention: 'opted-out' });
      const [row] = await texting.shop.rows.run(
        'select opted_out_at from phones where phone = ?',
        phone,
      );
      expect(row?.opted_out_at).toBe(new Date(texting.shop.clock.now).toISOString());
    });
  });

  describe('for reports on the shop’s texts', () => {
    it('take them in any order and more than once, and never go back', async () => {
      const { text } = await estimateFor();
      const reported = async (...words: string[]) => {
        for (const word of words) {
          expect((await texting.standIn.report(text, word))?.status).toBe(204);
        }
        return (await rowOf(text.sid))?.state;
      };
      expect(await reported('queued', 'sending')).toBe('accepted');
      expect(await reported('sent', 'sending', 'sent')).toBe('sent');
      expect(await reported('delivered', 'sent', 'queued', 'undelivered')).toBe('delivered');
      expect(await reported('something-new')).toBe('delivered');
    });

    it.each(lateFailures)(
      'report $word $code to staff after the estimate was stored',
      async (failure) => {
        const { text, repair } = await estimateFor();
        const { rows } = texting.shop;
        const [before] = await rows.run('select max(revision) as revision from changes');
        await texting.standIn.report(text, failure.word, failure.code);
        await texting.standIn.report(text, failure.word, failure.code);
        const { messages, estimates } = await wholeRepair(texting.shop, repair.ticketNumber);
        expect(estimates).toHaveLength(1);
        expect(messages[0]).toMatchObject({ state: failure.word, errorCode: failure.code });
        expect(messages[0]?.advice).toMatch(/^\w.*\.|customer$/);
        // Once, so that screens look again.
        const changes = await rows.run(
          'select entity, what, ticket_number from changes where revision > ?',
          Number(before?.revision),
        );
        expect(changes).toEqual([
          { entity: 'message', what: failure.word, ticket_number: repair.ticketNumber },
        ]);
      },
    );

    it('store the code though it comes after the word', async () => {
      const { text } = await estimateFor();
      await texting.standIn.report(text, 'undelivered');
      await texting.standIn.report(text, 'undelivered', '30005');
      await texting.standIn.report(text, 'undelivered', '30007');
      expect(await rowOf(text.sid)).toMatchObject({ state: 'undelivered', error_code: '30005' });
    });

    it('reconcile an estimate that may or may not have been sent', async () => {
      const { ticketNumber, phone, send } = await scripted('is behind a gateway that fails');
      expect((await send()).problem().code).toBe('sms-unknown');
      await texting.standIn.report(texting.standIn.lastTo(phone), 'delivered');
      const whole = await wholeRepair(texting.shop, ticketNumber);
      expect(whole.repair).toMatchObject({ status: 'estimate-sent', estimatePrice: 150 });
      expect(whole.messages[0]).toMatchObject({ state: 'delivered' });
      // What the list says later changes nothing.
      texting.shop.clock.advance(5 * minute);
      await texting.shop.app.reconcileTexts();
      expect(await wholeRepair(texting.shop, ticketNumber)).toEqual(whole);
      expect(whole.estimates).toHaveLength(1);
    });

    it('of such an estimate apply the answer that waits for it, once', async () => {
      const { ticketNumber, phone, send } = await scripted('is behind a gateway that fails');
      await send();
      const { standIn, shop } = texting;
      const estimate = standIn.lastTo(phone);
      shop.clock.advance(minute);
      const { text } = await texting.says(phone, 'ACCEPT');
      await standIn.handOver(text, shopAddress);
      expect(await rowOf(text.sid)).toMatchObject({ attention: 'answered-while-unsettled' });
      await Promise.all([1, 2].map(() => standIn.report(estimate, 'delivered')));
      await standIn.handOver(text, shopAddress);
      await shop.app.textsDone();
      expect(await statusOf(ticketNumber)).toBe('estimate-accepted');
      const confirmations = standIn.textsTo(phone).filter(({ body }) => /accepted/.test(body));
      expect(confirmations).toHaveLength(1);
      expect(standIn.lastTo(phone)).toEqual(confirmations[0]);
    });

    it('that come before the answer of the provider count as well', async () => {
      const { ticketNumber, phone, send } = await scripted('takes it');
      const { standIn } = texting;
      standIn.hold();
      const sending = send();
      await standIn.until(() => standIn.textsTo(phone).length === 2);
      const text = standIn.lastTo(phone);
      await standIn.report(text, 'sent');
      standIn.release();
      expect((await sending).status).toBe(201);
      expect(await rowOf(text.sid)).toMatchObject({ state: 'sent' });
      expect(await statusOf(ticketNumber)).toBe('estimate-sent');
    });

    it('of a failure end a text without an outcome as failed: nothing depends on it', async () => {
      const { ticketNumber, phone, send } = await scripted('is cut off after it took it');
      expect((await send()).problem().code).toBe('sms-unknown');
      await texting.standIn.report(texting.standIn.lastTo(phone), 'failed', '30034');
      expect(await statusOf(ticketNumber)).toBe('pending');
      expect((await send()).status).toBe(201);
    });

    it('of a text that counted as never sent bring it back, but not over a newer one', async () => {
      const { ticketNumber, phone, send } = await scripted('is cut off after it took it');
      await send(100);
      const lost = texting.standIn.lastTo(phone);
      await texting.shop.rows.run(
        "update messages set state = 'failed', error_code = 'never-sent' where phone = ? and state = 'unknown'",
        phone,
      );
      texting.shop.clock.advance(minute);
      expect((await send(200)).status).toBe(201);
      await texting.standIn.report(lost, 'delivered');
      const { estimates, repair: now } = await wholeRepair(texting.shop, ticketNumber);
      expect(estimates.map(({ estimatePrice }) => estimatePrice)).toEqual([200, 100]);
      expect(now.estimatePrice).toBe(200);
    });

    it('of a text that the shop did not send change nothing', async () => {
      const before = await texting.shop.rows.counts();
      const fields = { MessageSid: 'SM404', MessageStatus: 'delivered' };
      for (const query of ['', '?reference=unknown', '?reference=a&reference=b']) {
        const answer = await texting.standIn.call(`${statusAddress}${query}`, fields);
        expect(answer.status).toBe(204);
      }
      const { text } = await texting.says(normalized(newPhone()), 'Hello');
      const received = { MessageSid: text.sid, MessageStatus: 'delivered' };
      await texting.standIn.call(statusAddress, received);
      expect(await rowOf(text.sid)).toMatchObject({ state: 'received' });
      expect((await texting.shop.rows.counts()).estimates).toBe(before.estimates);
    });

    it('go by the text’s sid if its reference names another', async () => {
      const one = await estimateFor();
      const other = await estimateFor();
      const [row] = await texting.shop.rows.run(
        'select id from messages where provider_sid = ?',
        other.text.sid,
      );
      await texting.standIn.call(`${statusAddress}?reference=${row?.id}`, {
        MessageSid: one.text.sid,
        MessageStatus: 'delivered',
      });
      expect(await rowOf(one.text.sid)).toMatchObject({ state: 'delivered' });
      expect(await rowOf(other.text.sid)).toMatchObject({ state: 'accepted' });
    });
  });

  describe('open to nobody else', () => {
    const fields = {
      MessageSid: `SM${'e'.repeat(32)}`,
      From: '+12125550123',
      Body: 'ACCEPT',
      MessageStatus: 'sent',
    };

    it.each([inboundAddress, statusAddress])('%s refuses what is not signed', async (address) => {
      const stranger = texting.shop.stranger();
      const before = await texting.shop.rows.counts();
      const { pathname } = new URL(address);
      const { headers: type, body } = form(fields);
      const attempts: Omit<RequestInit, 'method'>[] = [{}, { headers: type, body }];
      for (const signature of ['', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', 'x'.repeat(10_000)]) {
        attempts.push({ headers: { ...type, 'x-twilio-signature': signature }, body });
      }
      for (const attempt of attempts) {
        const reply = await stranger.send('POST', pathname, attempt);
        expect(reply.problem()).toMatchObject({ status: 403, code: 'not-from-provider' });
      }
      expect(await texting.shop.rows.counts()).toEqual(before);
    });

    it('refuse a signature for another shop’s address', async () => {
      const { standIn, shop } = texting;
      // Signed by the right token, but for another shop’s address.
      const elsewhere = inboundAddress.replace('shop.example', 'other.example');
      standIn.shop.origin = shop.origin;
      const answer = await standIn.call(elsewhere, fields);
      expect(answer.status).toBe(403);
    });

    it('but say what is missing', async () => {
      for (const [address, name] of [
        [inboundAddress, 'MessageSid'],
        [inboundAddress, 'From'],
        [inboundAddress, 'Body'],
        [statusAddress, 'MessageSid'],
        [statusAddress, 'MessageStatus'],
      ] as const) {
        const { [name]: _missing, ...others } = fields;
        const answer = await texting.standIn.call(address, others);
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({
          code: 'bad-request',
          detail: `The field ${name} is missing.`,
        });
      }
    });

    it('take forms of a bounded size, and nothing else', async () => {
      const stranger = texting.shop.stranger();
      const long = form({ Body: 'x'.repeat(70_000) });
      const refused = await stranger.send('POST', '/webhooks/twilio/inbound', long);
      expect(refused.problem().code).toBe('payload-too-large');
      const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
      const other = await stranger.send('POST', '/webhooks/twilio/inbound', json);
      expect(other.problem().code).toBe('unsupported-media-type');
      const elsewhere = await texting.shop.staff.send('POST', '/api/clients', form({ a: 'b' }));
      expect(elsewhere.problem().code).toBe('unsupported-media-type');
    });

    it('do not exist while texts are simulated', async () => {
      const simulated = await startApp(engine);
      for (const path of ['/webhooks/twilio/inbound', '/webhooks/twilio/status']) {
        const reply = await simulated.stranger().send('POST', path);
        expect(reply.problem().status).toBe(404);
      }
      await simulated.close();
    });
  });
});
