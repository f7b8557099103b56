import { describe, expect, it } from 'vitest';
import { completedToast } from './completed-toast.ts';

describe('completedToast', () => {
  it.each([
    ['sent', 'success', 'Repair completed and SMS notification sent!', undefined],
    ['held', 'info', 'Repair marked as complete!', /will be sent in a moment/],
    ['sending', 'info', 'Repair marked as complete!', /still on its way/],
    ['failed', 'info', 'Repair marked as complete!', /was not texted\. Please call them\./],
    // It is not known that they were not.
    ['unknown', 'info', 'Repair marked as complete!', /^We can’t tell yet whether the text/],
  ] as const)('%s', (state, kind, title, detail) => {
    const toast = completedToast({ state, detail: null });
    expect(toast).toMatchObject({ kind, title });
    expect(toast.detail ?? '').toMatch(detail ?? /^$/);
  });

  it('says why no one was texted, and not that anything failed', () => {
    const detail = 'The customer hasn’t agreed to texts.';
    expect(completedToast({ state: 'withheld', detail })).toEqual({
      kind: 'info',
      title: 'Repair marked as complete!',
      detail,
    });
  });

  it('says that the photo waits, whether or not the text was sent', () => {
    const waits = 'The photo is not saved yet. You can retry on the ticket.';
    expect(completedToast({ state: 'sent', detail: null }, true)).toEqual({
      kind: 'info',
      title: 'Repair completed and SMS notification sent!',
      detail: waits,
    });
    expect(completedToast({ state: 'failed', detail: null }, true).detail).toBe(
      `The customer was not texted. Please call them.\n${waits}`,
    );
  });
});
