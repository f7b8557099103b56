import { describe, expect, it } from 'vitest';
import { defaultShopConfig, shopConfigSchema } from './shop-config.ts';

/** Each complaint as "path: message". */
function complaints(config: unknown): string[] {
  const issues = shopConfigSchema.safeParse(config).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

type Config = typeof defaultShopConfig;

/** The defaults, changed. Takes broken values on purpose, hence the loose type. */
function changed(change: (config: Record<keyof Config, Record<string, unknown>>) => void) {
  const config = structuredClone(defaultShopConfig);
  change(config as unknown as Record<keyof Config, Record<string, unknown>>);
  return config;
}
const shopWith = (field: string, value: unknown) =>
  changed((config) => {
    config.shop[field] = value;
  });
function thirdTechnicianWith(field: string, value: unknown) {
  const config = structuredClone(defaultShopConfig);
  Object.assign(config.technicians[2] ?? {}, { [field]: value });
  return config;
}

describe('the defaults', () => {
  it('are a valid configuration', () => {
    expect(shopConfigSchema.parse(defaultShopConfig)).toEqual(defaultShopConfig);
  });

  it('are six neutral technicians with the specification’s specialties', () => {
    expect(
      defaultShopConfig.technicians.map(({ name, specialties }) => [name, ...specialties]),
    ).toEqual([
      ['Technician 1', 'Rolex', 'Omega', 'Swiss'],
      ['Technician 2', 'Citizen', 'Seiko', 'Casio'],
      ['Technician 3', 'TAG Heuer', 'Breitling', 'Luxury'],
      ['Technician 4', 'Vintage', 'Antique', 'Restoration'],
      ['Technician 5', 'Digital', 'Smart Watches', 'Modern'],
      ['Technician 6', 'Mechanical', 'Automatic', 'Manual'],
    ]);
    expect(new Set(defaultShopConfig.technicians.map(({ id }) => id)).size).toBe(6);
  });

  it('are no real address, phone or e-mail', () => {
    expect(defaultShopConfig.shop.phone).toMatch(/555-01\d\d$/);
    const emails = [defaultShopConfig.shop, ...defaultShopConfig.technicians].map(
      ({ email }) => email,
    );
    expect(emails.filter((email) => !email.endsWith('@example.com'))).toEqual([]);
  });
});

describe('the technicians', () => {
  const withTechnicians = (technicians: unknown[]) =>
    complaints({ ...defaultShopConfig, technicians });
  const six = defaultShopConfig.technicians;

  it.each([0, 1, 5, 7])('are not %i', (count) => {
    const technicians = [...six, { ...six[0], id: 'technician-7' }].slice(0, count);
    expect(withTechnicians(technicians)).toEqual(['technicians: technicians must be exactly 6']);
  });

  it('have an id each, told apart by more than spaces', () => {
    for (const id of ['technician-1', ' technician-1 ']) {
      const twice = 'technicians.2.id: id "technician-1" is used twice';
      expect(complaints(thirdTechnicianWith('id', id))).toEqual([twice]);
    }
    expect(withTechnicians(six.map((one) => ({ ...one, id: 'same' })))).toHaveLength(5);
  });

  const many = (count: number) => Array(count).fill('Rolex');
  it.each<[field: string, value: unknown, message: string, path?: string]>([
    ['id', undefined, 'id is missing'],
    ['id', '', 'id must not be empty'],
    ['id', 3, 'id must be a text in quotes'],
    ['id', 'Technician 3', 'id may hold only small letters, digits and hyphens'],
    ['name', undefined, 'name is missing'],
    ['name', ' ', 'name must not be empty'],
    ['name', 'Two\nlines', 'name must be one line without control characters'],
    ['email', undefined, 'email is missing'],
    ['email', 'nobody', 'email must be an email address'],
    ['email', '<b>a@b.c</b>', 'email must be an email address'],
    ['specialties', undefined, 'specialties must be a list of texts'],
    ['specialties', 'Rolex', 'specialties must be a list of texts'],
    ['specialties', [], 'specialties must name at least one'],
    ['specialties', many(11), 'specialties must name at most ten'],
    ['specialties', ['Rolex', ''], 'specialty must not be empty', 'specialties.1'],
    ['specialties', ['Rolex', 5], 'specialty must be a text in quotes', 'specialties.1'],
    ['specialties', ['x'.repeat(61)], 'specialty must be at most 60 characters', 'specialties.0'],
  ])('%s %j', (field, value, message, path = field) => {
    const found = complaints(thirdTechnicianWith(field, value));
    expect(found).toContain(`technicians.2.${path}: ${message}`);
    expect(found.filter((one) => !one.startsWith(`technicians.2.${path}: `))).toEqual([]);
  });

  it.each([
    ['id', 'x', 40],
    ['name', 'x', 80],
    ['email', 'a@b.c', 254],
  ])('hold their %s to its limit', (field, shortest, max) => {
    const found = (value: string) => complaints(thirdTechnicianWith(field, value));
    expect([found(shortest), found(shortest.padEnd(max, 'x'))]).toEqual([[], []]);
    const tooLong = `technicians.2.${field}: ${field} must be at most ${max} characters`;
    expect(found(shortest.padEnd(max + 1, 'x'))).toEqual([tooLong]);
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

  it.each(['name', 'address', 'phone', 'email', 'social'])('needs its %s', (field) => {
    const at = `shop.${field}: ${field}`;
    expect(found(field, undefined)).toEqual([`${at} is missing`]);
    expect(found(field, null)).toEqual([`${at} must be a text in quotes`]);
    expect(found(field, '  ')[0]).toBe(`${at} must not be empty`);
  });

  it.each([
    ['name', 60],
    ['address', 200],
    ['social', 60],
    ['phone', 30],
  ])('holds a %s of up to %i characters', (field, max) => {
    expect([found(field, '123'), found(field, '1'.repeat(max))]).toEqual([[], []]);
    const tooLong = `shop.${field}: ${field} must be at most ${max} characters`;
    expect(found(field, '1'.repeat(max + 1))).toEqual([tooLong]);
  });

  it.each([
    ['address', 'a\tb', ['shop.address: address must be one line without control characters']],
    ['phone', 'call us', ['shop.phone: phone must be a phone number']],
    ['email', 'shop@example', ['shop.email: email must be an email address']],
    ['website', 'x', ['shop: Unrecognized key: "website"']],
    ['phone', '1-800-WATCHES', []],
    ['phone', '+47 92 34 56 78', []],
    ['name', 'x', []],
  ])('%s %j: %j', (field, value, expected) => {
    expect(found(field, value)).toEqual(expected);
  });
});

describe('backups', () => {
  const withBackups = (backups: unknown) => ({ ...defaultShopConfig, backups });

  it('are off unless the shop sets them, and need only a folder', () => {
    const { backups: _none, ...without } = defaultShopConfig;
    expect(shopConfigSchema.parse(without).backups).toBeNull();
    expect(shopConfigSchema.parse(withBackups({ folder: '/mnt/disk' })).backups).toEqual({
      folder: '/mnt/disk',
      dailyAt: '03:00',
      keep: 14,
    });
  });

  const time = 'backups.dailyAt: dailyAt must be a time from 00:00 to 23:59, such as "09:00"';
  const keep = 'backups.keep: keep must be a whole number of backups from 1 to 1000';
  it.each<[unknown, string]>([
    ['/mnt/disk', 'backups: backups must name a folder: { "folder": "…" }'],
    [{}, 'backups.folder: folder is missing'],
    [{ folder: ' ' }, 'backups.folder: folder must not be empty'],
    [{ folder: '/b', dailyAt: '3:00' }, time],
    [{ folder: '/b', dailyAt: '24:00' }, time],
    [
      { folder: '/b', dailyAt: 3 },
      'backups.dailyAt: dailyAt must be a time such as "09:00", in quotes',
    ],
    [{ folder: '/b', keep: 0 }, keep],
    [{ folder: '/b', keep: 1.5 }, keep],
    [{ folder: '/b', keep: '14' }, keep],
    [{ folder: '/b', every: 'day' }, 'backups: Unrecognized key: "every"'],
  ])('%j is refused', (backups, complaint) => {
    expect(complaints(withBackups(backups))).toEqual([complaint]);
  });
});

it.each<[unknown, string[]]>([
  [{}, ['shop: shop is missing', 'technicians: technicians must be a list of six']],
  [{ ...defaultShopConfig, theme: 'dark' }, [': Unrecognized key: "theme"']],
  ...[null, [], 'text', 5].map((config): [unknown, string[]] => [
    config,
    [': the file must hold one object'],
  ]),
])('the file cannot be %j', (config, expected) => {
  expect(complaints(config)).toEqual(expected);
});

describe('what is texted by the passing of time', () => {
  const withTexting = (texting: unknown) => ({ ...defaultShopConfig, texting });
  const newYork = { timeZone: 'America/New_York' };

  it('is off unless the shop sets it', () => {
    const { texting: _none, ...older } = defaultShopConfig;
    for (const config of [older, withTexting({}), withTexting({ hours: {} })]) {
      expect(shopConfigSchema.parse(config).texting).toEqual({
        reminderAfterDays: null,
        hours: { from: '09:00', to: '18:00' },
        timeZone: null,
        estimateExpiresAfterDays: null,
      });
    }
  });

  it('takes a reminder, its hours and an end', () => {
    const texting = {
      reminderAfterDays: 3,
      hours: { from: '10:30', to: '17:00' },
      timeZone: 'Pacific/Honolulu',
      estimateExpiresAfterDays: 30,
    };
    expect(shopConfigSchema.parse(withTexting(texting)).texting).toEqual(texting);
    const onlyEnd = { estimateExpiresAfterDays: 1 };
    expect(complaints(withTexting(onlyEnd))).toEqual([]);
  });

  it.each<[unknown, string]>([
    [
      { reminderAfterDays: 3 },
      'texting.timeZone: timeZone is missing: reminders go out within the shop’s own hours',
    ],
    [
      { timeZone: 'New York' },
      'texting.timeZone: timeZone must be a name such as "America/New_York"',
    ],
    [{ timeZone: 5 }, 'texting.timeZone: timeZone must be a name in quotes'],
    ...[0, 1.5, 61, -1, '3', true].map((reminderAfterDays): [unknown, string] => [
      { ...newYork, reminderAfterDays },
      'texting.reminderAfterDays: reminderAfterDays must be a whole number of days from 1 to 60, or null for never',
    ]),
    [
      { estimateExpiresAfterDays: 366 },
      'texting.estimateExpiresAfterDays: estimateExpiresAfterDays must be a whole number of days from 1 to 365, or null for never',
    ],
    [
      { ...newYork, reminderAfterDays: 7, estimateExpiresAfterDays: 7 },
      'texting.estimateExpiresAfterDays: estimateExpiresAfterDays must be more than reminderAfterDays',
    ],
    ...['9:00', '24:00', '09:60', '09', ''].map((from): [unknown, string] => [
      { hours: { from } },
      'texting.hours.from: from must be a time from 00:00 to 23:59, such as "09:00"',
    ]),
    [{ hours: { to: 18 } }, 'texting.hours.to: to must be a time such as "09:00", in quotes'],
    [{ hours: { from: '18:00' } }, 'texting.hours: hours must begin before they end'],
    [{ remindAfter: 3 }, 'texting: Unrecognized key: "remindAfter"'],
  ])('%j is refused', (texting, complaint) => {
    expect(complaints(withTexting(texting))).toEqual([complaint]);
  });
});
