import { describe, expect, it } from 'vitest';
import { recordedToast, sentToast } from './text-words.ts';

describe('sentToast', () => {
  it.each([
    ['sent', 'success', 'Text sent'],
    ['sending', 'info', 'The text is on its way'],
    ['unknown', 'info', 'Can’t tell yet if the text was sent'],
    ['failed', 'error', 'The text was not sent'],
  ] as const)('%s', (state, kind, title) => {
    expect(sentToast({ state, detail: null }, 'Text sent')).toMatchObject({ kind, title });
  });

  it('says what to do', () => {
    const sms = { state: 'failed', detail: 'Call the customer.' } as const;
    expect(sentToast(sms, 'Text sent').detail).toBe('Call the customer.');
  });
});

describe('recordedToast', () => {
  it.each([
    [{ state: 'sent', detail: null } as const, 'success', /^The confirmation was sent\.$/],
    [{ state: 'sending', detail: null } as const, 'success', /confirmation is on its way/],
    [null, 'info', /No confirmation can be texted/],
    [{ state: 'failed', detail: 'Landline.' } as const, 'info', /was not sent\. Landline\./],
    // Nobody knows yet whether it arrived.
    [{ state: 'unknown', detail: null } as const, 'info', /^We can’t tell yet whether the confirm/],
  ])('%j', (sms, kind, detail) => {
    const toast = recordedToast('declined', sms);
    expect(toast).toMatchObject({ kind, title: 'Recorded as declined' });
    expect(toast.detail).toMatch(detail);
  });
});
