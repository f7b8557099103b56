import { describe, expect, it } from 'vitest';
import { intakeCheck } from './intake-check.ts';
import { emptyFields, type IntakeFields } from './intake-fields.ts';

const repairId = '0d3a7c1e-1111-4222-8333-444455556666';
const filled: IntakeFields = {
  ...emptyFields,
  customerName: ' Ana Lima ',
  customerEmail: 'ana@example.com',
  customerPhone: '(212) 555-0101',
  watchBrand: 'Omega',
  watchModel: 'Seamaster',
  issue: 'New battery',
};

async function check(fields: IntakeFields) {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { values, errors } = await intakeCheck(repairId, true)(fields, undefined, options);
  const messages = Object.entries(errors).map(([name, error]) => [name, error?.message]);
  return { values, messages: Object.fromEntries(messages) };
}

describe('the check of the new-repair form', () => {
  it('names every field that must be filled, in the specification’s words', async () => {
    const { messages } = await check(emptyFields);
    expect(messages).toEqual({
      customerName: 'Customer name is required',
      customerEmail: 'Email is required',
      customerPhone: 'Phone is required',
      watchBrand: 'Watch brand is required',
      watchModel: 'Watch model is required',
      issue: 'Request is required',
    });
  });

  it('returns what is sent, tidied', async () => {
    const { values, messages } = await check({ ...filled, repairPrice: '1,250.50' });
    expect(messages).toEqual({});
    expect(values).toMatchObject({
      repairId,
      clientId: null,
      customerName: 'Ana Lima',
      customerAddress: null,
      repairPrice: 1250.5,
    });
  });

  it.each([
    ['-1', 'Repair price must be 0 or more'],
    ['1.234', 'Repair price must be at most $999,999.99, with at most 2 decimals'],
    ['soon', 'Repair price must be a number'],
  ])('refuses the price "%s"', async (repairPrice, message) => {
    expect((await check({ ...filled, repairPrice })).messages).toEqual({ repairPrice: message });
  });

  it('takes an email of any shape', async () => {
    expect((await check({ ...filled, customerEmail: 'none' })).messages).toEqual({});
  });
});
