import { expect } from 'vitest';
import type { RealTexts } from './real-texts.ts';
import { hour } from './settable-clock.ts';
import type { Row } from './stored-rows.ts';

const automatic = [
  'confirm-accept',
  'confirm-decline',
  'clarify',
  'which',
  'not-open',
  'call-us',
  'unknown-number',
];

const groupBy = (rows: readonly Row[], column: string) =>
  Map.groupBy(rows, (row) => String(row[column]));

/** What must hold of texts, estimates and answers, no matter what has happened. */
export async function expectTextsInOrder({ shop, standIn }: RealTexts) {
  const messages = await shop.rows.run('select * from messages');
  const estimates = await shop.rows.run('select * from estimates');
  const answers = await shop.rows.run(
    "select * from events where kind in ('estimate-accepted', 'estimate-declined')",
  );
  const byId = groupBy(messages, 'id');
  const bySid = groupBy(messages, 'provider_sid');
  const sent = standIn.texts
    .filter(({ direction }) => direction !== 'inbound')
    .map((text) => ({
      ...text,
      reference: new URL(text.statusCallback ?? '').searchParams.get('reference') ?? '',
    }));
  const received = standIn.texts.filter(({ direction }) => direction === 'inbound');
  const outbound = messages.filter(({ direction }) => direction === 'outbound');
  const inbound = messages.filter(({ direction }) => direction === 'inbound');

  // Nothing was texted twice, and every text that the provider took is known here.
  expect(new Set(sent.map(({ reference }) => reference)).size).toBe(sent.length);
  for (const { reference, sid, to: phone, body } of sent) {
    expect(byId.has(reference)).toBe(true);
    // Of two texts of the same words that were cut short together, either may be taken for the other.
    expect(bySid.get(sid)).toMatchObject([{ phone, body }]);
  }
  expect(outbound.filter(({ provider_sid: sid }) => sid !== null)).toHaveLength(sent.length);
  expect(outbound.filter(({ state }) => state === 'sending' || state === 'unknown')).toEqual([]);

  // What customers texted is here once each, whether it was handed over or not.
  expect(inbound).toHaveLength(received.length);
  for (const { sid, from: phone, body } of received) {
    expect(bySid.get(sid)).toMatchObject([{ phone, body }]);
  }

  // Each estimate went out in exactly one text, and each such text is an estimate.
  const texted = new Map(sent.map((text) => [String(bySid.get(text.sid)?.[0]?.id), text]));
  const ofText = groupBy(estimates, 'message_id');
  for (const estimate of estimates) {
    const { body = '', to } = texted.get(String(estimate.message_id)) ?? {};
    expect(to).toBe(estimate.texted_phone);
    expect(body).toContain(estimate.repair_id);
    expect(body).toContain(`$${Number(estimate.estimate_price_cents) / 100}.00`);
    expect(ofText.get(String(estimate.message_id))).toHaveLength(1);
  }
  for (const { id, kind, state, provider_sid: sid } of outbound) {
    if (kind !== 'estimate' || sid === null) continue;
    const isFailed = state === 'failed' || state === 'undelivered';
    if (!isFailed) expect(ofText.has(String(id))).toBe(true);
  }

  // Each answer that was applied is one text, in the customer's own words.
  const meaningOf = (answer: unknown) => (answer === 'accepted' ? 'ACCEPT' : 'DECLINE');
  const said = (phone: unknown, answer: unknown) =>
    inbound.filter((row) => row.phone === phone && row.meaning === meaningOf(answer));
  const phoneOf = new Map(estimates.map((row) => [row.repair_id, row.texted_phone]));
  const applied = Map.groupBy(answers, ({ ticket_number: ticket, kind }) =>
    JSON.stringify([phoneOf.get(ticket), String(kind).replace('estimate-', '')]),
  );
  for (const [key, events] of applied) {
    const [phone, answer] = JSON.parse(key);
    expect(said(phone, answer).length).toBeGreaterThanOrEqual(events.length);
  }
  for (const estimate of estimates) {
    if (estimate.response_status === 'pending') continue;
    const bodies = said(estimate.texted_phone, estimate.response_status).map(({ body }) => body);
    expect(bodies).toContain(estimate.customer_reply);
  }

  // Nobody is talked to by the machine without end.
  const replies = outbound.filter(({ kind }) => automatic.includes(String(kind)));
  for (const ofPhone of groupBy(replies, 'phone').values()) {
    const times = ofPhone.map((row) => Date.parse(String(row.created_at))).sort((a, b) => a - b);
    for (const [index, fourth] of times.slice(3).entries()) {
      expect(fourth - (times[index] ?? 0)).toBeGreaterThanOrEqual(hour);
    }
  }
  return {
    texts: sent.length,
    replies: received.length,
    estimates: estimates.length,
    answers: answers.length,
    automatic: replies.length,
    refused: outbound.filter(({ state }) => state === 'failed').length,
  };
}
