import { expect, it } from 'vitest';
import { photoBucket } from '../../tests/harness/photo-bucket.ts';
import { photoHome, type ShopPlace } from './places.ts';

it('tells one place of photos from another, and follows a data folder that is renamed', () => {
  const embedded: ShopPlace = { dataDir: '/shop', databaseUrl: null, photoBucket: null };
  const shared = { ...embedded, databaseUrl: 'postgres://shop@db/shop' };
  const inBucket = { ...embedded, photoBucket };
  expect(photoHome({ ...embedded, dataDir: '/renamed' })).toBe(photoHome(embedded));
  const homes = [
    embedded,
    shared,
    { ...shared, dataDir: '/other' },
    inBucket,
    { ...inBucket, photoBucket: { ...photoBucket, prefix: 'old/' } },
    { ...inBucket, photoBucket: { ...photoBucket, endpoint: 'https://other.example' } },
  ].map(photoHome);
  expect(new Set(homes).size).toBe(homes.length);
  expect(photoHome({ ...inBucket, databaseUrl: shared.databaseUrl })).toBe(photoHome(inBucket));
  expect(homes.join()).not.toContain('secret');
});
