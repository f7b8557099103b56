import { describe, expect, it } from 'vitest';
import { noClientExtras } from './client-fields.ts';
import {
  agreedFor,
  changedExtras,
  clientDifferences,
  clientMeant,
  hasNameAndPhone,
  replacesPerson,
} from './client-matching.ts';

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

  it('is not a different way of writing the same thing', () => {
    const written = {
      name: ' Paula Castan\u0303eda ',
      email: 'paula@example.COM',
      phone: '+1 360 555 0144',
      address: null,
    };
    expect(clientDifferences(paula, written)).toEqual([]);
  });

  it.each(['', 'none', 'n/a'])('is not "%s" in place of an email address', (email) => {
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
    ['name and email', { name: bob.name, email: bob.email }, true],
    ['name, email and phone', bob, true],
    ['the name alone', { name: bob.name }, false],
    ['phone and email', { phone: bob.phone, email: bob.email }, false],
    ['name and address', { name: bob.name, address: '2 New Road' }, false],
    ['nothing', {}, false],
  ])('%s: %o', (_what, changes, replaces) => {
    expect(replacesPerson(clientDifferences(paula, { ...paula, ...changes }))).toBe(replaces);
  });
});

describe('who has the name and the phone', () => {
  it.each([
    ['both', paula, true],
    ['both, written differently', { name: 'paula  CASTANEDA', phone: '+1 360 555 0144' }, true],
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

describe('the client meant among those with one email', () => {
  const petra = { ...paula, name: 'Petra Castañeda', phone: '(360) 555-0145' };
  const owners = [petra, paula];

  it.each([
    ['the same name and phone', paula, paula],
    [
      'the same name, written differently',
      { ...paula, name: 'paula  CASTANEDA', phone: '1' },
      paula,
    ],
    ['the same phone', { ...paula, name: 'Bob', phone: '+1 360 555 0144' }, paula],
    ['name and phone before either', { ...petra, name: petra.name }, petra],
    ['the newest of several', { ...paula, name: petra.name }, petra],
    ['nobody where name and phone differ', { ...paula, name: 'Bob', phone: '212 555 0100' }, null],
    ['nothing typed yet', { ...paula, name: '', phone: ' ' }, petra],
    ['a name and no phone yet', { ...paula, name: 'Bob', phone: '' }, petra],
  ])('%s', (_what, typed, meant) => {
    expect(clientMeant(owners, typed)).toBe(meant);
  });

  it('is nobody if the stored one has no phone and another name', () => {
    const typed = { name: 'Bob', phone: '212 555 0100' };
    expect(clientMeant([{ ...paula, phone: '' }], typed)).toBeNull();
    expect(clientMeant([], typed)).toBeNull();
  });
});

it('an agreement to texts counts for the number it was given for, no matter how that is written', () => {
  const agreed = { phone: '(360) 555-0144', agreedToTexts: true, language: 'es' };
  for (const same of ['+1 360 555 0144', '3605550144 x5'])
    expect(agreedFor(same, agreed)).toBe(agreed);
  for (const other of ['(360) 555-0145', '']) {
    expect(agreedFor(other, agreed)).toEqual({ ...agreed, agreedToTexts: null });
  }
  const refused = { ...agreed, agreedToTexts: false };
  expect(agreedFor('(360) 555-0145', refused)).toBe(refused);
});

describe('a customer’s preferences', () => {
  const stored = { ...noClientExtras, company: 'Bell', language: 'es', noTexts: true } as const;

  it('count if they differ from what is stored; anything left out stays', () => {
    expect(changedExtras(stored, noClientExtras, true)).toEqual({});
    const same = { ...noClientExtras, company: 'Bell', noTexts: true };
    expect(changedExtras(stored, same, true)).toEqual({});
    expect(changedExtras(noClientExtras, stored, true)).toEqual({
      company: 'Bell',
      language: 'es',
      noTexts: true,
    });
    // An explicit no, which isn't the same as nothing.
    expect(
      changedExtras(
        stored,
        { ...noClientExtras, language: 'en', noTexts: false, agreedToTexts: false },
        true,
      ),
    ).toEqual({ language: 'en', noTexts: false, agreedToTexts: false });
  });

  it('count only if they restrict, unless it is certain that the client is meant', () => {
    const said = {
      ...noClientExtras,
      company: 'Clock & Co',
      language: 'en',
      noTexts: false,
    } as const;
    expect(changedExtras(stored, { ...said, agreedToTexts: true }, false)).toEqual({});
    const asked = { ...noClientExtras, noTexts: true, agreedToTexts: false };
    expect(changedExtras(noClientExtras, asked, false)).toEqual({
      noTexts: true,
      agreedToTexts: false,
    });
  });
});
