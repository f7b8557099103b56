import { describe, expect, it } from 'vitest';
import {
  clientDifferences,
  clientMeant,
  clockSkewMs,
  duplicateWindowMs,
  hasNameAndPhone,
  isSameSubmission,
  judgeSubmission,
  repeatSubmitGuardMs,
  replacesPerson,
  submissionSpacingMs,
} from './intake.ts';

const now = 1_763_702_123_456;
const submission = {
  phone: '(212) 555-0101',
  watchBrand: 'Omega',
  watchModel: 'Speedmaster',
  issue: 'Runs slow',
  visitId: null as string | null,
};
const otherWatch = { ...submission, watchModel: 'Seamaster' };

const earlier = (age: number, ticket = submission, ticketNumber = 'WH123456ABC') => ({
  ...ticket,
  createdAt: now - age,
  ticketNumber,
});

const duplicate = { kind: 'duplicate', ticketNumber: 'WH123456ABC' };
const welcome = { kind: 'welcome' };

it('the specification’s times', () => {
  expect(duplicateWindowMs).toBe(600_000);
  expect(submissionSpacingMs).toBe(30_000);
  expect(repeatSubmitGuardMs).toBe(2_000);
});

describe('isSameSubmission', () => {
  it.each([
    [{}, true],
    [{ phone: '+12125550101' }, true],
    [{ watchBrand: ' OMEGA ' }, true],
    [{ watchBrand: 'Ｏｍｅｇａ' }, true],
    [{ watchModel: 'speedmaster' }, true],
    [{ issue: 'runs\n  slow' }, true],
    [{ phone: '(212) 555-0102' }, false],
    [{ watchBrand: 'Seiko' }, false],
    [{ watchModel: 'Seamaster' }, false],
    [{ issue: 'Runs fast' }, false],
  ])('%j: %s', (changes, isSame) => {
    expect(isSameSubmission(submission, { ...submission, ...changes })).toBe(isSame);
  });
});

describe('judgeSubmission', () => {
  it('welcomes the first', () => {
    expect(judgeSubmission(submission, [], now)).toEqual(welcome);
  });

  it.each([
    ...[-clockSkewMs, -1, 0, 1, 29_999, 30_000, 599_999].map((age) => [age, duplicate] as const),
    ...[-3_600_000, -clockSkewMs - 1, 600_000, 600_001].map((age) => [age, welcome] as const),
  ])('the same watch and request %i ms later', (age, verdict) => {
    expect(judgeSubmission(submission, [earlier(age)], now)).toEqual(verdict);
  });

  it.each([
    [-1_000, 31],
    [0, 30],
    [1, 30],
    [1_000, 29],
    [29_001, 1],
    [29_999, 1],
    [30_000, null],
    [30_001, null],
  ])('another watch of the same phone %i ms later', (age, retryAfterSeconds) => {
    const verdict = retryAfterSeconds === null ? welcome : { kind: 'too-soon', retryAfterSeconds };
    expect(judgeSubmission(submission, [earlier(age, otherWatch)], now)).toEqual(verdict);
  });

  it('lets another phone in at once', () => {
    const other = { ...submission, phone: '(212) 555-0102' };
    expect(judgeSubmission(other, [earlier(0)], now)).toEqual(welcome);
  });

  it('says duplicate rather than too soon, in whichever order the tickets come', () => {
    const tickets = [earlier(1_000, otherWatch, 'WH000000XYZ'), earlier(300_000)];
    expect(judgeSubmission(submission, tickets, now)).toEqual(duplicate);
    expect(judgeSubmission(submission, tickets.toReversed(), now)).toEqual(duplicate);
  });

  it.each([
    ['a', 'a', welcome],
    ['a', 'b', { kind: 'too-soon', retryAfterSeconds: 29 }],
    ['a', null, { kind: 'too-soon', retryAfterSeconds: 29 }],
    [null, 'a', { kind: 'too-soon', retryAfterSeconds: 29 }],
  ])('another watch of visit %s, one of visit %s a second later', (first, visitId, verdict) => {
    const tickets = [earlier(1_000, { ...otherWatch, visitId: first })];
    expect(judgeSubmission({ ...submission, visitId }, tickets, now)).toEqual(verdict);
  });

  it('takes the same watch for a duplicate also within a visit', () => {
    const one = { ...submission, visitId: 'a' };
    expect(judgeSubmission(one, [earlier(1_000, one)], now)).toEqual(duplicate);
  });

  it('counts the wait from the youngest ticket', () => {
    const third = { ...submission, watchModel: 'Constellation' };
    const tickets = [earlier(20_000, otherWatch), earlier(5_000, third), earlier(25_000, third)];
    expect(judgeSubmission(submission, tickets, now)).toEqual({
      kind: 'too-soon',
      retryAfterSeconds: 25,
    });
  });
});

const paula = {
  name: 'Paula Castañeda',
  email: 'Paula@Example.com',
  phone: '(360) 555-0144',
  address: '1 Old Road',
};

describe('what changes on a client', () => {
  it('is named with what it was and what it becomes', () => {
    const after = { ...paula, name: 'Bob', phone: '212 555 0100', address: '2 New Road' };
    expect(clientDifferences(paula, after)).toEqual([
      { field: 'phone', from: '(360) 555-0144', to: '212 555 0100' },
      { field: 'name', from: 'Paula Castañeda', to: 'Bob' },
      { field: 'address', from: '1 Old Road', to: '2 New Road' },
    ]);
    for (const from of ['', '(360) 555-0144 x5']) {
      const found = clientDifferences({ ...paula, phone: from }, paula);
      expect(found).toEqual([{ field: 'phone', from, to: '(360) 555-0144' }]);
    }
  });

  it('is not the way in which the same is written', () => {
    const written = {
      name: ' Paula Castan\u0303eda ',
      email: 'paula@example.COM',
      phone: '+1 360 555 0144',
      address: null,
    };
    expect(clientDifferences(paula, written)).toEqual([]);
  });

  it.each(['', 'none', 'n/a'])('is not "%s" in the place of an e-mail address', (email) => {
    expect(clientDifferences(paula, { ...paula, email })).toEqual([]);
    expect(clientDifferences({ ...paula, email }, paula)).toEqual([
      { field: 'email', from: email, to: paula.email },
    ]);
  });
});

describe('a change that replaces the person', () => {
  const bob = { name: 'Bob', email: 'bob@example.com', phone: '212 555 0100' };
  it.each([
    ['name and phone', { name: bob.name, phone: bob.phone }, true],
    ['name and e-mail', { name: bob.name, email: bob.email }, true],
    ['name, e-mail and phone', bob, true],
    ['the name alone', { name: bob.name }, false],
    ['phone and e-mail', { phone: bob.phone, email: bob.email }, false],
    ['name and address', { name: bob.name, address: '2 New Road' }, false],
    ['nothing', {}, false],
  ])('%s: %o', (_what, changes, replaces) => {
    expect(replacesPerson(clientDifferences(paula, { ...paula, ...changes }))).toBe(replaces);
  });
});

describe('who has the name and the phone', () => {
  it.each([
    ['both', paula, true],
    ['both, written otherwise', { name: 'paula  CASTANEDA', phone: '+1 360 555 0144' }, true],
    ['the name alone', { ...paula, phone: '(360) 555-0145' }, false],
    ['the phone alone', { ...paula, name: 'Petra Castañeda' }, false],
    ['another extension', { ...paula, phone: '(360) 555-0144 x5' }, false],
    ['no phone', { ...paula, phone: '' }, false],
    ['no name', { ...paula, name: ' ' }, false],
  ])('%s', (_what, typed, isSame) => {
    expect(hasNameAndPhone(paula, typed)).toBe(isSame);
    expect(hasNameAndPhone({ ...paula, phone: '' }, typed)).toBe(false);
  });
});

describe('the client meant among those with one e-mail', () => {
  const petra = { ...paula, name: 'Petra Castañeda', phone: '(360) 555-0145' };
  const owners = [petra, paula];

  it.each([
    ['the same name and phone', paula, paula],
    ['the same name, written otherwise', { ...paula, name: 'paula  CASTANEDA', phone: '1' }, paula],
    ['the same phone', { ...paula, name: 'Bob', phone: '+1 360 555 0144' }, paula],
    ['name and phone before either', { ...petra, name: petra.name }, petra],
    ['the newest of several', { ...paula, name: petra.name }, petra],
    ['nobody where name and phone differ', { ...paula, name: 'Bob', phone: '212 555 0100' }, null],
    ['nothing typed yet', { ...paula, name: '', phone: ' ' }, petra],
    ['a name and no phone yet', { ...paula, name: 'Bob', phone: '' }, petra],
  ])('%s', (_what, typed, meant) => {
    expect(clientMeant(owners, typed)).toBe(meant);
  });

  it('is nobody where the stored one has no phone and another name', () => {
    const typed = { name: 'Bob', phone: '212 555 0100' };
    expect(clientMeant([{ ...paula, phone: '' }], typed)).toBeNull();
    expect(clientMeant([], typed)).toBeNull();
  });
});
