import { describe, expect, it } from 'vitest';
import { shopFileSchema } from './shop-file.ts';
import { defaultShopSettings } from './shop-settings.ts';

const { shop, technicians } = defaultShopSettings;
const plain = {
  shop,
  technicians: technicians.map(({ isAway: _away, isUnused: _unused, ...technician }) => technician),
};

/** Each complaint as "path: message". */
function complaints(file: unknown): string[] {
  const issues = shopFileSchema.safeParse(file).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the shop’s file', () => {
  it('needs only the shop and its technicians', () => {
    expect(shopFileSchema.parse(plain)).toEqual(defaultShopSettings);
    expect(shopFileSchema.parse({ ...plain, texting: {}, backups: null })).toEqual(
      defaultShopSettings,
    );
  });

  it('becomes the settings', () => {
    const texting = {
      reminderAfterDays: 3,
      hours: { from: '10:30', to: '17:00' },
      timeZone: 'Pacific/Honolulu',
      estimateExpiresAfterDays: 30,
    };
    const file = { ...plain, texting, backups: { folder: '/mnt/disk' } };
    expect(shopFileSchema.parse(file)).toMatchObject({
      shop,
      technicians,
      calendar: { timeZone: 'Pacific/Honolulu', hours: { from: '10:30', to: '17:00' } },
      texts: { reminderAfterDays: 3, estimateExpiresAfterDays: 30, holdSeconds: 5 },
      backups: { folder: '/mnt/disk', dailyAt: '03:00', keep: 14 },
    });
  });

  it.each<[unknown, string[]]>([
    [{}, ['shop: The shop is missing', 'technicians: Technicians must be a list of six']],
    [{ ...plain, theme: 'dark' }, [': Unrecognized key: "theme"']],
    ...[null, [], 'text', 5].map((file): [unknown, string[]] => [
      file,
      [': The file must hold one object'],
    ]),
    [
      { ...plain, backups: '/mnt/disk' },
      ['backups: Backups must name a folder: { "folder": "…" }'],
    ],
    [{ ...plain, backups: {} }, ['backups.folder: Folder is required']],
    [
      { ...plain, texting: { reminderAfterDays: 3 } },
      ['texting.timeZone: Choose a time zone: automatic texts are sent only during opening hours'],
    ],
    [
      {
        ...plain,
        texting: { timeZone: 'UTC', reminderAfterDays: 7, estimateExpiresAfterDays: 7 },
      },
      ['texting.estimateExpiresAfterDays: Expiry must be later than the reminder'],
    ],
    [
      { ...plain, texting: { hours: { from: '18:00' } } },
      ['texting.hours.to: Closing time must be after opening time'],
    ],
  ])('cannot be %j', (file, expected) => {
    expect(complaints(file)).toEqual(expected);
  });
});
