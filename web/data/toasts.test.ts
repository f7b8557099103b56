import { afterEach, describe, expect, it } from 'vitest';
import { toastLifetime, toasts } from './toasts.ts';

afterEach(() => toasts.close());

describe('toasts', () => {
  it('shows one at a time: the new one replaces the old', () => {
    toasts.show({ kind: 'progress', title: 'Printing ticket...' });
    toasts.show({ kind: 'error', title: 'Print failed' });
    expect(toasts.current()).toMatchObject({ kind: 'error', title: 'Print failed' });
  });

  it('closes what went well after a second and a half, and nothing else sooner', () => {
    const title = 'Client updated';
    expect(toastLifetime({ kind: 'success', title })).toBe(1_500);
    for (const kind of ['info', 'error', 'progress'] as const) {
      expect(toastLifetime({ kind, title }) ?? Infinity).toBeGreaterThan(1_500);
    }
    const action = { label: 'Undo', run: () => undefined };
    expect(toastLifetime({ kind: 'success', title, action })).toBeGreaterThan(8_000);
    expect(toastLifetime({ kind: 'info', title, action, until: 1 })).toBeNull();
    expect(toastLifetime({ kind: 'success', title, action, stays: 'offer' })).toBeNull();
  });

  it('makes room, except for what is under way or stays until it is seen', () => {
    toasts.show({ kind: 'error', title: 'Update failed' });
    toasts.makeRoom();
    expect(toasts.current()).toBeNull();
    toasts.show({ kind: 'progress', title: 'Printing ticket...' });
    toasts.makeRoom();
    expect(toasts.current()?.title).toBe('Printing ticket...');
    const done = toasts.show({ kind: 'info', title: 'Repair marked as complete!', until: 1 });
    toasts.makeRoom();
    expect(toasts.current()?.title).toBe('Repair marked as complete!');
    toasts.close(done);
    toasts.show({ kind: 'info', title: 'Question from Ada', stays: 'question' });
    toasts.show({ kind: 'error', title: 'Update failed' });
    toasts.makeRoom();
    expect(toasts.current()?.title).toBe('Question from Ada');
  });

  it('leaves the later toast alone when an earlier one is closed', () => {
    const first = toasts.show({ kind: 'success', title: 'Client updated' });
    toasts.show({ kind: 'error', title: 'Update failed' });
    toasts.close(first);
    expect(toasts.current()?.title).toBe('Update failed');
    toasts.close();
    expect(toasts.current()).toBeNull();
  });

  it('keeps what stays until it is seen, under what comes after it', () => {
    const question = toasts.show({ kind: 'info', title: 'Question from Ada', stays: 'question' });
    const saved = toasts.show({ kind: 'success', title: 'Client updated' });
    expect(toasts.current()?.title).toBe('Client updated');
    toasts.close(saved);
    expect(toasts.current()?.title).toBe('Question from Ada');
    toasts.show({ kind: 'info', title: 'Question from Bo', stays: 'question' });
    toasts.close(question);
    expect(toasts.current()?.title).toBe('Question from Bo');
    toasts.close();
    expect(toasts.current()).toBeNull();
  });

  it('keeps one of each sort', () => {
    toasts.show({ kind: 'info', title: 'Question from Ada', stays: 'question' });
    toasts.show({ kind: 'success', title: 'Date changed to Monday', stays: 'offer' });
    const changed = toasts.show({ kind: 'success', title: 'Date changed', stays: 'offer' });
    expect(toasts.current()?.title).toBe('Date changed');
    toasts.close(changed);
    expect(toasts.current()?.title).toBe('Question from Ada');
  });

  it('lets what went wrong, and what offers something, stay until it has been seen', () => {
    const action = { label: 'Undo', run: () => undefined };
    for (const seen of [
      { kind: 'error', title: 'Database deletion failed' },
      { kind: 'success', title: 'Repair deleted', action },
    ] as const) {
      const first = toasts.show(seen);
      const question = toasts.show({ kind: 'info', title: 'Question from Ada', stays: 'question' });
      const news = toasts.show({ kind: 'info', title: 'Estimate accepted', isNews: true });
      expect(toasts.current()?.title).toBe(seen.title);
      toasts.close(first);
      expect(toasts.current()?.title).toBe('Estimate accepted');
      toasts.close(news);
      expect(toasts.current()?.title).toBe('Question from Ada');
      toasts.close(question);
      expect(toasts.current()).toBeNull();
    }
    toasts.show({ kind: 'success', title: 'Client updated' });
    toasts.show({ kind: 'info', title: 'Estimate declined', isNews: true });
    expect(toasts.current()?.title).toBe('Estimate declined');
  });
});
