import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
import { mapFields } from './field-list.ts';
import { repairFields } from './repair-fields.ts';

/** The messages by path, e.g. { customerName: ['Customer name is required'] }; '' is the whole. */
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
  it('fills in what may be missing', () => {
    expect(newRepairSchema.parse(repair)).toEqual({
      ...mapFields(repairFields, () => null),
      ...repair,
      clientId: null,
      asNewClient: false,
      confirmClientChanges: false,
      customerAddress: null,
      isSameDay: false,
    });
  });

  it('takes a client to be added, but not with one that was chosen', () => {
    const another = { ...repair, asNewClient: true };
    expect(newRepairSchema.parse(another)).toMatchObject({ asNewClient: true, clientId: null });
    const both = newRepairSchema.safeParse({ ...another, clientId: 'c-1' });
    expect(both.error?.issues).toMatchObject([
      { path: ['asNewClient'], message: 'asNewClient cannot go together with clientId' },
    ]);
  });

  it('takes everything that may be there', () => {
    const full = {
      ...mapFields(repairFields, () => null),
      ...repair,
      clientId: 'c-1',
      customerAddress: '1 Analytical Way\nNew York',
      serialNumber: '77061234',
      repairPrice: 150.5,
      priceNotes: 'Parts included',
      isSameDay: true,
    };
    expect(newRepairSchema.parse(full)).toEqual({
      ...full,
      asNewClient: false,
      confirmClientChanges: false,
    });
  });

  it.each([null, ''])('takes %j for each of the optional ones', (nothing) => {
    const parsed = newRepairSchema.parse({
      ...repair,
      clientId: nothing,
      customerAddress: nothing,
      serialNumber: nothing,
      priceNotes: nothing,
    });
    expect(parsed).toMatchObject({
      clientId: null,
      customerAddress: null,
      serialNumber: null,
      priceNotes: null,
    });
  });

  it.each(['none', 'ada@example', 'Ada <ada@example.com>'])('takes the e-mail %s', (email) => {
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
      repairId: ['repairId must be a UUID in small letters'],
    });
  });

  it.each([
    ['customerName', 'Customer name', 200],
    ['customerAddress', 'Address', 500],
    ['watchBrand', 'Watch brand', 100],
    ['watchModel', 'Watch model', 100],
    ['serialNumber', 'Serial number', 100],
    ['issue', 'Request', 2000],
    ['priceNotes', 'Price notes', 1000],
  ])('holds %s to its limit, its type and what can be printed', (field, label, max) => {
    expect(errors(newRepairSchema, { ...repair, [field]: 'x'.repeat(max) })).toEqual({});
    expect(errors(newRepairSchema, { ...repair, [field]: 'x'.repeat(max + 1) })).toEqual({
      [field]: [`${label} must be at most ${max} characters`],
    });
    expect(errors(newRepairSchema, { ...repair, [field]: 5 })).toEqual({
      [field]: [`${label} must be text`],
    });
    expect(errors(newRepairSchema, { ...repair, [field]: 'a\u202Eb' })).toEqual({
      [field]: [`${label} contains characters that cannot be printed`],
    });
    const html = '<img src=x onerror=alert(1)> ⌚ שלום';
    expect(newRepairSchema.parse({ ...repair, [field]: html })).toMatchObject({ [field]: html });
  });

  it.each([
    ['customerPhone', '<b>2125550101</b>', 'Please enter a valid phone number'],
    ['repairPrice', '<b>150</b>', 'Repair price must be a number'],
    ['repairPrice', '150', 'Repair price must be a number'],
    ['repairPrice', -1, 'Repair price must be 0 or more'],
    ['repairPrice', 0.001, 'Repair price must be at most 999999.99, with at most 2 decimals'],
    ['isSameDay', 'yes', 'Same day must be true or false'],
    ['clientId', 5, 'clientId must be text'],
    ['clientId', 'x'.repeat(41), 'clientId must be at most 40 characters'],
    ['clientId', 'a\0', 'clientId contains characters that cannot be printed'],
  ])('refuses %s %j', (field, value, message) => {
    expect(errors(newRepairSchema, { ...repair, [field]: value })).toEqual({ [field]: [message] });
  });

  it('breaks lines only in the address, the request and the price notes', () => {
    const broken = (field: string) => errors(newRepairSchema, { ...repair, [field]: 'a\r\nb' });
    for (const field of ['customerAddress', 'issue', 'priceNotes'])
      expect(broken(field)).toEqual({});
    for (const field of ['customerName', 'watchBrand', 'watchModel', 'serialNumber']) {
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

  it('clears nothing that a ticket needs', () => {
    expect(
      errors(repairEditSchema, { isSameDay: null, watchBrand: null, watchModel: '', issue: ' ' }),
    ).toEqual({
      isSameDay: ['Same day must be true or false'],
      watchBrand: ['Watch brand is required'],
      watchModel: ['Watch model is required'],
      issue: ['Request is required'],
    });
  });

  it.each(['status', 'ticketNumber', 'repairId', 'assignedTo', 'customerName'])(
    'does not take %s',
    (field) => {
      expect(errors(repairEditSchema, { [field]: 'x' })).toEqual({
        '': [`Unrecognized key: "${field}"`],
      });
    },
  );
});

describe('assignSchema', () => {
  it.each([{}, { technicianId: null }, { technicianId: '' }, { technicianId: '  ' }])(
    '%j: a technician must be chosen',
    (body) => {
      expect(errors(assignSchema, body)).toEqual({ technicianId: ['Please select a technician'] });
    },
  );

  it('takes a technician, and from whom the repair comes', () => {
    expect(assignSchema.parse({ technicianId: 't-1' })).toEqual({ technicianId: 't-1' });
    const handedOn = { technicianId: 't-2', fromTechnicianId: 't-1' };
    expect(assignSchema.parse(handedOn)).toEqual(handedOn);
    expect(errors(assignSchema, { technicianId: 't-2', fromTechnicianId: 5 })).toEqual({
      fromTechnicianId: ['fromTechnicianId must be text'],
    });
  });
});

describe('completeSchema', () => {
  it('has two flavours', () => {
    expect(completeSchema.parse({ outcome: 'approved' })).toEqual({
      outcome: 'approved',
      notes: null,
    });
    expect(completeSchema.parse({ outcome: 'declined', notes: ' done\r\n' })).toEqual({
      outcome: 'declined',
      notes: 'done',
    });
  });

  it.each([{}, { outcome: null }, { outcome: 'approve' }, { outcome: 1 }])('%j is none', (body) => {
    expect(errors(completeSchema, body)).toEqual({
      outcome: ['outcome must be approved or declined'],
    });
  });

  it('limits the note', () => {
    expect(errors(completeSchema, { outcome: 'approved', notes: 'x'.repeat(2000) })).toEqual({});
    expect(errors(completeSchema, { outcome: 'approved', notes: 'x'.repeat(2001) })).toEqual({
      notes: ['Completion notes must be at most 2000 characters'],
    });
  });
});

describe('newEstimateSchema', () => {
  it.each([
    [undefined, 'Please enter an estimate amount'],
    [null, 'Please enter an estimate amount'],
    ['', 'Please enter an estimate amount'],
    ['abc', 'Please enter a valid estimate amount'],
    [0, 'Please enter a valid estimate amount'],
    [-5, 'Please enter a valid estimate amount'],
  ])('amount %j: %s', (amount, message) => {
    expect(errors(newEstimateSchema, { repairId: 'WH123456ABC', amount })).toEqual({
      amount: [message],
    });
  });

  it('takes the ticket number or the repair id', () => {
    for (const repairId of ['WH123456ABC', repair.repairId]) {
      expect(newEstimateSchema.parse({ repairId, amount: 150.5 })).toEqual({
        estimateId: null,
        again: false,
        repairId,
        amount: 150.5,
        notes: null,
      });
    }
    expect(errors(newEstimateSchema, { amount: 1 })).toEqual({
      repairId: ['repairId is required'],
    });
    const notes = 'x'.repeat(1001);
    expect(errors(newEstimateSchema, { repairId: 'WH1', amount: 1, notes })).toEqual({
      notes: ['Notes must be at most 1000 characters'],
    });
  });
});

describe('newClientSchema', () => {
  it('needs a name and an e-mail, in the specification’s words', () => {
    const expected = { name: ['Name is required'], email: ['Email is required'] };
    expect(errors(newClientSchema, {})).toEqual(expected);
    expect(errors(newClientSchema, { name: '', email: '' })).toEqual(expected);
    expect(errors(newClientSchema, { name: null, email: null })).toEqual(expected);
  });

  it('takes an e-mail of any shape', () => {
    expect(newClientSchema.parse({ name: 'Ada', email: 'none' })).toMatchObject({ email: 'none' });
  });

  it('stores no phone as the empty text and no address as null', () => {
    const stored = { name: 'Ada', email: 'ada@example.com', phone: '', address: null };
    const { name, email } = stored;
    expect(newClientSchema.parse({ name, email })).toEqual(stored);
    expect(newClientSchema.parse({ name, email, phone: '', address: '' })).toEqual(stored);
    expect(newClientSchema.parse({ name, email, phone: null, address: null })).toEqual(stored);
  });
});

describe('clientEditSchema', () => {
  const missing = 'Please fill in all required fields (Name, Email, Phone)';

  it.each(['name', 'email', 'phone'])('needs %s, in the specification’s words', (field) => {
    for (const nothing of [undefined, null, '', '  ']) {
      expect(errors(clientEditSchema, { ...client, [field]: nothing })).toEqual({
        [field]: [missing],
      });
    }
  });

  it('checks the e-mail and the phone', () => {
    expect(errors(clientEditSchema, { ...client, email: 'ada@example', phone: 'none' })).toEqual({
      email: ['Please enter a valid email address'],
      phone: ['Please enter a valid phone number'],
    });
  });

  it('limits the address', () => {
    expect(errors(clientEditSchema, { ...client, address: 'x'.repeat(501) })).toEqual({
      address: ['Address must be at most 500 characters'],
    });
  });

  it('takes a client', () => {
    expect(clientEditSchema.parse({ ...client, address: ' 1 Main St ' })).toEqual({
      ...client,
      address: '1 Main St',
    });
  });
});

describe('every body', () => {
  const bodies = Object.entries(operations).flatMap(([name, operation]) =>
    'body' in operation ? [[name, operation.body as z.ZodType] as const] : [],
  );

  it.each(bodies)('%s names keys that it does not know', (_name, body) => {
    expect(errors(body, { nonsense: 1 })['']).toEqual(['Unrecognized key: "nonsense"']);
    expect(errors(body, JSON.parse('{"__proto__": {"isAdmin": true}, "more": 1}'))['']).toEqual([
      'Unrecognized keys: "__proto__", "more"',
    ]);
  });

  it.each(bodies)('%s wants an object', (_name, body) => {
    for (const [input, what] of [
      [[], 'array'],
      [null, 'null'],
      ['{}', 'string'],
      [undefined, 'undefined'],
    ]) {
      expect(errors(body, input)).toEqual({
        '': [`Invalid input: expected object, received ${what}`],
      });
    }
  });

  it.each(bodies)('%s can be described', (_name, body) => {
    expect(z.toJSONSchema(body, { io: 'input' })).toMatchObject({
      type: 'object',
      additionalProperties: false,
    });
  });
});

describe('log in', () => {
  const { body } = operations.logIn;

  it.each([{}, { password: null }, { password: '' }, { password: 5 }])('%j', (input) => {
    expect(errors(body, input)).toEqual({ password: ['Password is required'] });
  });

  it('takes the password as it was typed', () => {
    expect(body.parse({ password: ' e\u0301 ' })).toEqual({ password: ' e\u0301 ' });
    expect(errors(body, { password: 'x'.repeat(200) })).toEqual({});
    expect(errors(body, { password: 'x'.repeat(201) })).toEqual({
      password: ['Password must be at most 200 characters'],
    });
  });
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
    [{ cursor: 'x'.repeat(301) }, { cursor: ['cursor is not one of ours'] }],
    [{ cursor: ['a', 'b'] }, { cursor: ['cursor is not one of ours'] }],
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

describe('the operations', () => {
  const all = Object.values(operations);

  it('have these addresses', () => {
    expect(all.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/session',
      'GET /api/session',
      'DELETE /api/session',
      'GET /api/shop',
      'PUT /api/shop/closed-for-moving',
      'GET /api/overview',
      'GET /api/repairs',
      'POST /api/repairs',
      'POST /api/repairs/{ticketNumber}/undo-client-changes',
      'GET /api/repairs/{ticketNumber}',
      'PATCH /api/repairs/{ticketNumber}',
      'POST /api/repairs/{ticketNumber}/assign',
      'POST /api/repairs/{ticketNumber}/start',
      'POST /api/repairs/{ticketNumber}/complete',
      'DELETE /api/repairs/{ticketNumber}',
      'PUT /api/repairs/{ticketNumber}/photos/{kind}',
      'GET /photos/repair-photos/{name}',
      'GET /api/clients',
      'POST /api/clients',
      'GET /api/clients/{id}',
      'GET /api/clients/{id}/events',
      'PATCH /api/clients/{id}',
      'DELETE /api/clients/{id}',
      'GET /api/technicians',
      'GET /api/estimates',
      'POST /api/estimates',
      'POST /api/estimates/{id}/answer',
      'DELETE /api/estimates/{id}',
      'GET /api/sessions',
      'DELETE /api/sessions/{id}',
      'DELETE /api/sessions',
      'PUT /api/password',
      'GET /api/deleted',
      'POST /api/deleted/repairs/{ticketNumber}/restore',
      'DELETE /api/deleted/repairs/{ticketNumber}',
      'POST /api/deleted/clients/{id}/restore',
      'DELETE /api/deleted/clients/{id}',
      'POST /api/estimates/preview',
      'GET /api/messages',
      'POST /api/repairs/{ticketNumber}/messages',
      'POST /api/messages/{id}/resend',
      'POST /api/messages/{id}/book',
      'POST /api/messages/{id}/reply',
      'GET /api/attention',
      'POST /api/attention/{id}/handled',
      'POST /api/functions/send-sms',
      'POST /api/functions/send-completion',
      'POST /api/simulator/replies',
      'GET /api/backups',
      'POST /api/backups',
      'GET /api/export',
      'POST /api/imports/check',
      'POST /api/imports/rejected',
      'PUT /api/imports/{importId}',
      'GET /api/imports/{importId}',
    ]);
  });

  it('carry the revision where the screens poll', () => {
    const polled = Object.entries(operations).flatMap(([name, op]) =>
      'hasRevision' in op ? [name] : [],
    );
    expect(polled).toEqual([
      'getOverview',
      'listRepairs',
      'getRepair',
      'listClients',
      'getClient',
      'listClientEvents',
      'listTechnicians',
      'listEstimates',
      'listMessages',
      'listAttention',
    ]);
  });

  const parameters = Object.entries(operations).flatMap(([name, op]) =>
    'params' in op ? Object.keys(op.params.shape).map((field) => [name, field, op.params]) : [],
  ) as [string, string, z.ZodType][];

  it.each(parameters)('%s refuses a %s that no path holds', (_name, field, params) => {
    expect(Object.keys(errors(params, { [field]: 'x'.repeat(101) }))).toContain(field);
    expect(Object.keys(errors(params, { [field]: 'a\0b' }))).toContain(field);
  });

  it.each(Object.entries(operations))('%s checks exactly the parameters of its path', (_n, op) => {
    const named = [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const checked = 'params' in op ? Object.keys(op.params.shape) : [];
    expect(checked).toEqual(named);
  });

  it('need a session, but for logging in and out and the photos', () => {
    const open = Object.entries(operations).flatMap(([name, op]) =>
      'isPublic' in op ? [name] : [],
    );
    expect(open).toEqual(['logIn', 'logOut', 'getPhoto']);
  });

  it('answer with success', () => {
    const statuses = all.flatMap(({ responses }) => Object.keys(responses));
    expect(new Set(statuses)).toEqual(new Set(['200', '201', '202', '204']));
  });
});
