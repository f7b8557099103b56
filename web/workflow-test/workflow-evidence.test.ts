import { expect, it } from 'vitest';
import type { Message } from '../../domain/api-answers.ts';
import { ScriptedShop } from '../../tests/harness/scripted-shop.ts';

/** A shop where the customer accepts, and then something is not as it should be. */
const afterReply = (change: (shop: ScriptedShop) => void): ScriptedShop => {
  const shop = new ScriptedShop();
  shop.asleep = (times) => {
    if (times !== 1) return;
    shop.answers('accepted');
    change(shop);
  };
  return shop;
};
const without = (kind: string) => (shop: ScriptedShop) => {
  shop.texts = shop.texts.filter((one) => one.kind !== kind);
};
const instead = (kind: string, given: Partial<Message>) => (shop: ScriptedShop) => {
  shop.texts = shop.texts.map((one) => (one.kind === kind ? { ...one, ...given } : one));
};

const faults: [what: string, step: number, words: RegExp, shop: ScriptedShop][] = [
  [
    'an estimate that somebody deleted',
    1,
    /no longer waits/,
    afterReply((shop) => {
      shop.estimates = [];
    }),
  ],
  [
    'an estimate that somebody replaced',
    1,
    /no longer waits/,
    afterReply((shop) => {
      shop.estimates = shop.estimates.map((one) => ({ ...one, id: 'another' }));
    }),
  ],
  ['a text that is not on record', 2, /text is not on record/, afterReply(without('reply'))],
  [
    'a text that was read as something else',
    3,
    /^Understood as: declines the estimate, but the estimate is accepted/,
    afterReply(instead('reply', { meaning: 'DECLINE' })),
  ],
  [
    'an estimate without its time',
    4,
    /not on record as accepted, with its time/,
    afterReply((shop) => {
      shop.estimates = shop.estimates.map((one) => ({ ...one, acceptedAt: null }));
    }),
  ],
  [
    'a repair that did not move',
    4,
    /at “Estimate Sent” and should be at “Estimate Accepted”/,
    afterReply((shop) => {
      shop.repair = { ...shop.repair, status: 'estimate-sent' };
    }),
  ],
  ['no confirmation', 5, /^No confirmation went out/, afterReply(without('confirm-accept'))],
  [
    'the wrong confirmation',
    5,
    /^No confirmation went out/,
    afterReply(instead('confirm-accept', { kind: 'confirm-decline' })),
  ],
  [
    'a confirmation that did not go out',
    5,
    /^Not sent\. Call the customer\.$/,
    afterReply(instead('confirm-accept', { state: 'failed', advice: 'Call the customer.' })),
  ],
  [
    'a confirmation that did not arrive',
    5,
    /^Not delivered\. The number/,
    afterReply(instead('confirm-accept', { state: 'undelivered', advice: 'The number is wrong.' })),
  ],
  [
    'a confirmation that nobody knows of',
    5,
    /^Not known whether/,
    afterReply(instead('confirm-accept', { state: 'unknown', advice: null })),
  ],
  [
    'a confirmation that is being sent for ever',
    5,
    /still being sent/,
    afterReply(instead('confirm-accept', { state: 'sending' })),
  ],
];
it.each(faults)('finds %s', async (_what, step, words, shop) => {
  const outcome = await shop.run();
  expect(outcome.words).toMatch(words);
  expect(outcome.states).toEqual([
    ...Array(step).fill('success'),
    'error',
    ...Array(5 - step).fill('pending'),
  ]);
});
