import { describe, expect, it } from 'vitest';
import { deliveryOf } from './twilio-webhooks.ts';

describe('the provider’s word for the status of a text', () => {
  it.each([
    ['queued', undefined, 'accepted', null],
    ['sending', '', 'accepted', null],
    ['undelivered', '30003', 'undelivered', '30003'],
    ['failed', 30034, 'failed', '30034'],
    ['canceled', null, 'failed', null],
    ['read', '0', 'delivered', null],
    ['failed', '<script>', 'failed', null],
  ])('%s %s', (word, code, state, errorCode) => {
    expect(deliveryOf('SM1', word, code)).toEqual({ sid: 'SM1', state, errorCode });
  });

  it.each(['received', 'receiving', 'toString', '__proto__', ''])('%s is not one', (word) => {
    expect(deliveryOf('SM1', word, null)).toBeNull();
  });
});
