import { expect, it } from 'vitest';
import { printFailure } from './print-failure.ts';

it('a print that failed names its cause, or says that it is unknown', () => {
  expect(printFailure(new Error('The style sheet is missing'))).toBe(
    'Failed to print ticket: The style sheet is missing',
  );
  for (const error of [new Error(''), undefined, null, { message: 'not an error' }]) {
    expect(printFailure(error)).toBe('Failed to print ticket: Unknown error');
  }
});
