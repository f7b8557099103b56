import { describe, expect, it } from 'vitest';
import { limits } from './field-list.ts';
import { newPasswordProblem } from './new-password.ts';

describe('newPasswordProblem', () => {
  it.each(['', 'short', '1234567', 'x'.repeat(limits.password + 1)])(
    'checks the length: %s',
    (text) => {
      expect(newPasswordProblem(text)).toBe('The password must have 8 to 200 characters.');
    },
  );

  it.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'p@$$w0rd!',
    'Welcome2024!',
    '123password',
    'qwertyuiop',
    'Qwerty123',
    '1q2w3e4r',
    'poiuytrewq',
    '12345678',
    '87654321',
    '(212) 555',
    '2125550147',
    'aaaaaaaaaa',
    'abcabcabc',
    '1qaz2wsx',
    'abcd1234',
    'letmein!!',
    'WatchRepair1',
    'Watch Repair',
    'rolex1234',
    'ｐａｓｓｗｏｒｄ',
  ])('refuses what is tried first: %s', (text) => {
    expect(newPasswordProblem(text)).toMatch(/^This password is too easy to guess/);
  });

  it.each([
    'loupe and tweezers',
    'correct horse battery',
    'another long password',
    'balance-wheel 28800',
    'k7mq-2xwv-pd8r-h3sn',
    'Unruh und Anker',
    '時計の修理と油さし',
    '🕰️🔧🕰️🔩⌚⏱️',
  ])('takes what nobody tries: %s', (text) => {
    expect(newPasswordProblem(text)).toBeNull();
  });
});
