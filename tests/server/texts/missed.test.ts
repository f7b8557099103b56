import { expect, it } from 'vitest';
import { answeredUntilKey, writeSetting } from '../../../server/database/settings.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { shopAddress, startWithRealTexts, useRealTexts } from '../../harness/real-texts.ts';
import { day, hour, minute } from '../../harness/settable-clock.ts';
import {
  closeShop,
  currentRepair,
  normalized,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

describeOnBothInLongRun('texts that could not be handed over', (engine) => {
  const texting = useRealTexts(engine);

  const estimate = async () => {
    texting.shop = { ...texting.shop, staff: await texting.shop.logIn() };
    const { repair } = await takeInWithEstimate(texting.shop);
    texting.shop.clock.advance(minute);
    return { ticketNumber: repair.ticketNumber, phone: normalized(repair.customerPhone) };
  };
  /** As the job does every three minutes. */
  const look = async () => {
    texting.shop.clock.advance(3 * minute);
    await texting.shop.app.takeMissedTexts();
  };
  const stored = (phone: string) =>
    texting.shop.rows.run(
      "select body, attention from messages where phone = ? and direction = 'inbound' order by created_at",
      phone,
    );
  const said = async (phone: string) => (await stored(phone)).map(({ body }) => body);
  const statusOf = async (ticketNumber: string) =>
    (await currentRepair(texting.shop, ticketNumber)).status;

  it.each([
    ['a minute apart', minute],
    ['from the same second', 0],
  ])('%s are asked for, and count once and in their order', async (_apart, pause) => {
    const { ticketNumber, phone } = await estimate();
    const text = texting.standIn.text(phone, 'ACCEPT');
    texting.shop.clock.advance(pause);
    texting.standIn.text(phone, 'Sorry, DECLINE');
    await look();
    expect((await said(phone)).toSorted()).toEqual(['ACCEPT', 'Sorry, DECLINE']);
    expect(await statusOf(ticketNumber)).toBe('estimate-declined');
    await look();
    // The provider hands one of them over after all.
    expect((await texting.standIn.handOver(text, shopAddress)).status).toBe(200);
    expect(await stored(phone)).toHaveLength(2);
  });

  it('count, and are not answered again if a backup has replaced the shop that answered them', async () => {
    const { ticketNumber, phone } = await estimate();
    const { database } = texting.shop.app.deps;
    texting.standIn.text(phone, 'ACCEPT');
    texting.shop.clock.advance(minute);
    const restoredAt = new Date(texting.shop.clock.now).toISOString();
    await database.transact((tx) => writeSetting(tx, answeredUntilKey, restoredAt));
    const before = texting.standIn.lastTo(phone);
    await look();
    await texting.shop.app.textsDone();
    expect(await statusOf(ticketNumber)).toBe('estimate-accepted');
    expect(texting.standIn.lastTo(phone)).toBe(before);
    // What comes later is answered.
    const later = await estimate();
    const asked = texting.standIn.lastTo(later.phone);
    texting.standIn.text(later.phone, 'ACCEPT');
    texting.shop.clock.advance(minute);
    await look();
    await texting.shop.app.textsDone();
    expect(texting.standIn.lastTo(later.phone)).not.toBe(asked);
  });

  it('include the outcome of the shop’s own texts if its report was lost', async () => {
    const { phone } = await estimate();
    const sent = texting.standIn.lastTo(phone);
    // The provider knows, and nobody was there to hear it.
    Object.assign(sent, {
      status: 'undelivered',
      errorCode: 30005,
      sentAt: texting.shop.clock.now,
    });
    await look();
    const [row] = await texting.shop.rows.run(
      'select state, error_code from messages where provider_sid = ?',
      sent.sid,
    );
    expect(row).toEqual({ state: 'undelivered', error_code: '30005' });
    const { items } = await texting.shop.staff.call('listAttention');
    expect(items.map(({ phone: of }) => of)).toContain(phone);
  });

  it('are taken when a closed shop opens again', async () => {
    const { ticketNumber, phone } = await estimate();
    const open = await closeShop(texting.shop.app);
    const { answer } = await texting.says(phone, 'ACCEPT');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '15']);
    await look();
    expect(await stored(phone)).toEqual([]);
    await open();
    await look();
    expect(await statusOf(ticketNumber)).toBe('estimate-accepted');
  });

  it('are left to the webhook while they are recent', async () => {
    const { phone } = await estimate();
    texting.shop.clock.advance(3 * minute);
    texting.standIn.text(phone, 'ACCEPT');
    await texting.shop.app.takeMissedTexts();
    expect(await stored(phone)).toEqual([]);
    await look();
    expect(await stored(phone)).toHaveLength(1);
  });

  it('never overturn what the customer has said since: staff read them', async () => {
    const { ticketNumber, phone } = await estimate();
    texting.standIn.text(phone, 'DECLINE');
    texting.shop.clock.advance(minute);
    await texting.says(phone, 'ACCEPT');
    await texting.shop.app.textsDone();
    const textsBefore = texting.standIn.textsTo(phone).length;
    await look();
    // In its place by time.
    expect(await stored(phone)).toEqual([
      { body: 'DECLINE', attention: expect.any(String) },
      { body: 'ACCEPT', attention: null },
    ]);
    expect(await statusOf(ticketNumber)).toBe('estimate-accepted');
    expect(texting.standIn.textsTo(phone).length).toBe(textsBefore);
  });

  it('are no answer to an estimate that was texted after them: staff read them', async () => {
    const { ticketNumber, phone } = await estimate();
    texting.standIn.text(phone, 'ACCEPT');
    texting.shop.clock.advance(minute);
    const pricier = { repairId: ticketNumber, amount: 450 };
    await texting.shop.staff.call('sendEstimate', { body: pricier });
    const textsBefore = texting.standIn.textsTo(phone).length;
    await look();
    expect(await stored(phone)).toEqual([{ body: 'ACCEPT', attention: 'unclear' }]);
    expect(await statusOf(ticketNumber)).toBe('estimate-sent');
    expect(texting.standIn.textsTo(phone).length).toBe(textsBefore);
  });

  it('are no answer to an estimate that replaced one the customer had accepted', async () => {
    const { ticketNumber, phone } = await estimate();
    await texting.says(phone, 'ACCEPT');
    await texting.shop.app.textsDone();
    texting.shop.clock.advance(minute);
    texting.standIn.text(phone, 'accept, thanks');
    texting.shop.clock.advance(minute);
    const pricier = { repairId: ticketNumber, amount: 450 };
    await texting.shop.staff.call('sendEstimate', { body: pricier });
    await look();
    expect((await stored(phone)).at(-1)).toEqual({ body: 'accept, thanks', attention: 'unclear' });
    expect(await statusOf(ticketNumber)).toBe('estimate-sent');
  });

  it('are asked for though the clock was once ahead', async () => {
    const { ticketNumber, phone } = await estimate();
    texting.shop.clock.advance(5 * day);
    await look();
    texting.shop.clock.advance(-5 * day);
    texting.standIn.text(phone, 'ACCEPT');
    await look();
    expect(await said(phone)).toEqual(['ACCEPT']);
    texting.shop = { ...texting.shop, staff: await texting.shop.logIn() };
    expect(await statusOf(ticketNumber)).toBe('estimate-accepted');
  });

  it('opt out all the same, unless the customer has opted in since', async () => {
    const optedOut = async (phone: string) =>
      (await texting.shop.rows.run('select opted_out_at from phones where phone = ?', phone))[0]
        ?.opted_out_at ?? null;
    const first = await estimate();
    const second = await estimate();
    texting.standIn.text(first.phone, 'STOP');
    texting.standIn.text(second.phone, 'STOP');
    texting.shop.clock.advance(minute);
    await texting.says(first.phone, 'Are you there?');
    await texting.says(second.phone, 'START');
    await look();
    expect(await optedOut(first.phone)).not.toBeNull();
    expect(await optedOut(second.phone)).toBeNull();
  });

  it('of a whole night are taken when the product is back', async () => {
    const { ticketNumber, phone } = await estimate();
    await look();
    const looks = () =>
      texting.standIn.requests.filter(
        (line) => line.startsWith('GET') && line.endsWith('/Messages.json'),
      ).length;
    const before = looks();
    texting.standIn.text(phone, 'ACCEPT');
    texting.shop.clock.advance(12 * hour);
    await texting.restart();
    await expect.poll(() => statusOf(ticketNumber)).toBe('estimate-accepted');
    expect(looks()).toBeGreaterThan(before);
    // That check continues after the text that it took.
    const doneUntil = async () => {
      const [row] = await texting.shop.rows.run(
        "select value from settings where key = 'missed-texts'",
      );
      return JSON.parse(String(row?.value)).doneUntil;
    };
    await expect.poll(doneUntil).toBe(texting.shop.clock.now);
    // Several processes don't all ask, and none asks again at once.
    const after = looks();
    await texting.restart();
    await texting.shop.app.takeMissedTexts();
    expect(looks()).toBe(after);
  });

  it.each(['removed', 'written by another'])(
    'do not overwrite the record of how far they were taken if it was %s in the meantime',
    async (what) => {
      let isInterfering = false;
      const by = JSON.stringify({ began: 1, doneUntil: 2 });
      const meanwhile = () =>
        what === 'removed'
          ? texting.shop.rows.run("delete from settings where key = 'missed-texts'")
          : texting.shop.rows.run("update settings set value = ? where key = 'missed-texts'", by);
      await texting.restart({
        provider: (real) => ({
          ...real,
          receivedSince: async (since) => {
            if (isInterfering) await meanwhile();
            return real.receivedSince(since);
          },
        }),
      });
      await look();
      isInterfering = true;
      await look();
      const kept = await texting.shop.rows.run(
        "select value from settings where key = 'missed-texts'",
      );
      expect(kept).toEqual(what === 'removed' ? [] : [{ value: by }]);
      isInterfering = false;
      await look();
    },
  );

  it('are taken later if the provider could not be asked, and forgotten after two weeks', async () => {
    const { phone } = await estimate();
    texting.standIn.text(phone, 'Too old by then');
    texting.shop.clock.advance(10 * day);
    texting.standIn.text(phone, 'ACCEPT');
    texting.shop.clock.advance(5 * day);
    texting.standIn.setAway(true);
    await expect(texting.shop.app.takeMissedTexts()).rejects.toThrow();
    texting.standIn.setAway(false);
    await look();
    expect(await said(phone)).toEqual(['ACCEPT']);
  });
});

describeOnBothInLongRun('texts from before real texts were set up', (engine) => {
  it('are ignored', async () => {
    const texting = await startWithRealTexts(engine);
    const text = texting.standIn.text('+12125550101', 'Sent to the owner before');
    text.sentAt = texting.shop.clock.now - minute;
    texting.shop.clock.advance(5 * minute);
    await texting.shop.app.takeMissedTexts();
    expect((await texting.shop.rows.counts()).messages).toBe(0);
    await texting.close();
  });
});
