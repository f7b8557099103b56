import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import type { RepairStatus } from '../../../domain/repair-status.ts';
import examples from '../../../domain/reply-examples.json' with { type: 'json' };
import { type RunningApp, startApp } from '../../harness/app.ts';
import { type InboundTexts, openInboundTexts } from '../../harness/inbound-texts.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  currentRepair,
  newPhone,
  normalised,
  reply,
  takeInWithEstimate,
} from '../../harness/shop-fixtures.ts';

interface Example {
  id: string;
  body: string;
  context: string;
  intent: string;
  action: string;
  reply: string;
  optOutType?: string;
  numMedia?: number;
}

/** The tickets of an example's context; the worked examples call them by these numbers. */
interface Scene {
  phone: string;
  tickets: { WH123456ABC?: Repair; WH234567DEF?: Repair };
}

const shopName = 'Watch Repair Shop';
const shopPhone = '(212) 555-0100';

/** The wording of each text that goes back, in the shop's decisions on texting. */
const wordings: Record<string, (one: string, two: string) => string> = {
  CONFIRM_ACCEPT: (one) =>
    `${shopName}: thank you, you accepted $150.00 for ticket ${one}, Omega Speedmaster. We will text you when it is ready. Mistake? ${shopPhone}`,
  CONFIRM_DECLINE: (one) =>
    `${shopName}: you declined $150.00 for ticket ${one}, Omega Speedmaster. We will not do this work. Mistake? ${shopPhone}`,
  CLARIFY: (one) =>
    `${shopName}: sorry, only ACCEPT or DECLINE works here. Ticket ${one}, $150.00: reply ACCEPT or DECLINE. To talk: ${shopPhone}`,
  WHICH: (one, two) =>
    `${shopName}: open estimates: ${two} $80.00, ${one} $150.00. Reply ACCEPT or DECLINE and one ticket number, e.g. ACCEPT ${two}`,
  NOT_OPEN: () =>
    `${shopName}: no estimate is waiting for your answer, so nothing was changed. Please call ${shopPhone}`,
  CALL_US: (one) =>
    `${shopName}: ticket ${one} has moved on, so a text cannot change it. Please call ${shopPhone}`,
  UNKNOWN: () => `${shopName}: we cannot match this number to a repair. Please call ${shopPhone}`,
};

const statusBefore: Record<string, RepairStatus> = {
  one_open: 'estimate-sent',
  two_open: 'estimate-sent',
  accepted: 'estimate-accepted',
  declined: 'estimate-declined',
  work_started: 'assigned',
  closed: 'pending',
  opted_out: 'estimate-sent',
};

describe('worked examples of customers’ replies', () => {
  let shop: RunningApp;
  let inbound: InboundTexts;
  beforeAll(async () => {
    shop = await startApp('sqlite');
    inbound = await openInboundTexts(shop);
  });
  afterAll(async () => {
    await inbound.close();
    await shop.close();
  });

  async function sceneOf(context: string): Promise<Scene> {
    if (context === 'unknown_number') return { phone: newPhone(), tickets: {} };
    const { repair, estimateId } = await takeInWithEstimate(shop, {}, 150);
    const phone = repair.customerPhone;
    const tickets: Scene['tickets'] = { WH123456ABC: repair };
    if (context === 'two_open') {
      shop.clock.advance(minute);
      const other = await takeInWithEstimate(
        shop,
        { customerPhone: phone, customerEmail: repair.customerEmail, watchModel: 'Seamaster' },
        80,
      );
      tickets.WH234567DEF = other.repair;
    }
    if (context === 'accepted' || context === 'work_started') await reply(shop, repair, 'ACCEPT');
    if (context === 'declined') await reply(shop, repair, 'DECLINE');
    if (context === 'work_started') {
      await shop.staff.call('assignRepair', {
        params: { ticketNumber: repair.ticketNumber },
        body: { technicianId: 'technician-1' },
      });
    }
    if (context === 'closed') {
      await shop.staff.call('deleteEstimate', { params: { id: estimateId } });
    }
    if (context === 'opted_out') await reply(shop, repair, 'STOP');
    return { phone, tickets };
  }

  async function receive(example: Example, body: string, phone: string) {
    if (example.optOutType === undefined && example.numMedia === undefined) {
      const { message } = await shop.staff.call('simulateReply', { body: { from: phone, body } });
      return message;
    }
    const id = await inbound.receive({
      from: normalised(phone),
      body,
      mediaCount: example.numMedia ?? 0,
      optOutType: example.optOutType,
    });
    const { items } = await shop.staff.call('listMessages', { query: { limit: 10 } });
    return items.find((item) => item.id === id);
  }

  const isOptedOut = async (phone: string) => {
    const rows = await shop.rows.run('select opted_out_at from phones where phone = ?', phone);
    return rows.some(({ opted_out_at }) => opted_out_at !== null);
  };

  it.each(examples.cases as Example[])('$id: $body ($context)', async (example) => {
    const { phone, tickets } = await sceneOf(example.context);
    const one = tickets.WH123456ABC;
    const two = tickets.WH234567DEF;
    const body = example.body
      .replaceAll('WH123456ABC', one?.ticketNumber ?? 'WH123456ABC')
      .replaceAll('WH234567DEF', two?.ticketNumber ?? 'WH234567DEF');
    shop.clock.advance(minute);
    const message = await receive(example, body, phone);
    expect(message).toMatchObject({
      direction: 'inbound',
      state: 'received',
      body,
      meaning: example.intent,
      phone: normalised(phone),
    });

    const target = body.includes(two?.ticketNumber ?? 'none') ? two : one;
    const applied: Record<string, RepairStatus> = {
      apply_accept: 'estimate-accepted',
      apply_decline: 'estimate-declined',
    };
    for (const ticket of [one, two]) {
      if (ticket === undefined) continue;
      const { status } = await currentRepair(shop, ticket.ticketNumber);
      const expected = ticket === target ? applied[example.action] : undefined;
      expect(status).toBe(expected ?? statusBefore[example.context]);
    }
    const isLeftOut = example.context === 'opted_out' && example.action !== 'clear_opt_out';
    expect(await isOptedOut(normalised(phone))).toBe(isLeftOut || example.action === 'set_opt_out');

    const sent = await shop.rows.run(
      "select body from messages where phone = ? and direction = 'outbound' and created_at = ?",
      normalised(phone),
      new Date(shop.clock.now).toISOString(),
    );
    const wording = wordings[example.reply];
    const price = target === two && two !== undefined ? '$80.00' : '$150.00';
    const expected = wording?.(
      example.context === 'two_open' && example.reply !== 'WHICH'
        ? (target?.ticketNumber ?? '')
        : (one?.ticketNumber ?? ''),
      two?.ticketNumber ?? '',
    );
    expect(sent.map((text) => text.body)).toEqual(
      expected === undefined
        ? []
        : [
            example.reply === 'WHICH' || price === '$150.00'
              ? expected
              : expected.replace('$150.00', price).replace('Speedmaster', 'Seamaster'),
          ],
    );
    if (example.reply !== 'NONE') expect(wording).toBeDefined();
  });
});
