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
  it.each([0, 1, 5])('are not %i', (count) => {
    const technicians = defaultShopConfig.technicians.slice(0, count);
    expect(complaints({ ...defaultShopConfig, technicians })).toEqual([
      'technicians: technicians must be exactly 6',
    ]);
  });

  it('are not seven', () => {
    const seventh = { ...defaultShopConfig.technicians[0], id: 'technician-7' };
    const technicians = [...defaultShopConfig.technicians, seventh];
    expect(complaints({ ...defaultShopConfig, technicians })).toEqual([
      'technicians: technicians must be exactly 6',
    ]);
  });

  it('have an id each', () => {
    expect(complaints(thirdTechnicianWith('id', 'technician-1'))).toEqual([
      'technicians.2.id: id "technician-1" is used twice',
    ]);
    const technicians = defaultShopConfig.technicians.map((one) => ({ ...one, id: 'same' }));
    expect(complaints({ ...defaultShopConfig, technicians })).toHaveLength(5);
  });

  it('have an id each also where only spaces tell them apart', () => {
    expect(complaints(thirdTechnicianWith('id', ' technician-1 '))).toEqual([
      'technicians.2.id: id "technician-1" is used twice',
    ]);
  });

  it.each([
    ['id', undefined, 'id is missing'],
    ['id', '', 'id must not be empty'],
    ['id', 3, 'id must be a text in quotes'],
    ['id', 'Technician 3', 'id may hold only small letters, digits and hyphens'],
    ['id', 'x'.repeat(41), 'id must be at most 40 characters'],
    ['name', undefined, 'name is missing'],
    ['name', ' ', 'name must not be empty'],
    ['name', 'x'.repeat(81), 'name must be at most 80 characters'],
    ['name', 'Two\nlines', 'name must be one line without control characters'],
    ['email', undefined, 'email is missing'],
    ['email', 'nobody', 'email must be an e-mail address'],
    ['email', '<b>a@b.c</b>', 'email must be an e-mail address'],
    ['specialties', undefined, 'specialties must be a list of texts'],
    ['specialties', 'Rolex', 'specialties must be a list of texts'],
    ['specialties', [], 'specialties must name at least one'],
    ['specialties', Array(11).fill('Rolex'), 'specialties must name at most ten'],
  ])('%s %j', (field, value, message) => {
    expect(complaints(thirdTechnicianWith(field, value))).toContain(
      `technicians.2.${field}: ${message}`,
    );
    expect(complaints(thirdTechnicianWith(field, value))).toSatisfy((all: string[]) =>
      all.every((complaint) => complaint.startsWith(`technicians.2.${field}: `)),
    );
  });

  it('name the broken specialty', () => {
    expect(complaints(thirdTechnicianWith('specialties', ['Rolex', '']))).toEqual([
      'technicians.2.specialties.1: specialty must not be empty',
    ]);
    expect(complaints(thirdTechnicianWith('specialties', ['Rolex', 5]))).toEqual([
      'technicians.2.specialties.1: specialty must be a text in quotes',
    ]);
  });

  it.each([
    ['id', 'x', 40],
    ['name', 'x', 80],
    ['email', 'a@b.c', 254],
  ])('hold their %s to its limit', (field, shortest, max) => {
    expect(complaints(thirdTechnicianWith(field, shortest))).toEqual([]);
    expect(complaints(thirdTechnicianWith(field, shortest.padEnd(max, 'x')))).toEqual([]);
    expect(complaints(thirdTechnicianWith(field, shortest.padEnd(max + 1, 'x')))).toEqual([
      `technicians.2.${field}: ${field} must be at most ${max} characters`,
    ]);
  });

  it('hold one to ten specialties of up to 60 characters', () => {
    expect(complaints(thirdTechnicianWith('specialties', ['x'.repeat(60)]))).toEqual([]);
    expect(complaints(thirdTechnicianWith('specialties', Array(10).fill('Rolex')))).toEqual([]);
    expect(complaints(thirdTechnicianWith('specialties', ['x'.repeat(61)]))).toEqual([
      'technicians.2.specialties.0: specialty must be at most 60 characters',
    ]);
  });

  it('know no other field', () => {
    expect(complaints(thirdTechnicianWith('phone', '1'))).toEqual([
      'technicians.2: Unrecognized key: "phone"',
    ]);
  });
});

describe('the business text', () => {
  it.each(['name', 'address', 'phone', 'email', 'social'])('needs its %s', (field) => {
    expect(complaints(shopWith(field, undefined))).toEqual([`shop.${field}: ${field} is missing`]);
    expect(complaints(shopWith(field, null))).toEqual([
      `shop.${field}: ${field} must be a text in quotes`,
    ]);
    expect(complaints(shopWith(field, '  '))[0]).toBe(`shop.${field}: ${field} must not be empty`);
  });

  it.each([
    ['name', 'x'.repeat(61), 'name must be at most 60 characters'],
    ['address', 'x'.repeat(201), 'address must be at most 200 characters'],
    ['address', 'a\tb', 'address must be one line without control characters'],
    ['phone', '1'.repeat(31), 'phone must be at most 30 characters'],
    ['phone', 'call us', 'phone must be a phone number'],
    ['email', 'shop@example', 'email must be an e-mail address'],
    ['social', 'x'.repeat(61), 'social must be at most 60 characters'],
  ])('%s %j', (field, value, message) => {
    expect(complaints(shopWith(field, value))).toEqual([`shop.${field}: ${message}`]);
  });

  it.each([
    ['name', 60],
    ['address', 200],
    ['social', 60],
  ])('holds a %s of 1 to %i characters', (field, max) => {
    expect(complaints(shopWith(field, 'x'))).toEqual([]);
    expect(complaints(shopWith(field, 'x'.repeat(max)))).toEqual([]);
    expect(complaints(shopWith(field, 'x'.repeat(max + 1)))).toHaveLength(1);
  });

  it.each(['1-800-WATCHES', '+47 92 34 56 78', '212-555-0101'])('may be reached at %s', (phone) => {
    expect(complaints(shopWith('phone', phone))).toEqual([]);
  });

  it('knows no other field', () => {
    expect(complaints(shopWith('website', 'x'))).toEqual(['shop: Unrecognized key: "website"']);
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

  const keep = 'backups.keep: keep must be a whole number of backups from 1 to 1000';
  it.each<[unknown, string]>([
    ['/mnt/disk', 'backups: backups must name a folder: { "folder": "…" }'],
    [{}, 'backups.folder: folder is missing'],
    [{ folder: ' ' }, 'backups.folder: folder must not be empty'],
    [
      { folder: '/b', dailyAt: '3:00' },
      'backups.dailyAt: dailyAt must be a time from 00:00 to 23:59, as "09:00"',
    ],
    [
      { folder: '/b', dailyAt: '24:00' },
      'backups.dailyAt: dailyAt must be a time from 00:00 to 23:59, as "09:00"',
    ],
    [{ folder: '/b', dailyAt: 3 }, 'backups.dailyAt: dailyAt must be a time as "09:00", in quotes'],
    [{ folder: '/b', keep: 0 }, keep],
    [{ folder: '/b', keep: 1.5 }, keep],
    [{ folder: '/b', keep: '14' }, keep],
    [{ folder: '/b', every: 'day' }, 'backups: Unrecognized key: "every"'],
  ])('%j is refused', (backups, complaint) => {
    expect(complaints(withBackups(backups))).toEqual([complaint]);
  });
});

describe('the file', () => {
  it('must hold a shop and technicians, and says all that is missing at once', () => {
    expect(complaints({})).toEqual([
      'shop: shop is missing',
      'technicians: technicians must be a list of six',
    ]);
  });

  it.each([null, [], 'text', 5])('%j is no configuration', (config) => {
    expect(complaints(config)).toEqual([': the file must hold one object']);
  });

  it('knows nothing else', () => {
    expect(complaints({ ...defaultShopConfig, theme: 'dark' })).toEqual([
      ': Unrecognized key: "theme"',
    ]);
  });
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
    [{ timeZone: 'New York' }, 'texting.timeZone: timeZone must be a name as "America/New_York"'],
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
      'texting.hours.from: from must be a time from 00:00 to 23:59, as "09:00"',
    ]),
    [{ hours: { to: 18 } }, 'texting.hours.to: to must be a time as "09:00", in quotes'],
    [{ hours: { from: '18:00' } }, 'texting.hours: hours must begin before they end'],
    [{ remindAfter: 3 }, 'texting: Unrecognized key: "remindAfter"'],
  ])('%j is refused', (texting, complaint) => {
    expect(complaints(withTexting(texting))).toEqual([complaint]);
  });
});
