import { describe, expect, it } from 'vitest';
import { finishSchema } from './while-waiting-schema.ts';

const full = {
  technicianId: 'technician-1',
  notes: 'Battery and gasket',
  price: 18.95,
  amount: 18.95,
  method: 'cash',
  paymentId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  holdSeconds: 5,
};

const errorsOf = (input: unknown) =>
  Object.fromEntries(
    (finishSchema.safeParse(input).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('what is filled in while a customer waits', () => {
  it('needs no note and no time to undo it, as for any completion', () => {
    expect(finishSchema.parse(full)).toEqual(full);
    const { notes: _, holdSeconds: __, ...least } = full;
    expect(finishSchema.parse(least)).toEqual({ ...least, notes: null });
    expect(finishSchema.parse({ ...full, price: 0, amount: 0 })).toMatchObject({ price: 0 });
  });

  it('names what is missing', () => {
    const missing = {
      technicianId: 'Please select a technician',
      price: 'Please enter a price, or 0 for no charge',
      amount: 'Please enter an amount',
      method: 'method must be cash, card, check or other',
      paymentId: 'paymentId is required',
    };
    expect(errorsOf({})).toEqual(missing);
    const nulls = Object.fromEntries(Object.keys(missing).map((name) => [name, null]));
    expect(errorsOf(nulls)).toMatchObject({ price: missing.price, amount: missing.amount });
    expect(errorsOf(null)).toEqual({ '': 'finish must be an object' });
  });

  it.each([
    [{ technicianId: ' ' }, { technicianId: 'Please select a technician' }],
    [{ price: 'a lot' }, { price: 'Repair price must be a number' }],
    [{ price: -1 }, { price: 'Repair price must be 0 or more' }],
    [
      { price: 1.234 },
      { price: 'Repair price must be at most $999,999.99, with at most 2 decimals' },
    ],
    [{ amount: -0.01 }, { amount: 'Amount must be 0 or more' }],
    [{ notes: 'x'.repeat(2001) }, { notes: 'Completion notes must be at most 2000 characters' }],
    [{ holdSeconds: 301 }, { holdSeconds: 'holdSeconds must be a whole number from 0 to 300' }],
  ])('refuses %j', (wrong, errors) => {
    expect(errorsOf({ ...full, ...wrong })).toEqual(errors);
  });
});
