import { expect, it } from 'vitest';
import { clientFields, clientOf, customerOf, noClientExtras } from './client-fields.ts';
import { estimateFields } from './estimate-fields.ts';
import {
  type Field,
  fieldColumns,
  fieldNames,
  fromColumns,
  lengthFault,
  limits,
  mapFields,
  toColumns,
} from './field-list.ts';
import { repairFields } from './repair-fields.ts';

const repair = {
  ...mapFields(repairFields, () => null),
  watchBrand: 'Omega',
  watchModel: 'Seamaster',
  issue: 'Stops\nat night',
  repairPrice: 150.5,
};

it('stores money as cents and the rest as it is, and reads it back', () => {
  const row = toColumns(repairFields, repair);
  expect(row).toMatchObject({ watch_brand: 'Omega', serial_number: null, price_cents: 15_050 });
  expect(fromColumns(repairFields, row)).toEqual(repair);
  const unpriced = { ...repair, repairPrice: null };
  expect(fromColumns(repairFields, toColumns(repairFields, unpriced))).toEqual(unpriced);
});

it('takes over nothing that is not in the list', () => {
  const row = { ...toColumns(repairFields, repair), id: '7', status: 'pending' };
  expect(Object.keys(fromColumns(repairFields, row))).toEqual(fieldNames(repairFields));
  expect(Object.keys(toColumns(repairFields, { ...repair, ...{ id: '7' } }))).toEqual(
    fieldColumns(repairFields),
  );
});

it('calls a client’s details on a ticket by other names, and back', () => {
  const client = {
    ...noClientExtras,
    ...{ name: 'Ada', email: 'ada@example.com', phone: '', address: null },
    ...{ company: 'Byron & Co.', noTexts: true },
  };
  const customer = customerOf(client);
  expect(customer).toEqual({
    customerName: 'Ada',
    customerEmail: 'ada@example.com',
    customerPhone: '',
    customerAddress: null,
    customerCompany: 'Byron & Co.',
    customerLanguage: null,
    customerNoTexts: true,
    customerAgreedToTexts: null,
    customerPaysByStatement: null,
  });
  expect(clientOf(customer)).toEqual(client);
});

it.each(Object.entries({ repairFields, clientFields, estimateFields }))(
  'no two of %s share a column or a label',
  (_name, list) => {
    const fields: readonly Field[] = Object.values(list);
    for (const key of ['column', 'label'] as const) {
      expect(new Set(fields.map((field) => field[key])).size).toBe(fields.length);
    }
  },
);

it.each([
  ['x'.repeat(120), undefined],
  [`  ${'x'.repeat(120)}\n`, undefined],
  ['x'.repeat(121), 'Work must be at most 120 characters'],
])('says of %j: %s', (text, fault) => {
  expect(lengthFault('Work', text, limits.estimateWork)).toBe(fault);
});
