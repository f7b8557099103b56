import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStorage, describeOnBothEngines, type Storage } from '../harness/engine.ts';
import { freePort } from '../harness/free-port.ts';
import { HttpClient } from '../harness/http-client.ts';
import { type RunningProcess, startProcess } from '../harness/process.ts';
import { minute, second } from '../harness/settable-clock.ts';
import { newIntake, normalised } from '../harness/shop-fixtures.ts';
import type { StoredRows } from '../harness/stored-rows.ts';
import { startTwilioStandIn, type TwilioStandIn } from '../harness/twilio-stand-in.ts';
import { standInNumber } from '../harness/twilio-texts.ts';

const password = 'a good long password';

/** How often a kill is tried. */
const tries = 10;

describeOnBothEngines('a process that is killed while it texts', (engine) => {
  let storage: Storage;
  let standIn: TwilioStandIn;
  let rows: StoredRows;
  const running: RunningProcess[] = [];
  beforeEach(async () => {
    storage = await createStorage(engine);
    standIn = await startTwilioStandIn();
  });
  const endAll = async () => {
    for (const one of running.splice(0)) {
      one.signal('SIGKILL');
      await one.ended;
    }
  };
  afterEach(async () => {
    await endAll();
    await rows.close();
    await standIn.close();
    await storage.remove();
  });

  async function start() {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const started = startProcess(
      'server/main.ts',
      {
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: storage.dataDir,
        SHOP_PASSWORD: password,
        TWILIO_ACCOUNT_SID: standIn.accountSid,
        TWILIO_AUTH_TOKEN: standIn.authToken,
        TWILIO_FROM: standInNumber,
        TWILIO_API_BASE_URL: standIn.url,
        ...(storage.databaseUrl === null ? {} : { DATABASE_URL: storage.databaseUrl }),
      },
      storage.dataDir,
    );
    running.push(started);
    await started.until(/Texts {5}real, from \+13325550100/);
    await started.until(/Data {6}\S+/);
    const staff = new HttpClient(origin);
    await staff.logIn(password);
    return { started, staff };
  }

  const stateOfEstimate = async () =>
    (
      await rows.run("select state from messages where kind = 'estimate' order by id desc limit 1")
    )[0]?.state;

  /** A ticket whose estimate is being texted, and how to kill the process that does so. */
  async function sending() {
    const { started, staff } = await start();
    rows = await storage.openRows();
    const intake = newIntake();
    const { repair } = await staff.call('createRepair', { body: intake });
    const phone = normalised(intake.customerPhone);
    const { ticketNumber } = repair;
    const send = (as: HttpClient) =>
      as.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 150 } });
    return {
      phone,
      ticketNumber,
      send,
      begin: () => {
        send(staff).catch(() => 'The process was killed');
      },
      kill: async () => {
        started.signal('SIGKILL');
        await started.ended;
      },
    };
  }

  /** Ten minutes later the product is started again, and checks what became of the text. */
  async function later() {
    expect(await stateOfEstimate()).toBe('sending');
    expect(await rows.run('select id from estimates')).toEqual([]);
    const before = new Date(Date.now() - 10 * minute).toISOString();
    await rows.run("update messages set created_at = ? where state = 'sending'", before);
    const { staff } = await start();
    await vi.waitFor(async () => expect(await stateOfEstimate()).not.toBe('sending'), 10_000);
    return staff;
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
    const staff = await later();
    expect(await stateOfEstimate()).toBe('failed');
    expect(standIn.textsTo(phone)).toHaveLength(1);
    expect((await send(staff)).status).toBe(201);
    const estimates = await rows.run('select repair_id from estimates');
    expect(estimates).toEqual([{ repair_id: ticketNumber }]);
    expect(standIn.textsTo(phone)).toHaveLength(2);
  });

  it('after the provider took it, before it answered, finds it again', async () => {
    const { phone, ticketNumber, begin, kill } = await sending();
    standIn.hold();
    begin();
    await standIn.until(() => standIn.textsTo(phone).length === 2);
    await kill();
    standIn.release();
    await expectOneEstimate(phone, ticketNumber, await later());
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
    await expectOneEstimate(phone, ticketNumber, await later());
    // And neither is anything found a second time.
    await endAll();
    const { staff } = await start();
    await expectOneEstimate(phone, ticketNumber, staff);
  });

  it('while the provider answers texts once, whoever tries again', {
    timeout: 900_000,
  }, async () => {
    let { started, staff } = await start();
    rows = await storage.openRows();
    for (let count = 0; count < tries; count += 1) {
      const { repair } = await staff.call('createRepair', { body: newIntake() });
      const { ticketNumber, customerPhone } = repair;
      const texts = () =>
        standIn.texts.filter(({ body }) =>
          [`$150.00, ticket ${ticketNumber}`, `${ticketNumber}, is ready`].some((words) =>
            body.includes(words),
          ),
        );
      const complete = (as: HttpClient, messageId: string | null) =>
        as.call('sendCompletion', {
          body: {
            clientName: repair.customerName,
            clientPhone: customerPhone,
            ticketNumber,
            watchBrand: 'Omega',
            watchModel: 'Speedmaster',
            messageId,
          },
        });
      const send = (as: HttpClient, estimateId: string | null) =>
        as.attempt('sendEstimate', { body: { repairId: ticketNumber, amount: 150, estimateId } });
      const [estimateId, messageId] = [randomUUID(), randomUUID()];
      standIn.hold();
      const lost = Promise.allSettled([send(staff, estimateId), complete(staff, messageId)]);
      await standIn.until(() => texts().length === 2);
      started.signal('SIGKILL');
      await Promise.all([started.ended, lost]);
      standIn.release();
      // On PostgreSQL another process may still be sending what is younger.
      const before = new Date(Date.now() - 31 * second).toISOString();
      await rows.run("update messages set created_at = ? where state = 'sending'", before);
      ({ started, staff } = await start());
      await vi.waitFor(async () => {
        expect((await send(staff, estimateId)).status).toBe(200);
        expect((await complete(staff, messageId)).success).toBe(true);
      }, 20_000);
      for (const other of [randomUUID(), null]) {
        expect((await send(staff, other)).problem().code).toBe('estimate-just-sent');
        expect((await complete(staff, other)).justSent).toBe(true);
      }
      expect(texts()).toHaveLength(2);
    }
    const texts = (words: string) =>
      standIn.texts.filter(({ body }) => body.includes(words)).length;
    const [estimates, completions] = [
      texts('repair estimate $150.00'),
      texts('is ready for pick-up'),
    ];
    console.log(JSON.stringify({ way: `killed, ${engine}`, tries, estimates, completions }));
    expect([estimates, completions]).toEqual([tries, tries]);
  });
});
