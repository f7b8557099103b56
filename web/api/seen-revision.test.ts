import { expect, it } from 'vitest';
import { noteRevision, seenHeaders } from './seen-revision.ts';

it('says the newest revision that was seen, whatever order answers come in', () => {
  expect(seenHeaders()).toEqual({});
  for (const word of ['7', '12', null, '', 'abc', '9', '-3', '1e9']) noteRevision(word);
  expect(seenHeaders()).toEqual({ 'x-seen-revision': '12' });
});

it('counts anew in a store that was restored from a backup', () => {
  noteRevision('30');
  noteRevision('4-0123456789ab');
  expect(seenHeaders()).toEqual({ 'x-seen-revision': '4-0123456789ab' });
  noteRevision('3-0123456789ab');
  expect(seenHeaders()).toEqual({ 'x-seen-revision': '4-0123456789ab' });
  noteRevision('2-ba9876543210');
  expect(seenHeaders()).toEqual({ 'x-seen-revision': '2-ba9876543210' });
});
