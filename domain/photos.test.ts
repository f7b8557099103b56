import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPhotoName,
  isPngName,
  maxPhotoBytes,
  maxPhotoPixels,
  namesRepair,
  photoBucket,
  photoJpegQuality,
  photoKinds,
  photoName,
  photoNameFromUrl,
  photoUrl,
  renditionWidths,
} from './photos.ts';

const repairId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const name = `${repairId}_initial_1763702123456.jpg`;

it('the specification’s name, bucket and quality', () => {
  expect(photoName(repairId, 'initial', 1_763_702_123_456)).toBe(name);
  expect(photoName(repairId, 'completed', 1_763_702_123_456.9)).toBe(
    `${repairId}_completed_1763702123456.jpg`,
  );
  expect(photoKinds).toEqual(['initial', 'completed']);
  expect(photoBucket).toBe('repair-photos');
  expect(photoJpegQuality).toBe(0.8);
});

it('the shop’s limits', () => {
  expect(maxPhotoBytes).toBe(15_728_640);
  expect(maxPhotoPixels).toBe(50_000_000);
  expect(renditionWidths).toEqual([320, 640, 1280]);
});

describe('isPhotoName', () => {
  it('knows every name that is made', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.constantFrom(...photoKinds),
        fc.integer({ min: 0, max: 8.64e15 }),
        (id, kind, timestamp) => {
          const made = photoName(id, kind, timestamp);
          expect(isPhotoName(made)).toBe(true);
          expect(photoNameFromUrl(photoUrl(made))).toBe(made);
          expect(photoNameFromUrl(`https://shop.example${photoUrl(made)}?w=320`)).toBe(made);
        },
      ),
    );
  });

  it.each([
    ...['', 'photo.jpg', repairId, name.toUpperCase()],
    ...[`../${name}`, `/${name}`, `a${name}`, `${name}x`, `${name}\n`, `${name}?w=320`],
    name.replace('3f2504e0', '3F2504E0'),
    name.replace('initial', 'middle'),
    name.replace('.jpg', '.png'),
    name.replace('.jpg', ''),
    name.replace('1763702123456', ''),
    name.replace('1763702123456', '12345678901234567'),
    name.replace('1763702123456', '-1'),
    name.replace('-4f89-', '/../-'),
    name.replaceAll('-', ''),
    `%2e%2e%2f${name}`,
  ])('%j is not one', (other) => {
    expect(isPhotoName(other)).toBe(false);
  });

  it('takes nothing that could leave the folder, wherever it is slipped in', () => {
    const rubbish = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '%', ' ', '\n', '\0'),
      minLength: 1,
    });
    fc.assert(
      fc.property(rubbish, fc.nat(name.length), (characters, at) => {
        expect(isPhotoName(name.slice(0, at) + characters + name.slice(at))).toBe(false);
      }),
    );
  });
});

it.each([
  ['initial', true, 'jpg'],
  ['completed', true, 'jpg'],
  ['texted', false, 'jpg'],
  ['added', false, 'jpg'],
  ['signature', false, 'png'],
] as const)('a name of the kind %s begins with the repair’s id: %s; %s', (kind, isRepairs, end) => {
  const made = photoName(repairId, kind, 1);
  expect([isPhotoName(made), namesRepair(made), made.endsWith(end)]).toEqual([
    true,
    isRepairs,
    true,
  ]);
  expect(isPngName(made)).toBe(end === 'png');
});

describe('photo addresses', () => {
  it.each([
    [`/photos/repair-photos/${name}`, name],
    [`/photos/repair-photos/${name}?token=a/b`, name],
    ['/photos/repair-photos/', null],
    ['/photos/repair-photos/other.jpg', null],
    [`/photos/repair-photos/${name}/`, null],
    [`?${name}`, null],
    ['', null],
  ])('%j holds %j', (url, found) => {
    expect(photoNameFromUrl(url)).toBe(found);
  });
});
