import { expect } from 'vitest';
import type { RealTexts } from './real-texts.ts';
import { hour } from './settable-clock.ts';
import type { Row } from './stored-rows.ts';
import type { StandInText } from './twilio-texts.ts';

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

/** What must hold, no matter what has happened. */
export async function expectTextsInOrder(texting: RealTexts) {
  const { shop, standIn } = texting;
  const messages = await shop.rows.run('select * from messages');
  const estimates = await shop.rows.run('select * from estimates');
  const answers = await shop.rows.run(
    "select * from events where kind in ('estimate-accepted', 'estimate-declined')",
  );
  const byId = groupBy(messages, 'id');
  const bySid = groupBy(messages, 'provider_sid');
  const referenceOf = ({ statusCallback }: StandInText) =>
    new URL(statusCallback ?? '').searchParams.get('reference') ?? '';
  const sent = standIn.texts.filter(({ direction }) => direction !== 'inbound');
  const received = standIn.texts.filter(({ direction }) => direction === 'inbound');

  // Nothing was texted twice, and every text that the provider took is known here.
  expect(new Set(sent.map(referenceOf)).size).toBe(sent.length);
  for (const text of sent) {
    expect(byId.has(referenceOf(text))).toBe(true);
    // Of two texts of the same words that were cut short together, either may be taken for the other.
    expect(bySid.get(text.sid)).toMatchObject([{ phone: text.to, body: text.body }]);
  }
  const outbound = messages.filter(({ direction }) => direction === 'outbound');
  expect(outbound.filter(({ provider_sid: sid }) => sid !== null)).toHaveLength(sent.length);
  expect(outbound.filter(({ state }) => state === 'sending' || state === 'unknown')).toEqual([]);

  // What customers texted is here once each, whether it was handed over or not.
  const inbound = messages.filter(({ direction }) => direction === 'inbound');
  expect(inbound).toHaveLength(received.length);
  for (const text of received) {
    expect(bySid.get(text.sid)).toMatchObject([{ phone: text.from, body: text.body }]);
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
  for (const message of outbound) {
    if (message.kind !== 'estimate' || message.provider_sid === null) continue;
    const isFailed = message.state === 'failed' || message.state === 'undelivered';
    if (!isFailed) expect(ofText.has(String(message.id))).toBe(true);
  }

  // Each answer that was applied is one text, in the customer's own words.
  const phoneOf = new Map(
    estimates.map((row) => [String(row.repair_id), String(row.texted_phone)]),
  );
  const answered = Map.groupBy(
    answers,
    ({ ticket_number: ticket, kind }) => `${phoneOf.get(String(ticket))} ${kind}`,
  );
  for (const [key, applied] of answered) {
    const [phone, kind] = key.split(' ');
    const meaning = kind === 'estimate-accepted' ? 'ACCEPT' : 'DECLINE';
    const said = inbound.filter((row) => row.phone === phone && row.meaning === meaning);
    expect(said.length).toBeGreaterThanOrEqual(applied.length);
  }
  for (const estimate of estimates) {
    if (estimate.response_status === 'pending') continue;
    const meaning = estimate.response_status === 'accepted' ? 'ACCEPT' : 'DECLINE';
    const said = inbound.filter(
      (row) =>
        row.phone === estimate.texted_phone &&
        row.body === estimate.customer_reply &&
        row.meaning === meaning,
    );
    expect(said.length).toBeGreaterThan(0);
  }

  // Nobody is talked to by the machine without end.
  const replies = outbound.filter(({ kind }) => automatic.includes(String(kind)));
  for (const ofPhone of groupBy(replies, 'phone').values()) {
    const times = ofPhone.map((row) => Date.parse(String(row.created_at))).sort((a, b) => a - b);
    times.forEach((time, index) => {
      const fourth = times[index + 3];
      if (fourth !== undefined) expect(fourth - time).toBeGreaterThanOrEqual(hour);
    });
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
