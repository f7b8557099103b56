import { expect, it } from 'vitest';
import { automaticKinds, isAutomatic, messageKinds, textName } from './messages.ts';

it('every kind of text is there once, and has a name', () => {
  expect(new Set(messageKinds).size).toBe(messageKinds.length);
  for (const kind of messageKinds) expect(textName(kind)).toMatch(/^[A-Z][a-z' ]+$/);
  expect(messageKinds.filter(isAutomatic)).toEqual([...automaticKinds]);
});
