import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { operations } from './api.ts';
import {
  assignSchema,
  clientEditSchema,
  completeSchema,
  newClientSchema,
  newEstimateSchema,
  newRepairSchema,
  repairEditSchema,
} from './api-inputs.ts';
import { clientExtras } from './client-fields.ts';
import { mapFields } from './field-list.ts';
import { repairFields } from './repair-fields.ts';

/** The messages by path, e.g. { customerName: ['Customer name is required'] }; '' is the whole body. */
function errors(schema: z.ZodType, input: unknown): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
    const key = path.join('.');
    found[key] = [...(found[key] ?? []), message];
  }
  return found;
}

const repair = {
  repairId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  customerPhone: '(212) 555-0101',
  watchBrand: 'Omega',
  watchModel: 'Speedmaster',
  issue: 'Runs slow',
};
const client = { name: 'Ada', email: 'ada@example.com', phone: '(212) 555-0101' };

describe('newRepairSchema', () => {
  const defaults = { asNewClient: false, confirmClientChanges: false };
  const nothing = {
    clientId: null,
    visitId: null,
    customerAddress: null,
    customerCompany: null,
    customerLanguage: null,
    customerNoTexts: null,
    customerAgreedToTexts: null,
    customerPaysByStatement: null,
    isSameDay: false,
    ...defaults,
  };
  const least = { ...mapFields(repairFields, () => null), ...repair, ...nothing };

  it.each([undefined, null, ''])('takes %j for each optional field', (none) => {
    const optional = [
      'clientId',
      'customerAddress',
      'customerCompany',
      'serialNumber',
      'priceNotes',
    ];
    const given = Object.fromEntries(optional.map((field) => [field, none]));
    expect(newRepairSchema.parse({ ...repair, ...given })).toEqual(least);
  });

  it('takes every field', () => {
    const full = {
      ...least,
      clientId: 'c-1',
      customerAddress: '1 Analytical Way\nNew York',
      customerCompany: 'Byron & Co.',
      customerLanguage: 'es',
      customerNoTexts: false,
      customerAgreedToTexts: true,
      customerPaysByStatement: true,
      serialNumber: '77061234',
      repairPrice: 150.5,
      priceNotes: 'Parts included',
      isSameDay: true,
    };
    expect(newRepairSchema.parse(full)).toEqual(full);
  });

  it('takes a client to be added, but not together with a chosen one', () => {
    const another = { ...repair, asNewClient: true };
    expect(newRepairSchema.parse(another)).toEqual({ ...least, asNewClient: true });
    expect(errors(newRepairSchema, { ...another, clientId: 'c-1' })).toEqual({
      asNewClient: ['asNewClient cannot be combined with clientId'],
    });
  });

  it.each(['none', 'ada@example', 'Ada <ada@example.com>'])('takes the email %s', (email) => {
    const parsed = newRepairSchema.parse({ ...repair, customerEmail: ` ${email} ` });
    expect(parsed.customerEmail).toBe(email);
  });

  it('names every missing field once, in the order of the form', () => {
    const expected = {
      repairId: ['repairId is required'],
      customerName: ['Customer name is required'],
      customerEmail: ['Email is required'],
      customerPhone: ['Phone is required'],
      watchBrand: ['Watch brand is required'],
      watchModel: ['Watch model is required'],
      issue: ['Request is required'],
    };
    expect(errors(newRepairSchema, {})).toEqual(expected);
    expect(Object.keys(errors(newRepairSchema, {}))).toEqual(Object.keys(expected));
    const nulls = Object.fromEntries(Object.keys(repair).map((field) => [field, null]));
    expect(errors(newRepairSchema, nulls)).toEqual(expected);
    const blank = Object.fromEntries(Object.keys(repair).map((field) => [field, ' \u200B']));
    expect(errors(newRepairSchema, blank)).toEqual({
      ...expected,
      repairId: ['repairId must be a UUID in lowercase letters'],
    });
  });

  it.each([
    ['customerName', 'Customer name', 200],
    ['customerAddress', 'Address', 500],
    ['customerCompany', 'Company', 200],
    ['watchBrand', 'Watch brand', 100],
    ['watchModel', 'Watch model', 100],
    ['serialNumber', 'Serial number', 100],
    ['issue', 'Request', 2000],
    ['priceNotes', 'Price notes', 1000],
  ])('holds %s to its limit, its type and what can be printed', (field, label, max) => {
    const wrong = (value: unknown) => errors(newRepairSchema, { ...repair, [field]: value })[field];
    expect(wrong('x'.repeat(max))).toBeUndefined();
    expect(wrong('x'.repeat(max + 1))).toEqual([`${label} must be at most ${max} characters`]);
    expect(wrong(5)).toEqual([`${label} must be text`]);
    expect(wrong('a\u202Eb')).toEqual([`${label} contains characters that cannot be printed`]);
    const html = '<img src=x onerror=alert(1)> ⌚ שלום';
    expect(newRepairSchema.parse({ ...repair, [field]: html })).toMatchObject({ [field]: html });
  });

  it('allows line breaks only in the address, the request and the price notes', () => {
    const broken = (field: string) => errors(newRepairSchema, { ...repair, [field]: 'a\r\nb' });
    for (const field of ['customerAddress', 'issue', 'priceNotes'])
      expect(broken(field)).toEqual({});
    for (const field of [
      'customerName',
      'customerCompany',
      'watchBrand',
      'watchModel',
      'serialNumber',
    ]) {
      expect(Object.keys(broken(field))).toEqual([field]);
    }
  });
});

describe('repairEditSchema', () => {
  it('leaves alone what is not named, and clears what is null', () => {
    expect(repairEditSchema.parse({})).toEqual({});
    expect(repairEditSchema.parse({ isSameDay: true })).toEqual({ isSameDay: true });
    const cleared = { serialNumber: null, repairPrice: null, priceNotes: null };
    expect(repairEditSchema.parse(cleared)).toEqual(cleared);
  });
});

it('a repair is assigned to a technician, and may come from another', () => {
  expect(assignSchema.parse({ technicianId: 't-1' })).toEqual({ technicianId: 't-1' });
  const reassigned = { technicianId: 't-2', fromTechnicianId: 't-1' };
  expect(assignSchema.parse(reassigned)).toEqual(reassigned);
});

it('a repair is completed in two ways', () => {
  const approved = { outcome: 'approved', notes: null };
  expect(completeSchema.parse({ outcome: 'approved' })).toEqual(approved);
  const declined = { outcome: 'declined', notes: 'done' };
  expect(completeSchema.parse({ ...declined, notes: ' done\r\n' })).toEqual(declined);
  expect(errors(completeSchema, { ...approved, notes: 'x'.repeat(2000) })).toEqual({});
});

it.each(['WH123456ABC', repair.repairId])('an estimate takes the repair %s', (repairId) => {
  const estimate = { repairId, amount: 150.5 };
  const defaults = { estimateId: null, again: false, work: null, lines: null, notes: null };
  expect(newEstimateSchema.parse(estimate)).toEqual({ ...estimate, ...defaults });
});

it('a new client stores a missing phone as an empty string and anything else missing as null', () => {
  const extras = mapFields(clientExtras, () => null);
  const stored = { name: 'Ada', email: 'none', phone: '', address: null, ...extras };
  const { name, email } = stored;
  for (const rest of [{}, { phone: '', address: '' }, { phone: null, address: null }]) {
    expect(newClientSchema.parse({ name, email, ...rest })).toEqual(stored);
  }
});

it('an edited client is stored without surrounding spaces', () => {
  const edited = { ...client, address: ' 1 Main St ' };
  expect(clientEditSchema.parse(edited)).toEqual({ ...client, address: '1 Main St' });
});

describe('refuses, with its message,', () => {
  const estimate = { repairId: 'WH123456ABC', amount: 1 };
  const select = { technicianId: ['Please select a technician'] };
  const outcome = { outcome: ['outcome must be approved or declined'] };
  const enter = { amount: ['Please enter an estimate amount'] };
  const valid = { amount: ['Please enter a valid estimate amount'] };
  const clientMissing = { name: ['Name is required'], email: ['Email is required'] };
  const password = { password: ['Password is required'] };
  const unknown = (key: string) => ({ '': [`Unrecognized key: "${key}"`] });
  const logIn = operations.logIn.body;

  it.each<[string, z.ZodType, unknown, Record<string, string[]>]>([
    [
      'an edit',
      repairEditSchema,
      { isSameDay: null, watchBrand: null, watchModel: '', issue: ' ' },
      {
        isSameDay: ['Same day must be true or false'],
        watchBrand: ['Watch brand is required'],
        watchModel: ['Watch model is required'],
        issue: ['Request is required'],
      },
    ],
    ['an edit', repairEditSchema, { status: 'ready' }, unknown('status')],
    ['an edit', repairEditSchema, { assignedTo: 'x' }, unknown('assignedTo')],
    ['an edit', repairEditSchema, { customerName: 'x' }, unknown('customerName')],
    ['an assignment', assignSchema, {}, select],
    [
      'an assignment',
      assignSchema,
      { technicianId: 't-2', fromTechnicianId: 5 },
      { fromTechnicianId: ['fromTechnicianId must be text'] },
    ],
    ['a completion', completeSchema, {}, outcome],
    ['a completion', completeSchema, { outcome: 'approve' }, outcome],
    [
      'a completion',
      completeSchema,
      { outcome: 'approved', notes: 'x'.repeat(2001) },
      { notes: ['Completion notes must be at most 2000 characters'] },
    ],
    ['an estimate', newEstimateSchema, { ...estimate, amount: undefined }, enter],
    ['an estimate', newEstimateSchema, { ...estimate, amount: 0 }, valid],
    ['an estimate', newEstimateSchema, { amount: 1 }, { repairId: ['repairId is required'] }],
    [
      'an estimate',
      newEstimateSchema,
      { ...estimate, notes: 'x'.repeat(1001) },
      { notes: ['Notes must be at most 1000 characters'] },
    ],
    ['a new client', newClientSchema, {}, clientMissing],
    [
      'an edited client',
      clientEditSchema,
      { ...client, email: 'ada@example', phone: 'none' },
      {
        email: ['Please enter a valid email address'],
        phone: ['Please enter a valid phone number'],
      },
    ],
    [
      'an edited client',
      clientEditSchema,
      { ...client, address: 'x'.repeat(501) },
      { address: ['Address must be at most 500 characters'] },
    ],
    ['a login', logIn, {}, password],
    ['a login', logIn, { password: 5 }, password],
    [
      'a login',
      logIn,
      { password: 'x'.repeat(201) },
      { password: ['Password must be at most 200 characters'] },
    ],
  ])('%s', (_what, schema, input, expected) => {
    expect(errors(schema, input)).toEqual(expected);
  });

  it.each(['name', 'email', 'phone'])('an edited client without %s', (field) => {
    const missing = 'Please fill in all required fields (Name, Email, Phone)';
    for (const nothing of [undefined, null, '', '  ']) {
      const input = { ...client, [field]: nothing };
      expect(errors(clientEditSchema, input)).toEqual({ [field]: [missing] });
    }
  });
});

it('a login takes the password as it was typed', () => {
  const { body } = operations.logIn;
  expect(body.parse({ password: ' e\u0301 ' })).toEqual({ password: ' e\u0301 ' });
  expect(errors(body, { password: 'x'.repeat(200) })).toEqual({});
});

describe('the queries', () => {
  const repairs = operations.listRepairs.query;

  it('have defaults', () => {
    expect(repairs.parse({})).toEqual({ limit: 50 });
    expect(operations.listClients.query.parse({})).toEqual({ limit: 50 });
  });

  it('read what an address holds', () => {
    const query = {
      limit: '100',
      cursor: 'abc',
      status: 'pending',
      sameDay: 'false',
      technicianId: 't-1',
      clientId: 'c-1',
      q: 'Núñez 212',
    };
    expect(repairs.parse(query)).toEqual({
      ...query,
      limit: 100,
      status: ['pending'],
      sameDay: false,
    });
    expect(repairs.parse({ status: ['pending', 'ready'] }).status).toEqual(['pending', 'ready']);
    expect(operations.listEstimates.query.parse({ repairId: 'WH1' }).repairId).toEqual(['WH1']);
    expect(operations.getPhoto.query.parse({ w: '640' })).toEqual({ w: 640 });
  });

  it.each([
    [{ limit: '0' }, { limit: ['limit must be 1 to 100'] }],
    [{ limit: '101' }, { limit: ['limit must be 1 to 100'] }],
    [{ limit: '' }, { limit: ['limit must be 1 to 100'] }],
    [{ limit: '1.5' }, { limit: ['limit must be a whole number'] }],
    [{ limit: 'all' }, { limit: ['limit must be a number'] }],
    [{ cursor: 'x'.repeat(301) }, { cursor: ['cursor was not issued by this server'] }],
    [{ cursor: ['a', 'b'] }, { cursor: ['cursor was not issued by this server'] }],
    [{ status: 'done' }, { 'status.0': ['status is not one that a repair can have'] }],
    [{ status: Array(101).fill('ready') }, { status: ['at most 100 values'] }],
    [{ sameDay: '1' }, { sameDay: ['sameDay must be true or false'] }],
    [{ q: 'x'.repeat(301) }, { q: ['q must be at most 300 characters'] }],
    [{ q: 'a\0b' }, { q: ['q contains characters that cannot be printed'] }],
    [{ q: ['a', 'b'] }, { q: ['q must be text'] }],
    [{ q: Array(300).fill('a') }, { q: ['q must be text'] }],
    [
      { technicianId: 'x'.repeat(41) },
      { technicianId: ['technicianId must be at most 40 characters'] },
    ],
    [{ statuses: 'ready' }, { '': ['Unrecognized key: "statuses"'] }],
  ])('refuse %j', (query, expected) => {
    expect(errors(repairs, query)).toEqual(expected);
  });

  it('know the widths of photos', () => {
    expect(errors(operations.getPhoto.query, { w: '641' })).toEqual({
      w: ['w must be one of 320, 640, 1280'],
    });
  });
});

const parameters = Object.entries(operations).flatMap(([name, op]) =>
  'params' in op ? Object.keys(op.params.shape).map((field) => [name, field, op.params]) : [],
) as [string, string, z.ZodType][];

it.each(parameters)('%s refuses a %s that no path holds', (_name, field, params) => {
  expect(Object.keys(errors(params, { [field]: 'x'.repeat(101) }))).toContain(field);
  expect(Object.keys(errors(params, { [field]: 'a\0b' }))).toContain(field);
});
