import { expect, it } from 'vitest';
import { cameraTrouble, cameraTroubleTexts } from './camera.ts';

it.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'in-use'],
  ['AbortError', 'in-use'],
  ['TypeError', 'failed'],
])('takes %s for a camera that is %s', (errorName, trouble) => {
  expect(cameraTrouble(errorName)).toBe(trouble);
});

it('always says that a file will do, and offers another try wherever that can help', () => {
  for (const { advice } of Object.values(cameraTroubleTexts))
    expect(advice).toMatch(/choose a file/i);
  expect(cameraTroubleTexts.insecure.isFinal).toBe(true);
  expect(cameraTroubleTexts.refused.isFinal).toBeUndefined();
});
