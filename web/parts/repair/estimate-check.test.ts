import { describe, expect, it } from 'vitest';
import { checkEstimate } from './estimate-check.ts';

const phone = '(212) 555-0101';
const amountMissing = 'Please enter an estimate amount';
const phoneMissing = 'Customer phone number is missing from repair record';
const phoneWrong = 'Invalid phone number format. Please use a valid US phone number.';
const amountWrong = 'Please enter a valid estimate amount';

describe('checkEstimate', () => {
  it.each([
    ['150', 150],
    [' $1,250.50 ', 1250.5],
    ['.01', 0.01],
    ['999999.99', 999999.99],
  ])('takes %j', (typed, dollars) => {
    expect(checkEstimate(typed, phone)).toEqual({ dollars });
  });

  it.each([
    ['', phone, 'amount', amountMissing],
    ['   ', phone, 'amount', amountMissing],
    ['150', '', 'phone', phoneMissing],
    ['150', '555-0101', 'phone', phoneWrong],
    ['150', '123456789012', 'phone', phoneWrong],
    ['0', phone, 'amount', amountWrong],
    ['-5', phone, 'amount', amountWrong],
    ['abc', phone, 'amount', amountWrong],
    ['1.234', phone, 'amount', amountWrong],
    ['1,000,000', phone, 'amount', `${amountWrong}. It can be at most $999,999.99.`],
  ])('refuses %j to %j: %s', (typed, to, field, message) => {
    expect(checkEstimate(typed, to)).toEqual({ field, message });
  });

  it('names one thing at a time: amount missing, phone missing, phone incomplete, amount not above 0', () => {
    expect(checkEstimate('', '')).toMatchObject({ message: amountMissing });
    expect(checkEstimate('0', '')).toMatchObject({ message: phoneMissing });
    expect(checkEstimate('0', '555')).toMatchObject({ message: phoneWrong });
    expect(checkEstimate('0', phone)).toMatchObject({ message: amountWrong });
  });
});
