import { expect, it } from 'vitest';
import { problemTexts } from '../../domain/problems.ts';
import { CallProblem } from './call.ts';
import { failureText } from './photo-uploads.ts';

const problem = (code: keyof typeof problemTexts) =>
  new CallProblem({ code, ...problemTexts[code] }, problemTexts[code].status, null);

it('says once that the ticket is safe, no matter what the server says about the photo', () => {
  expect(failureText(problem('photo-too-large'))).toBe(
    'The ticket is saved. The photo is larger than 15 MB. Please choose a smaller one.',
  );
  expect(failureText(problem('photo-store-failed'))).toBe(
    'The photo could not be stored. The ticket is saved; please try the photo again.',
  );
  expect(failureText(null)).toBe('The ticket is saved. Please try again.');
});
