import { describe, expect, it } from 'vitest';
import { missingFromCustomer, readClientRow, readRepairRow } from './import-rows.ts';
import { guessColumns } from './transfer-columns.ts';

const context = {
  technicians: [
    { id: 'ana', name: 'Ana', isUnused: false },
    { id: 'zoe', name: 'Zoë Quinn', isUnused: false },
    { id: 'tom', name: 'Tom', isUnused: true },
  ],
  timeZone: 'UTC',
  isEmailRequired: true,
  now: Date.parse('2026-11-21T12:00:00Z'),
};
const usual = { 'Watch brand': 'Omega', 'Watch model': 'Geneve', Request: 'Stopped' };

function repair(cells: Record<string, string>) {
  const row = { ...usual, ...cells };
  const match = guessColumns('repairs', Object.keys(row));
  return readRepairRow(Object.values(row), match, context);
}
const item = (cells: Record<string, string>) => {
  const reading = repair(cells);
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  return reading.item;
};
const problem = (cells: Record<string, string>) => {
  const reading = repair(cells);
  return 'problems' in reading ? reading.problems.map(({ message }) => message) : [];
};

describe('a repair from a row', () => {
  it('has the status that is given, in our words or in others’', () => {
    for (const [said, status] of [
      ['In Progress', 'in-progress'],
      ['in_progress', 'in-progress'],
      ['READY FOR PICKUP', 'ready'],
      ['closed', 'completed'],
    ] as const) {
      expect(item({ Status: said, Technician: 'ANA' }).status).toBe(status);
    }
    expect(problem({ Status: 'melted' })).toEqual([expect.stringContaining('"melted"')]);
  });

  it('is not open with a technician who is marked “Not used”', () => {
    const refused = [
      'Tom is marked “Not used”, so no one would see an open repair. Leave it empty, or name another technician',
    ];
    expect(problem({ Status: 'assigned', Technician: 'Tom' })).toEqual(refused);
    expect(problem({ Technician: 'Tom' })).toEqual(refused);
    expect(item({ Status: 'completed', Technician: 'Tom' }).technician).toMatchObject({
      id: 'tom',
    });
  });

  it('has the status that its other cells imply if none is given', () => {
    expect(item({}).status).toBe('pending');
    expect(item({ Technician: 'zoe quinn' })).toMatchObject({
      status: 'assigned',
      technician: { id: 'zoe', name: 'Zoë Quinn' },
    });
    expect(item({ Status: 'pending', 'Technician ID': 'ana' }).status).toBe('assigned');
    expect(item({ 'Completed at': '2024-05-05' }).status).toBe('completed');
  });

  it('was collected if the file says so, at the time that it says', () => {
    const done = '2024-05-05T12:00:00.000Z';
    const out = '2024-05-09T12:00:00.000Z';
    for (const [cells, isHandedOut, collectedAt] of [
      [{ 'Completed at': '2024-05-05', 'Picked up': '5/9/2024' }, true, out],
      [{ 'Completed at': '2024-05-05', 'Pickup date': '5/9/2024', Collected: 'yes' }, true, out],
      [{ 'Completed at': '2024-05-05', 'Picked up': 'yes' }, true, null],
      [{ 'Completed at': '2024-05-05', 'Picked up': 'no' }, false, null],
      [{ 'Completed at': '2024-05-05', 'Picked up': '' }, false, null],
      [{ 'Completed at': '2024-05-05', Status: 'Picked up' }, true, done],
      [{ Status: 'delivered' }, true, null],
      // A file that says nothing about it is a list of what was done.
      [{ 'Completed at': '2024-05-05' }, true, null],
      [{ Status: 'ready for pickup' }, false, null],
      [{ Status: 'pending', 'Picked up': 'no' }, false, null],
      [{}, false, null],
    ] as const) {
      expect(item(cells), JSON.stringify(cells)).toMatchObject({ isHandedOut, collectedAt });
    }
    expect(
      item({ 'Pickup date': '5/9/2024', 'Picked up by': 'Bo', 'Pickup note': 'Cash' }),
    ).toMatchObject({
      status: 'completed',
      collectedBy: 'Bo',
      collectedNote: 'Cash',
      isUnrepaired: false,
    });
    expect(
      item({ 'Picked up': '5/9/2024', Carrier: 'UPS', Tracking: '1Z9', 'Insured value': '$2,500' }),
    ).toMatchObject({ shippedBy: 'UPS', trackingNumber: '1Z9', insuredValue: 2_500 });
    expect(item({ 'Picked up': '5/9/2024', 'ID seen': 'yes' })).toMatchObject({
      ...{ claimCheckSeen: false, idSeen: true, shippedBy: null },
    });
    // It is not known to have left.
    expect(item({ Status: 'ready', Carrier: 'UPS', 'ID seen': 'yes' })).toMatchObject({
      ...{ shippedBy: null, idSeen: false },
    });
    expect(item({ Status: 'done', 'Not repaired': 'yes', 'Picked up by': 'Bo' })).toMatchObject({
      isUnrepaired: true,
      collectedBy: null,
    });
    expect(problem({ Status: 'pending', 'Picked up': '5/9/2024' })).toEqual([
      'Collected at is given, but the status is pending',
    ]);
    expect(problem({ Status: 'done', 'Picked up': 'perhaps' })).toEqual([
      expect.stringContaining('Collected must be a date'),
    ]);
  });

  it('goes back to work if only an estimate’s answer was missing', () => {
    expect(item({ Status: 'estimate-sent' })).toMatchObject({
      status: 'pending',
      lostEstimate: true,
    });
    expect(item({ Status: 'estimate-declined', Technician: 'Ana' })).toMatchObject({
      status: 'assigned',
      lostEstimate: true,
    });
    expect(item({ Status: 'completed' }).lostEstimate).toBe(false);
  });

  it('is refused if a cell is wrong or missing, with the reason', () => {
    expect(problem({ Status: 'in-progress' })).toEqual([
      'Technician is required for a repair that is in-progress',
    ]);
    expect(problem({ Status: 'ready', 'Same day': 'maybe', 'Repair price': '-5' })).toEqual([
      'Same day must be yes or no, not "maybe"',
      'Repair price must be an amount in dollars such as 1,250.00, at most 999,999.99, not "-5"',
    ]);
    expect(problem({ Status: 'assigned', Technician: 'Bob' })).toEqual([
      'Technician "Bob" is not one of this shop’s (Ana, Zoë Quinn, Tom)',
    ]);
    expect(problem({ 'Ticket number': 'x'.repeat(101) })).toEqual([
      'It must be at most 100 characters',
    ]);
  });

  it('keeps a number in our format, and takes any other for the other program’s', () => {
    const id = '019a0000-0000-7000-8000-000000000001';
    expect(item({ 'Ticket number': 'wh123456abc' })).toMatchObject({
      ticketNumber: 'WH123456ABC',
      externalId: null,
    });
    expect(item({ 'Ticket number': '10432' })).toMatchObject({
      ticketNumber: null,
      externalId: '10432',
    });
    expect(item({ 'Repair ID': 'R-7', 'Ticket number': '10432' }).externalId).toBe('R-7');
    expect(item({ 'Repair ID': id.toUpperCase(), 'Ticket number': '10432' })).toMatchObject({
      repairId: id,
      externalId: null,
    });
  });

  it('may leave out details of a known customer, but not of a new one', () => {
    const { customer } = item({ 'Customer name': 'Ann', Phone: '212 555 0101' });
    expect(customer).toMatchObject({ name: 'Ann', email: null });
    expect(missingFromCustomer(customer)).toEqual([
      { column: 'Email', message: 'Email is required' },
    ]);
  });
});

describe('a client from a row', () => {
  it('is checked as in the form, each field on its own', () => {
    const match = { name: 0, email: 1, phone: 2 };
    expect(readClientRow(['Zoë', 'Z@example.com', ''], match, context)).toMatchObject({
      item: { name: 'Zoë', email: 'Z@example.com', phone: '', address: null, isDeleted: false },
    });
    expect(readClientRow(['', 'z@'], match, context)).toEqual({
      problems: [
        { column: 'Name', message: 'Name is required' },
        { column: 'Email', message: 'Please enter a valid email address' },
      ],
    });
  });
});
