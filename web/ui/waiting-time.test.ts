import { describe, expect, it } from 'vitest';
import { waitingText } from './date-time.tsx';

describe('waitingText', () => {
  it.each([
    [1, '1 second'],
    [42, '42 seconds'],
    [60, '1:00 minutes'],
    [894, '14:54 minutes'],
  ])('%i is %s', (seconds, text) => {
    expect(waitingText(seconds)).toBe(text);
  });
});
