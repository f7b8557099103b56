import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import type { HttpClient, Reply } from '../../harness/http-client.ts';
import {
  type RealTexts,
  shopAddress,
  startWithRealTexts,
  useRealTexts,
} from '../../harness/real-texts.ts';
import { isLongRun } from '../../harness/seeded-chance.ts';
import { minute } from '../../harness/settable-clock.ts';
import { repairInStatus, takeIn } from '../../harness/shop-fixtures.ts';

/** How many times each way is tried. */
const tries = isLongRun ? 100 : 2;

/** What came of a request: its text went out, went out before, is asked about, or nobody knows yet. */
type Outcome = 'sent' | 'repeat' | 'asked' | 'unknown';

interface Kind {
  operation: 'sendEstimate' | 'sendCompletion';
  /** @param id of the intention; null for a client that makes none */
  body(repair: Repair, id: string | null): object;
  /** How its text to the customer differs from others about the ticket. */
  words: string;
  outcome(reply: Reply): Outcome;
}

const kinds: Record<'estimate' | 'completion', Kind> = {
  estimate: {
    operation: 'sendEstimate',
    body: ({ ticketNumber }, id) => ({
      repairId: ticketNumber,
      amount: 150,
      ...(id === null ? {} : { estimateId: id }),
    }),
    words: 'repair estimate $150.00',
    outcome: (reply) => {
      if (reply.status === 201) return 'sent';
      if (reply.status === 200) return 'repeat';
      const { code, detail } = reply.problem();
      if (code === 'estimate-in-flight' || code === 'sms-unknown') return 'unknown';
      expect(code).toBe('estimate-just-sent');
      expect(detail).toBe('Already sent to Ada Lovelace 0 seconds ago. Send again?');
      return 'asked';
    },
  },
  completion: {
    operation: 'sendCompletion',
    body: ({ ticketNumber, customerPhone }, id) => ({
      clientName: 'Ada Lovelace',
      clientPhone: customerPhone,
      clientEmail: null,
      clientAddress: null,
      ticketNumber,
      watchBrand: 'Omega',
      watchModel: 'Speedmaster',
      ...(id === null ? {} : { messageId: id }),
    }),
    words: 'is ready for pickup',
    outcome: (reply) => {
      const answer = reply.json();
      // The answer says the same of the first and of a repeat.
      if ((answer as { success: boolean }).success) return 'sent';
      if ((answer as { justSent?: boolean }).justSent !== true) {
        expect(answer).toMatchObject({ detail: 'We can’t tell yet whether this was sent.' });
        return 'unknown';
      }
      expect(answer).toMatchObject({
        messageSid: null,
        detail: 'Already sent to Ada Lovelace 0 seconds ago. Send again?',
      });
      return 'asked';
    },
  },
};
const kindNames = ['estimate', 'completion'] as const;

/** Asks for the same text more than once, on a ticket of its own each time: the customer gets one. */
async function tryOften(
  texting: RealTexts,
  kind: Kind,
  attempt: (repair: Repair) => Promise<void>,
): Promise<void> {
  for (let count = 0; count < tries; count += 1) {
    texting.shop.clock.advance(minute);
    texting.shop = { ...texting.shop, staff: await texting.shop.logIn() };
    const repair = await takeIn(texting.shop);
    await attempt(repair);
    await texting.shop.app.textsDone();
    expect(textsAbout(texting, kind, repair)).toHaveLength(1);
  }
}

const textsAbout = ({ standIn }: RealTexts, { words }: Kind, { ticketNumber }: Repair) =>
  standIn.texts.filter(({ body }) => body.includes(ticketNumber) && body.includes(words));

const ask = async (
  kind: Kind,
  client: HttpClient,
  repair: Repair,
  id: string | null,
): Promise<Outcome> =>
  kind.outcome(await client.attempt(kind.operation, { body: kind.body(repair, id) }));

describeOnBothEngines('a request that is sent more than once causes one text', (engine) => {
  const texting = useRealTexts(engine);

  describe.each(kindNames)('%s', (name) => {
    const kind = kinds[name];

    it('when the answer is lost and the same is tried again', { timeout: 600_000 }, async () => {
      await tryOften(texting, kind, async (repair) => {
        const { standIn, shop } = texting;
        const id = randomUUID();
        standIn.hold();
        const line = new AbortController();
        const lost = shop.staff.send('POST', operations[kind.operation].path, {
          body: JSON.stringify(kind.body(repair, id)),
          headers: { 'content-type': 'application/json' },
          signal: line.signal,
        });
        await standIn.until(() => textsAbout(texting, kind, repair).length > 0);
        line.abort();
        await expect(lost).rejects.toThrow('aborted');
        expect(await ask(kind, shop.staff, repair, id)).toBe('unknown');
        standIn.release();
        await shop.app.textsDone();
        const again = await ask(kind, shop.staff, repair, id);
        expect(again).toBe(name === 'estimate' ? 'repeat' : 'sent');
        // After a reload the id is a different one, and some clients make none.
        for (const other of [randomUUID(), null]) {
          expect(await ask(kind, shop.staff, repair, other)).toBe('asked');
        }
      });
    });

    it.each<[string, number, (id: string) => string | null]>([
      ['two tabs at once', 2, () => randomUUID()],
      ['ten at once, with one id', 10, (id) => id],
      ['ten at once, with ten ids', 10, () => randomUUID()],
      ['ten at once, without an id', 10, () => null],
    ])('%s', { timeout: 600_000 }, async (_way, count, idFrom) => {
      await tryOften(texting, kind, async (repair) => {
        const id = randomUUID();
        const ids = Array.from({ length: count }, () => idFrom(id));
        const { staff } = texting.shop;
        expect(await Promise.all(ids.map((each) => ask(kind, staff, repair, each)))).toContain(
          'sent',
        );
      });
    });
  });
});

async function twoProcesses() {
  const texting = await startWithRealTexts('postgres');
  const { storage, clock } = texting.shop;
  const config = { twilio: texting.standIn.settings, publicUrl: shopAddress };
  return { texting, other: await startApp('postgres', { storage, clock, config }) };
}

describe('a request to two processes on one database causes one text', () => {
  describe.each(kindNames)('%s', (name) => {
    const kind = kinds[name];

    it.each([0, 20])('%d milliseconds apart', { timeout: 600_000 }, async (milliseconds) => {
      const { texting, other } = await twoProcesses();
      for (const isOneId of [true, false]) {
        await tryOften(texting, kind, async (repair) => {
          const staff = await other.logIn();
          const id = randomUUID();
          const first = ask(kind, texting.shop.staff, repair, id);
          await wait(milliseconds);
          const second = ask(kind, staff, repair, isOneId ? id : randomUUID());
          expect(await Promise.all([first, second])).toContain('sent');
        });
      }
      await other.stop();
      await texting.close();
    });
  });
});

it('a repair that is completed in two processes at once is texted about once', async () => {
  const { texting, other } = await twoProcesses();
  for (let count = 0; count < tries; count += 1) {
    const repair = await repairInStatus(texting.shop, 'in-progress');
    const given = { params: { ticketNumber: repair.ticketNumber }, body: { outcome: 'approved' } };
    const answers = await Promise.all(
      [texting.shop, other, texting.shop, other].map(({ staff }) =>
        staff.attempt('completeRepair', given),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(textsAbout(texting, kinds.completion, repair)).toHaveLength(1);
  }
  await other.stop();
  await texting.close();
});
