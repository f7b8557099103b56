import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message, Repair } from '../../../domain/api-answers.ts';
import { defaultShopConfig } from '../../../domain/shop-config.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { day, hour, minute } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newPhone,
  say,
  stayLoggedIn,
  takeIn,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

/** What a text brings about, in short: the ticket's status, what is texted back, why staff look. */
interface Outcome {
  status: string;
  reply: string | null;
  attention: string | null;
}

interface Scene {
  phone: string;
  /** The ticket that is watched. */
  ticket: Repair;
  /** Another ticket of the phone with an open estimate. */
  other?: Repair;
}

describeOnBothEngines('every situation that a customer can text in', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    const texting = { ...defaultShopConfig.texting, estimateExpiresAfterDays: 30 };
    shop = await startApp(engine, { config: { shop: { ...defaultShopConfig, texting } } });
  });
  afterAll(async () => {
    await shop.close();
  });

  const textsWith = async (phone: string): Promise<Message[]> =>
    (await shop.staff.call('listMessages', { query: { phone, limit: 100 } })).items;

  async function outcomeOf({ phone, ticket }: Scene, body: string): Promise<Outcome> {
    // Enough for the three texts of an hour not to matter.
    shop.clock.advance(2 * hour);
    await stayLoggedIn(shop);
    const id = await say(shop, phone, body);
    const texts = await textsWith(phone);
    const index = texts.findIndex((text) => text.id === id);
    // Newest first: what came after the customer's text was sent because of it.
    const [reply, ...others] = texts.slice(0, index);
    expect(others).toEqual([]);
    return {
      status: (await currentRepair(shop, ticket.ticketNumber)).status,
      reply: reply?.kind ?? null,
      attention: texts[index]?.attention ?? null,
    };
  }

  const oneOpen = async (): Promise<Scene> => {
    const { repair } = await takeInWithEstimate(shop);
    return { phone: repair.customerPhone, ticket: repair };
  };
  const answered = async (answer: string): Promise<Scene> => {
    const scene = await oneOpen();
    await say(shop, scene.phone, answer);
    return scene;
  };
  const assigned = async (): Promise<Scene> => {
    const scene = await answered('ACCEPT');
    const params = { ticketNumber: scene.ticket.ticketNumber };
    await shop.staff.call('assignRepair', { params, body: { technicianId: 'technician-1' } });
    return scene;
  };
  const completed = async (): Promise<Scene> => {
    const scene = await assigned();
    const params = { ticketNumber: scene.ticket.ticketNumber };
    await shop.staff.call('completeRepair', { params, body: { outcome: 'approved' } });
    return scene;
  };
  const several = async (): Promise<Scene> => {
    const scene = await oneOpen();
    shop.clock.advance(minute);
    const { repair } = await takeInWithEstimate(shop, {
      customerPhone: scene.phone,
      customerEmail: scene.ticket.customerEmail,
      watchModel: 'Seamaster',
    });
    return { ...scene, other: repair };
  };
  const expired = async (): Promise<Scene> => {
    const scene = await oneOpen();
    shop.clock.advance(30 * day);
    await stayLoggedIn(shop);
    return scene;
  };
  const optedOut = async (before: Promise<Scene>): Promise<Scene> => {
    const scene = await before;
    await say(shop, scene.phone, 'STOP');
    return scene;
  };
  const deletedEstimate = async (): Promise<Scene> => {
    const scene = await oneOpen();
    const { ticket } = scene;
    await shop.staff.call('deleteEstimate', { params: { id: ticket.estimateId ?? '' } });
    return scene;
  };
  const replaced = async (): Promise<Scene> => {
    const scene = await oneOpen();
    shop.clock.advance(minute);
    const { ticketNumber } = scene.ticket;
    await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 90 } });
    return scene;
  };
  const noEstimate = async (): Promise<Scene> => {
    const ticket = await takeIn(shop);
    return { phone: ticket.customerPhone, ticket };
  };

  const rows: [
    string,
    () => Promise<Scene>,
    (scene: Scene) => string,
    status: string,
    reply: string | null,
    attention: string | null,
  ][] = [
    ['one open', oneOpen, () => 'ACCEPT', 'estimate-accepted', 'confirm-accept', null],
    ['one open', oneOpen, () => 'DECLINE', 'estimate-declined', 'confirm-decline', null],
    [
      'one open, its own number',
      oneOpen,
      ({ ticket }) => `accept ${ticket.ticketNumber}`,
      'estimate-accepted',
      'confirm-accept',
      null,
    ],
    ['one open', oneOpen, () => 'Sounds good', 'estimate-sent', 'clarify', 'unclear'],
    ['one open', oneOpen, () => 'yes', 'estimate-sent', 'clarify', 'unclear'],
    [
      'one open, another number named',
      oneOpen,
      () => 'ACCEPT WH123456ABC',
      'estimate-sent',
      'clarify',
      'unclear',
    ],
    ['several open', several, () => 'ACCEPT', 'estimate-sent', 'which', 'unclear'],
    ['several open', several, () => 'DECLINE', 'estimate-sent', 'which', 'unclear'],
    ['several open', several, () => 'Both please', 'estimate-sent', 'which', 'unclear'],
    [
      'several open, one named',
      several,
      ({ ticket }) => `DECLINE ${ticket.ticketNumber}`,
      'estimate-declined',
      'confirm-decline',
      null,
    ],
    [
      'several open, the other one named',
      several,
      ({ other }) => `ACCEPT ${other?.ticketNumber}`,
      'estimate-sent',
      'confirm-accept',
      null,
    ],
    [
      'several open, a stranger’s named',
      several,
      () => 'ACCEPT WH123456ABC',
      'estimate-sent',
      'which',
      'unclear',
    ],
    ['replaced by a newer', replaced, () => 'ACCEPT', 'estimate-accepted', 'confirm-accept', null],
    ['accepted', () => answered('ACCEPT'), () => 'ACCEPT', 'estimate-accepted', null, null],
    [
      'accepted',
      () => answered('ACCEPT'),
      () => 'DECLINE',
      'estimate-declined',
      'confirm-decline',
      'changed-mind',
    ],
    [
      'declined',
      () => answered('DECLINE'),
      () => 'ACCEPT',
      'estimate-accepted',
      'confirm-accept',
      'changed-mind',
    ],
    ['declined', () => answered('DECLINE'), () => 'DECLINE', 'estimate-declined', null, null],
    ['answered', () => answered('ACCEPT'), () => 'How long?', 'estimate-accepted', null, 'unclear'],
    ['assigned', assigned, () => 'ACCEPT', 'assigned', null, null],
    ['assigned', assigned, () => 'DECLINE', 'assigned', 'call-us', 'moved-on'],
    ['assigned', assigned, () => 'How long?', 'assigned', null, 'unclear'],
    ['completed', completed, () => 'ACCEPT', 'completed', null, null],
    ['completed', completed, () => 'DECLINE', 'completed', 'call-us', 'moved-on'],
    ['completed', completed, () => 'Thank you!', 'completed', null, 'unclear'],
    ['deleted', deletedEstimate, () => 'ACCEPT', 'pending', 'not-open', 'unclear'],
    ['deleted', deletedEstimate, () => 'Hello?', 'pending', null, 'unclear'],
    ['run out', expired, () => 'ACCEPT', 'estimate-sent', 'not-open', 'expired'],
    ['run out', expired, () => 'DECLINE', 'estimate-sent', 'not-open', 'expired'],
    ['run out', expired, () => 'Still there?', 'estimate-sent', null, 'unclear'],
    ['none yet', noEstimate, () => 'ACCEPT', 'pending', 'not-open', 'unclear'],
    ['none yet', noEstimate, () => 'Is it ready?', 'pending', null, 'unclear'],
    [
      'opted out, one open',
      () => optedOut(oneOpen()),
      () => 'ACCEPT',
      'estimate-accepted',
      null,
      'answered-while-opted-out',
    ],
    [
      'opted out, several open',
      () => optedOut(several()),
      () => 'DECLINE',
      'estimate-sent',
      null,
      'answered-while-opted-out',
    ],
    [
      'opted out, assigned',
      () => optedOut(assigned()),
      () => 'DECLINE',
      'assigned',
      null,
      'answered-while-opted-out',
    ],
    ['opted out', () => optedOut(oneOpen()), () => 'What?', 'estimate-sent', null, 'unclear'],
    ['opted out', () => optedOut(oneOpen()), () => 'START', 'estimate-sent', null, null],
    // YES alone does not opt in here unless the provider says so.
    ['opted out', () => optedOut(oneOpen()), () => 'YES', 'estimate-sent', null, 'unclear'],
    ['one open', oneOpen, () => 'STOP', 'estimate-sent', null, 'opted-out'],
    ['one open', oneOpen, () => 'CANCEL', 'estimate-sent', null, 'opted-out'],
    ['one open', oneOpen, () => 'Stop texting me', 'estimate-sent', null, 'opted-out'],
    ['one open', oneOpen, () => 'HELP', 'estimate-sent', null, null],
    ['one open', oneOpen, () => 'Liked “Reply ACCEPT or DECLINE”', 'estimate-sent', null, null],
    ['one open', oneOpen, () => "I'm driving with Focus on", 'estimate-sent', null, null],
    ['one open', oneOpen, () => '', 'estimate-sent', null, null],
  ];

  it.each(rows.map((row, index) => [`${index + 1}. ${row[0]}`, ...row.slice(1)] as typeof row))(
    '%s',
    async (_situation, make, words, status, reply, attention) => {
      const scene = await make();
      expect(await outcomeOf(scene, words(scene))).toEqual({ status, reply, attention });
    },
  );

  it('an unknown number is told once in 24 hours, and nothing is changed', async () => {
    const phone = newPhone();
    for (const body of ['ACCEPT', 'Hello?']) await say(shop, phone, body);
    const texts = await textsWith(phone);
    expect(texts.map(({ kind, ticketNumber }) => [kind, ticketNumber])).toEqual([
      ['reply', null],
      ['unknown-number', null],
      ['reply', null],
    ]);
    // Due an answer that it did not get: for staff to see.
    expect(texts[0]?.attention).toBe('unclear');
  });

  describe('a text is shown', () => {
    it('on the ticket that the phone was last texted about, when it is about none', async () => {
      const first = await noEstimate();
      shop.clock.advance(minute);
      const second = await takeIn(shop, {
        customerPhone: first.phone,
        customerEmail: first.ticket.customerEmail,
        watchModel: 'Seamaster',
      });
      const shown = async (body: string) => {
        const id = await say(shop, first.phone, body);
        return (await textsWith(first.phone)).find((text) => text.id === id)?.ticketNumber;
      };
      expect(await shown('Is it ready?')).toBe(second.ticketNumber);
      shop.clock.advance(minute);
      await shop.staff.call('sendText', {
        params: { ticketNumber: first.ticket.ticketNumber },
        body: { messageId: crypto.randomUUID(), body: 'The strap is here' },
      });
      expect(await shown('Great')).toBe(first.ticket.ticketNumber);
      await shop.staff.call('deleteRepair', {
        params: { ticketNumber: first.ticket.ticketNumber },
      });
      expect(await shown('Hello?')).toBe(second.ticketNumber);
    });

    it('on the newest ticket of a customer who was never texted', async () => {
      const { ticketNumber, customerPhone } = await takeIn(shop);
      await shop.rows.run('delete from messages where ticket_number = ?', ticketNumber);
      await say(shop, customerPhone, 'Is it ready?');
      const { items } = await shop.staff.call('listMessages', { query: { ticketNumber } });
      expect(items.map(({ body }) => body)).toEqual(['Is it ready?']);
    });

    it('on no ticket, and is no stranger’s, when the phone is in the directory only', async () => {
      const phone = newPhone();
      // Typed otherwise than it is texted from.
      await shop.staff.call('createClient', {
        body: { name: 'Ada', email: 'ada@example.com', phone: `1 ${phone} x7` },
      });
      await say(shop, phone, 'Do you repair Omegas?');
      expect(await textsWith(phone)).toMatchObject([
        { kind: 'reply', ticketNumber: null, attention: 'unclear' },
      ]);
    });
  });
});
