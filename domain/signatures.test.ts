import { expect, it } from 'vitest';
import { maxSignatureBytes, shortHash, signatureWords } from './signatures.ts';

const sha256 = '9f2c71d0'.padEnd(58, '0').concat('c41ab6');

it('a hash is shortened to what is needed to compare two papers', () => {
  expect(shortHash(sha256)).toBe('9f2c71d0…c41ab6');
});

it('the largest picture is 200 kB', () => {
  expect(maxSignatureBytes).toBe(200_000);
});

it.each([
  [{ after: { sha256 } }, ['SHA-256 9f2c71d0…c41ab6']],
  // Once its ticket has been deleted for good.
  [{}, []],
])('the history says that the claim check was signed: %j', (data, details) => {
  expect(signatureWords['claim-check-signed'](data)).toEqual({
    title: 'Claim check signed on the screen',
    details,
  });
});
