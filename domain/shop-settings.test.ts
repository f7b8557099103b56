import { describe, expect, it } from 'vitest';
import { defaultShopSettings, shopSettingsSchema } from './shop-settings.ts';

const presets = (...names: string[]) => names.map((name) => ({ name, price: 120 }));

/** Each complaint as "path: message". */
function complaints(config: unknown): string[] {
  const issues = shopSettingsSchema.safeParse(config).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

type Config = typeof defaultShopSettings;

/** The defaults, changed. Takes broken values on purpose, hence the loose type. */
function changed(change: (config: Record<keyof Config, Record<string, unknown>>) => void) {
  const config = structuredClone(defaultShopSettings);
  change(config as unknown as Record<keyof Config, Record<string, unknown>>);
  return config;
}
const shopWith = (field: string, value: unknown) =>
  changed((config) => {
    config.shop[field] = value;
  });
function thirdTechnicianWith(field: string, value: unknown) {
  const config = structuredClone(defaultShopSettings);
  Object.assign(config.technicians[2] ?? {}, { [field]: value });
  return config;
}

describe('the defaults', () => {
  it('are a valid configuration', () => {
    expect(shopSettingsSchema.parse(defaultShopSettings)).toEqual(defaultShopSettings);
  });

  it('are six neutral technicians with the specification’s specialties', () => {
    expect(
      defaultShopSettings.technicians.map(({ name, specialties }) => [name, ...specialties]),
    ).toEqual([
      ['Technician 1', 'Rolex', 'Omega', 'Swiss'],
      ['Technician 2', 'Citizen', 'Seiko', 'Casio'],
      ['Technician 3', 'TAG Heuer', 'Breitling', 'Luxury'],
      ['Technician 4', 'Vintage', 'Antique', 'Restoration'],
      ['Technician 5', 'Digital', 'Smart Watches', 'Modern'],
      ['Technician 6', 'Mechanical', 'Automatic', 'Manual'],
    ]);
    expect(new Set(defaultShopSettings.technicians.map(({ id }) => id)).size).toBe(6);
  });

  it('are not a real address, phone or email', () => {
    expect(defaultShopSettings.shop.phone).toMatch(/555-01\d\d$/);
    const emails = [defaultShopSettings.shop, ...defaultShopSettings.technicians].map(
      ({ email }) => email,
    );
    expect(emails.filter((email) => !email.endsWith('@example.com'))).toEqual([]);
  });
});

describe('the technicians', () => {
  const withTechnicians = (technicians: unknown[]) =>
    complaints({ ...defaultShopSettings, technicians });
  const six = defaultShopSettings.technicians;

  it.each([0, 1, 5, 7])('are not %i', (count) => {
    const technicians = [...six, { ...six[0], id: 'technician-7' }].slice(0, count);
    expect(withTechnicians(technicians)).toEqual([
      'technicians: There must be exactly 6 technicians',
    ]);
  });

  it('have an id each, told apart by more than spaces', () => {
    for (const id of ['technician-1', ' technician-1 ']) {
      const twice = 'technicians.2.id: ID "technician-1" is used twice';
      expect(complaints(thirdTechnicianWith('id', id))).toEqual([twice]);
    }
    expect(withTechnicians(six.map((one) => ({ ...one, id: 'same' })))).toHaveLength(5);
  });

  const many = (count: number) => Array(count).fill('Rolex');
  it.each<[field: string, value: unknown, message: string, path?: string]>([
    ['id', undefined, 'ID is required'],
    ['id', '', 'ID is required'],
    ['id', 3, 'ID must be text'],
    ['id', 'Technician 3', 'ID may contain only lowercase letters, digits and hyphens'],
    ['name', undefined, 'Name is required'],
    ['name', ' ', 'Name is required'],
    ['name', 'Two\nlines', 'Name contains characters that cannot be printed'],
    ['email', 5, 'Email must be text'],
    ['email', 'nobody', 'Email must be an email address'],
    ['email', '<b>a@b.c</b>', 'Email must be an email address'],
    ['specialties', undefined, 'Specialties must be a list of text values'],
    ['specialties', 'Rolex', 'Specialties must be a list of text values'],
    ['specialties', [], 'Specialties must list at least one'],
    ['specialties', many(11), 'Specialties must list at most ten'],
    ['specialties', ['Rolex', ''], 'Specialty is required', 'specialties.1'],
    ['specialties', ['Rolex', 5], 'Specialty must be text', 'specialties.1'],
    ['specialties', ['x'.repeat(61)], 'Specialty must be at most 60 characters', 'specialties.0'],
  ])('%s %j', (field, value, message, path = field) => {
    const found = complaints(thirdTechnicianWith(field, value));
    expect(found).toContain(`technicians.2.${path}: ${message}`);
    expect(found.filter((one) => !one.startsWith(`technicians.2.${path}: `))).toEqual([]);
  });

  it.each([
    ['id', 'ID', 'x', 40],
    ['name', 'Name', 'x', 80],
    ['email', 'Email', 'a@b.c', 254],
  ])('hold their %s to its limit', (field, label, shortest, max) => {
    const found = (value: string) => complaints(thirdTechnicianWith(field, value));
    expect([found(shortest), found(shortest.padEnd(max, 'x'))]).toEqual([[], []]);
    const tooLong = `technicians.2.${field}: ${label} must be at most ${max} characters`;
    expect(found(shortest.padEnd(max + 1, 'x'))).toEqual([tooLong]);
  });

  it.each(['', undefined, null])('may do without an email: %j', (email) => {
    expect(complaints(thirdTechnicianWith('email', email))).toEqual([]);
  });

  it.each([['x'.repeat(60)], many(10)])('hold one to ten specialties: %j', (...specialties) => {
    expect(complaints(thirdTechnicianWith('specialties', specialties))).toEqual([]);
  });

  it('know no other field', () => {
    const unknown = 'technicians.2: Unrecognized key: "phone"';
    expect(complaints(thirdTechnicianWith('phone', '1'))).toEqual([unknown]);
  });
});

describe('the business text', () => {
  const found = (field: string, value: unknown) => complaints(shopWith(field, value));

  it.each([
    ['2075550111', '(207) 555-0111'],
    ['+1 207 555 0111', '(207) 555-0111'],
    ['+47 92 34 56 78', '+47 92 34 56 78'],
    ['1-800-WATCHES', '1-800-WATCHES'],
  ])('has its phone formatted as customers’ are: %s', (typed, phone) => {
    expect(shopSettingsSchema.parse(shopWith('phone', typed)).shop.phone).toBe(phone);
  });

  it.each([
    ['name', 'Name'],
    ['address', 'Address'],
    ['phone', 'Phone'],
    ['email', 'Email'],
  ])('needs its %s', (field, label) => {
    const at = `shop.${field}: ${label}`;
    expect(found(field, undefined)).toEqual([`${at} is required`]);
    expect(found(field, null)).toEqual([`${at} is required`]);
    expect(found(field, 5)).toEqual([`${at} must be text`]);
    expect(found(field, '  ')[0]).toBe(`${at} is required`);
  });

  it.each([
    ['name', 'Name', 60],
    ['address', 'Address', 200],
    ['social', 'Social handle', 60],
    ['phone', 'Phone', 30],
  ])('holds a %s (%s) of up to %i characters', (field, label, max) => {
    expect([found(field, '123'), found(field, '1'.repeat(max))]).toEqual([[], []]);
    const tooLong = `shop.${field}: ${label} must be at most ${max} characters`;
    expect(found(field, '1'.repeat(max + 1))).toEqual([tooLong]);
  });

  it.each([
    ['address', 'a\tb', ['shop.address: Address contains characters that cannot be printed']],
    ['phone', 'call us', ['shop.phone: Phone must be a phone number']],
    ['email', 'shop@example', ['shop.email: Email must be an email address']],
    ['website', 'x', ['shop: Unrecognized key: "website"']],
    ['phone', '1-800-WATCHES', []],
    ['phone', '+47 92 34 56 78', []],
    ['name', 'x', []],
    ['social', ' ', []],
  ])('%s %j: %j', (field, value, expected) => {
    expect(found(field, value)).toEqual(expected);
  });
});

/** The defaults with other values in a section. */
const withSection = (section: keyof Config, values: unknown) => ({
  ...defaultShopSettings,
  [section]: values,
});
const newYork = { ...defaultShopSettings.calendar, timeZone: 'America/New_York' };

it('fills in what an earlier version did not store', () => {
  const { shop, technicians } = defaultShopSettings;
  const older = technicians.map(
    ({ isAway: _away, isUnused: _unused, ...technician }) => technician,
  );
  expect(shopSettingsSchema.parse({ shop, technicians: older })).toEqual(defaultShopSettings);
});

it.each<[section: keyof Config, value: unknown]>([
  ['calendar', { ...newYork, openDays: ['sun'], hours: { from: '00:00', to: '23:59' } }],
  ['calendar', { ...newYork, dayHours: { thu: { from: '09:00', to: '20:00' } } }],
  [
    'calendar',
    {
      ...newYork,
      closedDates: [
        { from: '2026-11-26', to: '2026-11-26', name: 'Thanksgiving Day' },
        { from: '2026-12-24', to: '2027-01-02', name: null },
      ],
    },
  ],
  ['calendar', { ...newYork, usualDays: 1 }],
  ['calendar', { ...newYork, usualDays: 365 }],
  ['intake', { isEmailRequired: false }],
  ['ticket', { printsReadyBy: true, terms: null }],
  ['texts', { ...defaultShopSettings.texts, estimateValidDays: 1 }],
  ['texts', { ...defaultShopSettings.texts, estimateValidDays: 365 }],
  ['texts', { ...defaultShopSettings.texts, holdSeconds: 0 }],
  ['texts', { ...defaultShopSettings.texts, holdSeconds: 300 }],
  ['texts', { ...defaultShopSettings.texts, estimateExpiresAfterDays: 1 }],
  ['texts', { ...defaultShopSettings.texts, automaticToStrangers: 0 }],
  ['texts', { ...defaultShopSettings.texts, automaticToStrangers: 10_000 }],
  ['taxThousandths', 8875],
  ['taxThousandths', 20_000],
  ['backups', null],
  ['backups', { folder: null, dailyAt: '03:00', keep: 14 }],
  ['backups', { folder: '/mnt/disk', dailyAt: '23:59', keep: 1000 }],
  ['staff', [{ name: 'Ana', initials: 'A' }]],
  ['staff', Array.from({ length: 20 }, (_, one) => ({ name: 'Ana', initials: `A${one}` }))],
  ['places', ['Safe', 'W'.repeat(24), 'כספת']],
  ['places', Array.from({ length: 30 }, (_, one) => `Tray ${one}`)],
])('%s may be %j', (section, value) => {
  const settings = withSection(section, value);
  expect(shopSettingsSchema.parse(settings)).toEqual(settings);
});

it('automatic texts need a time zone, and reminders come before estimates expire', () => {
  const texts = { ...defaultShopSettings.texts, reminderAfterDays: 3, remindsOfPickUp: true };
  const settings = { ...withSection('texts', texts), calendar: newYork };
  expect(complaints(settings)).toEqual([]);
  const ending = { ...texts, estimateExpiresAfterDays: 3 };
  expect(complaints({ ...settings, texts: ending })).toEqual([
    'texts.estimateExpiresAfterDays: Expiry must be later than the reminder',
  ]);
  for (const one of [{ reminderAfterDays: 3 }, { remindsOfPickUp: true }]) {
    expect(complaints(withSection('texts', one))).toEqual([
      'calendar.timeZone: Choose a time zone: automatic texts are sent only during opening hours',
    ]);
  }
});

const zone = 'calendar.timeZone: Time zone must be a name such as America/New_York';
const from = 'calendar.hours.from: Opening time must be a time from 00:00 to 23:59, such as 09:00';
const usual = 'calendar.usualDays: Typical turnaround (days) must be a whole number from 1 to 365';
const reminder =
  'texts.reminderAfterDays: Reminder must be a whole number of days from 1 to 60, or blank';
const strangers =
  'texts.automaticToStrangers: Automatic texts to unknown numbers must be a whole number from 0 to 10000';
const valid =
  'texts.estimateValidDays: Days an estimate on paper is valid must be a whole number from 1 to 365';
const hold = 'texts.holdSeconds: Seconds to undo must be a whole number from 0 to 300';
const tax = 'taxThousandths: Tax rate must be from 0 to 20%, with at most three decimals';
const time =
  'backups.dailyAt: Time of the backup must be a time from 00:00 to 23:59, such as 09:00';
const keep = 'backups.keep: Backups to keep must be a whole number from 1 to 1000';

it.each<[section: keyof Config, value: unknown, complaint: string]>([
  ['calendar', { timeZone: 'New York' }, zone],
  ['calendar', { timeZone: 5 }, zone],
  ['calendar', { openDays: [] }, 'calendar.openDays: The shop must be open on at least one day'],
  ['calendar', { openDays: ['mon', 'mon'] }, 'calendar.openDays: Each day may be listed only once'],
  ['calendar', { openDays: ['Monday'] }, 'calendar.openDays.0: Open days must be days such as mon'],
  ['calendar', { openDays: 'mon' }, 'calendar.openDays: Open days must be a list of days'],
  ...['9:00', '24:00', '09:60', '09', '', 9].map(
    (given) => ['calendar', { hours: { from: given } }, from] as [keyof Config, unknown, string],
  ),
  ...['18:00', '19:30'].map(
    (given) =>
      [
        'calendar',
        { hours: { from: given } },
        'calendar.hours.to: Closing time must be after opening time',
      ] as [keyof Config, unknown, string],
  ),
  ...[
    ['22:00', '02:00'],
    ['09:00', '09:00'],
  ].map(
    ([from, to]) =>
      [
        'calendar',
        { dayHours: { fri: { from, to } } },
        'calendar.dayHours.fri.to: Closing time must be after opening time',
      ] as [keyof Config, unknown, string],
  ),
  [
    'calendar',
    { dayHours: { fri: { from: '9', to: '18:00' } } },
    'calendar.dayHours.fri.from: Opening time must be a time from 00:00 to 23:59, such as 09:00',
  ],
  [
    'calendar',
    { dayHours: { friday: { from: '09:00', to: '18:00' } } },
    'calendar.dayHours: Hours by day must be keyed by days such as mon',
  ],
  ['calendar', { dayHours: 9 }, 'calendar.dayHours: Hours by day must be an object'],
  [
    'calendar',
    { closedDates: [{ from: '2026-12-26', to: '2026-12-24', name: null }] },
    'calendar.closedDates.0.to: The last closed day must not be before the first',
  ],
  [
    'calendar',
    { closedDates: [{ from: '2026-02-29', to: '2026-12-24', name: null }] },
    'calendar.closedDates.0.from: First closed day must be a date such as 2026-12-24',
  ],
  [
    'calendar',
    {
      closedDates: Array.from({ length: 400 }, () => ({
        from: '2026-12-24',
        to: '2026-12-24',
        name: null,
      })),
    },
    'calendar.closedDates: There can be at most 120 closed dates',
  ],
  ...[0, 366, 1.5, '7', null].map(
    (usualDays) => ['calendar', { usualDays }, usual] as [keyof Config, unknown, string],
  ),
  ['intake', { isEmailRequired: 'no' }, 'intake.isEmailRequired: Email required must be yes or no'],
  ['ticket', { printsReadyBy: 1 }, 'ticket.printsReadyBy: Ready by must be yes or no'],
  ...[0, 1.5, 61, -1, '3', true].map(
    (reminderAfterDays) =>
      ['texts', { reminderAfterDays }, reminder] as [keyof Config, unknown, string],
  ),
  [
    'texts',
    { estimateExpiresAfterDays: 366 },
    'texts.estimateExpiresAfterDays: Expiry must be a whole number of days from 1 to 365, or blank',
  ],
  ['texts', { estimateValidDays: 0 }, valid],
  ['texts', { estimateValidDays: 366 }, valid],
  ['texts', { estimateValidDays: null }, valid],
  ['texts', { holdSeconds: -1 }, hold],
  ['texts', { holdSeconds: 301 }, hold],
  ...[-1, 10_001, 1.5, '100'].map(
    (automaticToStrangers) =>
      ['texts', { automaticToStrangers }, strangers] as [keyof Config, unknown, string],
  ),
  ['texts', { remindAfter: 3 }, 'texts: Unrecognized key: "remindAfter"'],
  ...[-1, 20_001, 8.875, '8'].map(
    (rate) => ['taxThousandths', rate, tax] as [keyof Config, unknown, string],
  ),
  ['backups', { folder: ' ' }, 'backups.folder: Folder is required'],
  ['backups', { dailyAt: '3:00' }, time],
  ['backups', { dailyAt: 3 }, time],
  ['backups', { keep: 0 }, keep],
  ['backups', { keep: 1001 }, keep],
  ['backups', { every: 'day' }, 'backups: Unrecognized key: "every"'],
  [
    'staff',
    [{ name: 'Ana', initials: 'ABCDE' }],
    'staff.0.initials: Initials must be at most 4 characters',
  ],
  ['staff', [{ name: '', initials: 'A' }], 'staff.0.name: Name is required'],
  [
    'staff',
    [
      { name: 'Ana', initials: 'A' },
      { name: 'Abel', initials: 'a' },
    ],
    'staff.1.initials: Initials A are used twice',
  ],
  [
    'staff',
    Array.from({ length: 21 }, (_, one) => ({ name: 'Ana', initials: `A${one}` })),
    'staff: The staff list can have at most 20 names',
  ],
  ['places', 'Safe', 'places: Places must be a list of names'],
  ['places', [''], 'places.0: Place is required'],
  ['places', ['Safe', 'W'.repeat(25)], 'places.1: Place must be at most 24 characters'],
  ['places', ['Safe', 'SAFE'], 'places.1: Place SAFE is in the list twice'],
  [
    'places',
    Array.from({ length: 31 }, (_, one) => `Tray ${one}`),
    'places: There can be at most 30 places',
  ],
  [
    'presets',
    presets('Full service', 'FULL service'),
    'presets.1.name: “FULL SERVICE” is in the presets twice',
  ],
  [
    'presets',
    presets(...Array.from({ length: 61 }, (_, one) => `Service ${one}`)),
    'presets: There can be at most 60 presets',
  ],
])('%s %j is refused', (section, value, complaint) => {
  const settings = { ...defaultShopSettings, calendar: newYork, [section]: value };
  expect(complaints(settings)).toEqual([complaint]);
});

it('knows no other section', () => {
  expect(complaints({ ...defaultShopSettings, theme: 'dark' })).toEqual([
    ': Unrecognized key: "theme"',
  ]);
});
