import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it as itOnBoth } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { initialsHeader } from '../../../domain/staff-initials.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines, itOnOneEngine } from '../../harness/engine.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { scriptedSender } from '../../harness/scripted-sender.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  newPhone,
  normalized,
  say,
  statusesOf,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';

describeOnBothEngines('a question by text', (engine) => {
  const it = itOnOneEngine(engine);
  const sender = scriptedSender();
  const shop = useShop(engine, { overrides: { sender } });
  afterEach(() => {
    sender.results.length = 0;
  });

  const paramsOf = ({ ticketNumber }: Repair) => ({ ticketNumber });
  const all = async () => (await shop.staff.call('listAttention', { query: { limit: 100 } })).items;

  it('is answered on the phone that it came from, even a stranger’s, once', async () => {
    const phone = normalized(newPhone());
    const id = await say(shop, phone, 'Do you repair pocket watches?');
    const open = async () => (await all()).filter((one) => one.phone === phone);
    expect(await open()).toMatchObject([{ id, reason: 'unclear', ticketNumber: null }]);
    const given = { params: { id }, body: { messageId: randomUUID(), body: 'We do, come in' } };
    shop.clock.advance(minute);
    for (const status of [201, 200]) {
      expect((await shop.staff.attempt('replyToText', given)).status).toBe(status);
    }
    const { items } = await shop.staff.call('listMessages', { query: { phone } });
    expect(items.map(({ kind, ticketNumber }) => [kind, ticketNumber])).toEqual([
      ['manual', null],
      ['unknown-number', null],
      ['reply', null],
    ]);
    expect(items[0]?.body).toContain('We do, come in');
    expect(await open()).toEqual([]);
    const none = { ...given, params: { id: items[0]?.id ?? '' } };
    expect((await shop.staff.refused('replyToText', none)).code).toBe('message-not-found');
  });

  describe('answered by two staff members', () => {
    const nameStaff = async (...staff: { name: string; initials: string }[]) => {
      const { settings } = await shop.staff.call('getSettings');
      await shop.staff.call('changeSettings', { body: { ...settings, staff } });
    };
    const at = (initials: string) =>
      new HttpClient(shop.origin, shop.staff.cookie, { [initialsHeader]: initials });
    const text = (body: string, answers?: string) => ({ messageId: randomUUID(), body, answers });
    const question = async () => {
      const repair = await takeIn(shop);
      shop.clock.advance(minute);
      const id = await say(shop, repair.customerPhone, 'Is it ready?');
      shop.clock.advance(minute);
      return { repair, id };
    };

    itOnBoth(
      'at once gets only the first answer, and the second person sees who was faster',
      async () => {
        await nameStaff({ name: 'Anna', initials: 'AK' });
        for (const round of [1, 2, 3, 4]) {
          const { repair, id } = await question();
          const before = sender.sent.length;
          const toCase = { params: { id }, body: text(`Yes ${round}`, id) };
          const onTicket = { params: paramsOf(repair), body: text(`No ${round}`, id) };
          const replies = await Promise.all([
            at('AK').attempt('replyToText', toCase),
            at('AK').attempt('sendText', onTicket),
            at('AK').attempt('replyToText', toCase),
          ]);
          // The same request twice is one text.
          const ofCase = [replies[0].status, replies[2].status].toSorted();
          const isCaseFirst = ofCase.join() === '200,201';
          expect([...ofCase, replies[1].status]).toEqual(
            isCaseFirst ? [200, 201, 409] : [409, 409, 201],
          );
          const [second, first] = isCaseFirst ? [replies[1], 'Yes'] : [replies[0], 'No'];
          expect(second.problem()).toMatchObject({
            code: 'already-answered',
            detail: expect.stringMatching(
              new RegExp(`^Anna answered at \\d+:\\d\\d [AP]M: “${first} ${round}”$`),
            ),
            message: { kind: 'manual', body: expect.stringContaining(`${first} ${round}`) },
          });
          expect(sender.sent).toHaveLength(before + 1);
          expect((await all()).map((one) => one.ticketNumber)).not.toContain(repair.ticketNumber);
        }
      },
    );

    it('is answered again if the second one wants it, or names no text', async () => {
      const { repair, id } = await question();
      await shop.staff.call('replyToText', { params: { id }, body: text('Yes', id) });
      const again = { params: { id }, body: text('No', id) };
      expect((await shop.staff.refused('replyToText', again)).detail).toMatch(
        /^Someone else answered at \d+:\d\d [AP]M: “Yes”$/,
      );
      const { messageId, body } = again.body;
      const anyway = { params: { id }, body: { messageId, body } };
      expect((await shop.staff.attempt('replyToText', anyway)).status).toBe(201);
      // A later question is not the one that was answered, and a text that did not arrive is no
      // answer.
      shop.clock.advance(minute);
      const later = await say(shop, repair.customerPhone, 'And the strap?');
      sender.results.push({ kind: 'rejected', code: '30003' });
      await shop.staff.call('sendText', { params: paramsOf(repair), body: text('Hi') });
      const strap = { params: { id: later }, body: text('New', later) };
      expect((await shop.staff.attempt('replyToText', strap)).status).toBe(201);
    });

    it('must name a text from the ticket’s customer', async () => {
      const { repair } = await question();
      const { id: other } = await question();
      const { messages } = await wholeRepair(shop, repair.ticketNumber);
      const own = messages.find(({ direction }) => direction === 'outbound')?.id;
      const before = sender.sent.length;
      for (const answers of [other, own, randomUUID()]) {
        const given = { params: paramsOf(repair), body: text('Hi', answers) };
        expect((await shop.staff.refused('sendText', given)).code).toBe('message-not-found');
      }
      expect(sender.sent).toHaveLength(before);
    });

    itOnBoth('at once gets only the first answer, even if a stranger asked', async () => {
      const id = await say(shop, newPhone(), 'Do you repair clocks?');
      shop.clock.advance(minute);
      const replies = await Promise.all(
        ['Yes', 'No'].map((words) =>
          shop.staff.attempt('replyToText', { params: { id }, body: text(words, id) }),
        ),
      );
      expect(statusesOf(replies)).toEqual([201, 409]);
    });
  });
});
