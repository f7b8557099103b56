import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStorage, describeOnBothEngines, type Storage } from '../harness/engine.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { freePort, programs } from '../harness/process.ts';
import { minute } from '../harness/settable-clock.ts';
import { newIntake, normalised } from '../harness/shop-fixtures.ts';
import type { StoredRows } from '../harness/stored-rows.ts';
import { startTwilioStandIn, type TwilioStandIn } from '../harness/twilio-stand-in.ts';
import { standInNumber } from '../harness/twilio-texts.ts';

const password = 'a good long password';

describeOnBothEngines('a process that is killed while it texts', (engine) => {
  let storage: Storage;
  let standIn: TwilioStandIn;
  let rows: StoredRows;
  beforeEach(async () => {
    storage = await createStorage(engine);
    standIn = await startTwilioStandIn();
  });
  afterEach(async () => {
    await rows.close();
    await standIn.close();
    await storage.remove();
  });
  const { serve } = programs();

  async function start() {
    const port = String(await freePort());
    const settings = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SHOP_PASSWORD: password,
      TWILIO_ACCOUNT_SID: standIn.accountSid,
      TWILIO_AUTH_TOKEN: standIn.authToken,
      TWILIO_FROM: standInNumber,
      TWILIO_API_BASE_URL: standIn.url,
    };
    const { started, browser: staff } = await serve(storage, { settings });
    await started.until(/Texts {5}real, from \+13325550100/);
    await staff.logIn(password);
    const kill = async () => {
      started.signal('SIGKILL');
      await started.ended;
    };
    return { staff, kill };
  }

  const stateOfEstimate = async () =>
    (
      await rows.run("select state from messages where kind = 'estimate' order by id desc limit 1")
    )[0]?.state;

  /** A ticket whose estimate is being texted, and how to kill the process that does so. */
  async function sending() {
    const { staff, kill } = await start();
    rows = await storage.openRows();
    const intake = newIntake();
    const { repair } = await staff.call('createRepair', { body: intake });
    const phone = normalised(intake.customerPhone);
    const { ticketNumber } = repair;
    const estimateId = randomUUID();
    const send = (as: HttpClient) =>
      as.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 150, estimateId } });
    return {
      phone,
      ticketNumber,
      send,
      begin: () => {
        send(staff).catch(() => 'The process was killed');
      },
      kill,
    };
  }

  /** Ten minutes later the product is started again, and checks what became of the text. */
  async function later() {
    expect(await stateOfEstimate()).toBe('sending');
    expect(await rows.run('select id from estimates')).toEqual([]);
    const before = new Date(Date.now() - 10 * minute).toISOString();
    await rows.run("update messages set created_at = ? where state = 'sending'", before);
    const { staff, kill } = await start();
    await vi.waitFor(async () => expect(await stateOfEstimate()).not.toBe('sending'), 10_000);
    return { staff, kill };
  }

  /** As it must be, however often it starts from now on. */
  async function expectOneEstimate(phone: string, ticketNumber: string, staff: HttpClient) {
    const { repair, estimates, messages } = await staff.call('getRepair', {
      params: { ticketNumber },
    });
    expect(repair).toMatchObject({ status: 'estimate-sent', estimatePrice: 150 });
    expect(estimates).toHaveLength(1);
    const texts = standIn.textsTo(phone);
    expect(texts.map(({ body }) => body)).toEqual(messages.toReversed().map(({ body }) => body));
    expect(texts).toHaveLength(2);
  }

  it('before the provider has read anything never sent it, and staff may', async () => {
    const { phone, ticketNumber, send, begin, kill } = await sending();
    const requests = standIn.requests.length;
    standIn.setReading(false);
    begin();
    await standIn.until(() => standIn.requests.length > requests);
    await kill();
    standIn.setReading(true);
    const { staff } = await later();
    expect(await stateOfEstimate()).toBe('failed');
    expect(standIn.textsTo(phone)).toHaveLength(1);
    expect((await send(staff)).status).toBe(201);
    const estimates = await rows.run('select repair_id from estimates');
    expect(estimates).toEqual([{ repair_id: ticketNumber }]);
    expect(standIn.textsTo(phone)).toHaveLength(2);
  });

  it('after the provider took it, before it answered, finds it again', async () => {
    const { phone, ticketNumber, send, begin, kill } = await sending();
    standIn.hold();
    begin();
    await standIn.until(() => standIn.textsTo(phone).length === 2);
    await kill();
    standIn.release();
    const { staff } = await later();
    // The browser comes again with what was not answered.
    expect((await send(staff)).status).toBe(200);
    await expectOneEstimate(phone, ticketNumber, staff);
  });

  it('after the provider answered, before that was recorded, finds it again', async () => {
    const { phone, ticketNumber, begin, kill } = await sending();
    standIn.hold();
    begin();
    await standIn.until(() => standIn.textsTo(phone).length === 2);
    // Nobody can write from now on, so the answer finds no place to be recorded.
    await rows.run(engine === 'sqlite' ? 'begin immediate' : 'begin');
    if (engine === 'postgres') await rows.run('lock table messages in exclusive mode');
    const open = standIn.openLines();
    standIn.release();
    await standIn.until(() => standIn.openLines() < open);
    await kill();
    await rows.run('rollback');
    const first = await later();
    await expectOneEstimate(phone, ticketNumber, first.staff);
    // And neither is anything found a second time.
    await first.kill();
    await expectOneEstimate(phone, ticketNumber, (await start()).staff);
  });
});
