import { describe, expect, it } from 'vitest';
import {
  refusedCallReasons,
  refusedCallWords,
  testTextBody,
  textingAccountSchema,
  tidySender,
} from './texting-account.ts';

const sid = `AC${'0f'.repeat(16)}`;
const service = `MG${'0f'.repeat(16)}`;
const typed = {
  accountSid: sid,
  authToken: 'a-token',
  sender: '+12125550100',
  publicUrl: 'https://shop.example',
};
const read = (changes: object) => textingAccountSchema.safeParse({ ...typed, ...changes });
const pathOf = (changes: object) => read(changes).error?.issues.map(({ path }) => path.join('.'));

describe('a typed account', () => {
  it.each([
    ['(212) 555-0100', '+12125550100'],
    ['212.555.0100', '+12125550100'],
    ['1 212 555 0100', '+12125550100'],
    ['+1 212-555-0100', '+12125550100'],
    ['+47 22 33 44 55', '+4722334455'],
    [' 72345 ', '72345'],
    [` ${service} `, service],
    [service.toLowerCase(), service],
    [`mG${'0F'.repeat(16)}`, service],
    ['abc', 'abc'],
  ])('has the sender %s as %s', (given, expected) => {
    expect(tidySender(given)).toBe(expected);
  });

  it.each([
    [{ accountSid: ` ${sid} ` }, { accountSid: sid }],
    [{ sender: service }, { sender: service }],
    [{ accountSid: sid.toLowerCase() }, { accountSid: sid }],
    [{ accountSid: `Ac${'0F'.repeat(16)}` }, { accountSid: sid }],
    [{ sender: service.toLowerCase() }, { sender: service }],
    [{ authToken: null }, { authToken: null }],
    [{ authToken: ' a-token\n' }, { authToken: 'a-token' }],
    [{ publicUrl: ' https://Shop.Example/ ' }, { publicUrl: 'https://shop.example' }],
    [{ publicUrl: 'https://shop.example:8443' }, {}],
    [{ publicUrl: 'http://localhost:3000' }, {}],
    [{ publicUrl: 'http://127.0.0.1:3000' }, {}],
    [{ publicUrl: 'https://[2606:4700::1111]' }, {}],
  ])('%j is taken', (given, expected) => {
    expect(read(given).data).toEqual({ ...typed, ...given, ...expected });
  });

  it.each([
    [{ accountSid: 'SK123' }, 'accountSid'],
    [{ accountSid: `${sid}0` }, 'accountSid'],
    [{ authToken: '' }, 'authToken'],
    [{ authToken: 'a token' }, 'authToken'],
    [{ sender: '555-0100' }, 'sender'],
    [{ sender: 'MG1' }, 'sender'],
    [{ sender: '' }, 'sender'],
    [{ publicUrl: 'http://shop.example' }, 'publicUrl'],
    [{ publicUrl: 'http://localhost.evil.example' }, 'publicUrl'],
    [{ publicUrl: 'https://user@shop.example' }, 'publicUrl'],
    [{ publicUrl: 'https://shop.example/path' }, 'publicUrl'],
    [{ publicUrl: 'https://shop.example?x' }, 'publicUrl'],
    [{ publicUrl: 'https://shop.example#x' }, 'publicUrl'],
    [{ publicUrl: 'https://shop..example' }, 'publicUrl'],
    [{ publicUrl: 'https://' }, 'publicUrl'],
    [{ publicUrl: 'shop.example' }, 'publicUrl'],
  ])('%j is refused', (given, field) => {
    expect(pathOf(given)).toEqual([field]);
  });

  it('that is refused repeats nothing that was typed', () => {
    const given = { accountSid: 'secret1', authToken: 'secret 2', sender: 'secret3' };
    const messages = read(given).error?.issues.map(({ message }) => message) ?? [];
    expect(messages).toHaveLength(3);
    for (const message of messages) expect(message).not.toContain('secret');
  });
});

it('every refused call has words that say what to look at', () => {
  for (const reason of refusedCallReasons) expect(refusedCallWords(reason)).toMatch(/^It.*\.$/);
});

it('a test text names the shop and says that it is one', () => {
  expect(testTextBody({ name: 'Harbor Watches' })).toBe(
    "Harbor Watches: This is a test of our texts. You don't need to answer.",
  );
});
