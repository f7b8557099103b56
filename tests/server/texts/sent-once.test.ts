import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import type { HttpClient, Reply } from '../../harness/http-client.ts';
import { isLongRun } from '../../harness/long-run.ts';
import { type RealTexts, shopAddress, startWithRealTexts } from '../../harness/real-texts.ts';
import { repairInStatus } from '../../harness/repair-in-status.ts';
import { minute } from '../../harness/settable-clock.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

/** How often each way is tried. */
const tries = isLongRun ? 100 : 2;

/** What came of a request: its text went out, went out before, is asked about, or nobody knows yet. */
type Outcome = 'sent' | 'repeat' | 'asked' | 'unknown';

interface Kind {
  operation: 'sendEstimate' | 'sendCompletion';
  /** @param id of the intention; null for a client that makes none */
  body(repair: Repair, id: string | null): object;
  /** How its text to the customer is told from others about the ticket. */
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
    words: 'is ready for pick-up',
    outcome: (reply) => {
      const answer = reply.json();
      // The answer says the same of the first and of a repeat.
      if ((answer as { success: boolean }).success) return 'sent';
      if ((answer as { justSent?: boolean }).justSent !== true) {
        expect(answer).toMatchObject({ detail: "We can't tell yet whether this was sent." });
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

/** One way of asking for the same text more than once, tried on a ticket of its own each time. */
async function tryOften(
  texting: RealTexts,
  kind: Kind,
  way: string,
  attempt: (repair: Repair, ask: typeof askFor) => Promise<Outcome[]>,
): Promise<void> {
  const told: Record<Outcome, number> = { sent: 0, repeat: 0, asked: 0, unknown: 0 };
  let texts = 0;
  for (let count = 0; count < tries; count += 1) {
    texting.shop.clock.advance(minute);
    texting.shop = { ...texting.shop, staff: await texting.shop.logIn() };
    const repair = await takeIn(texting.shop);
    for (const outcome of await attempt(repair, askFor)) told[outcome] += 1;
    await texting.shop.app.textsLeft();
    const got = textsAbout(texting, kind, repair);
    expect(got).toHaveLength(1);
    texts += got.length;
  }
  console.log(JSON.stringify({ way, text: kind.operation, tries, texts, ...told }));
}

const textsAbout = ({ standIn }: RealTexts, { words }: Kind, { ticketNumber }: Repair) =>
  standIn.texts.filter(({ body }) => body.includes(ticketNumber) && body.includes(words));

const askFor = async (
  kind: Kind,
  client: HttpClient,
  repair: Repair,
  id: string | null,
): Promise<Outcome> =>
  kind.outcome(await client.attempt(kind.operation, { body: kind.body(repair, id) }));

describeOnBothEngines('what is asked for more than once is texted once', (engine) => {
  let texting: RealTexts;
  beforeAll(async () => {
    texting = await startWithRealTexts(engine);
  });
  afterAll(() => texting.close());

  describe.each(kindNames)('%s', (name) => {
    const kind = kinds[name];

    it('when the answer is lost and the same is tried again', { timeout: 600_000 }, async () => {
      await tryOften(texting, kind, `answer lost, ${engine}`, async (repair, ask) => {
        const { standIn, shop } = texting;
        const id = randomUUID();
        standIn.hold();
        const line = new AbortController();
        const lost = shop.staff.send('POST', pathOf(kind), {
          body: JSON.stringify(kind.body(repair, id)),
          headers: { 'content-type': 'application/json' },
          signal: line.signal,
        });
        await standIn.until(() => textsAbout(texting, kind, repair).length > 0);
        line.abort();
        await expect(lost).rejects.toThrow('aborted');
        const early = await ask(kind, shop.staff, repair, id);
        expect(early).toBe('unknown');
        standIn.release();
        await shop.app.textsLeft();
        const again = await ask(kind, shop.staff, repair, id);
        expect(again).toBe(name === 'estimate' ? 'repeat' : 'sent');
        // After a reload the id is another one, and some clients make none.
        const others = [
          await ask(kind, shop.staff, repair, randomUUID()),
          await ask(kind, shop.staff, repair, null),
        ];
        expect(others).toEqual(['asked', 'asked']);
        return [early, again, ...others];
      });
    });

    it.each([
      ['two tabs at once', 2, false, false],
      ['ten at once, of one id', 10, true, false],
      ['ten at once, of ten ids', 10, false, false],
      ['ten at once, without an id', 10, false, true],
    ] as const)('%s', { timeout: 600_000 }, async (way, count, isOneId, isWithoutId) => {
      await tryOften(texting, kind, `${way}, ${engine}`, async (repair, ask) => {
        const id = randomUUID();
        const outcomes = await Promise.all(
          Array.from({ length: count }, () =>
            ask(kind, texting.shop.staff, repair, isWithoutId ? null : isOneId ? id : randomUUID()),
          ),
        );
        expect(outcomes).toContain('sent');
        return outcomes;
      });
    });
  });
});

describe('what is asked of two processes on one database is texted once', () => {
  describe.each(kindNames)('%s', (name) => {
    const kind = kinds[name];

    it.each([0, 20])('%d milliseconds apart', { timeout: 600_000 }, async (milliseconds) => {
      const texting = await startWithRealTexts('postgres');
      const { storage, clock } = texting.shop;
      const config = { twilio: texting.standIn.settings, publicUrl: shopAddress };
      const other = await startApp('postgres', { storage, clock, config });
      for (const isOneId of [true, false]) {
        const way = `two processes, ${milliseconds} ms apart, ${isOneId ? 'one id' : 'two ids'}`;
        await tryOften(texting, kind, way, async (repair, ask) => {
          const staff = await other.logIn();
          const id = randomUUID();
          const first = ask(kind, texting.shop.staff, repair, id);
          await wait(milliseconds);
          const second = ask(kind, staff, repair, isOneId ? id : randomUUID());
          const outcomes = await Promise.all([first, second]);
          expect(outcomes).toContain('sent');
          return outcomes;
        });
      }
      await other.stop();
      await texting.close();
    });
  });
});

it('a repair that is completed in two processes at once is told of once', async () => {
  const texting = await startWithRealTexts('postgres');
  const { storage, clock } = texting.shop;
  const config = { twilio: texting.standIn.settings, publicUrl: shopAddress };
  const other = await startApp('postgres', { storage, clock, config });
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

function pathOf({ operation }: Kind): string {
  return operation === 'sendEstimate' ? '/api/estimates' : '/api/functions/send-completion';
}
