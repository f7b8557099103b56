import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../server/config.ts';
import { readMoveWords, UsageError } from './words.ts';

const keys = {
  S3_ENDPOINT: 'https://s3.example',
  S3_REGION: 'auto',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const folder = { DATA_DIR: '/shop', SHOP_CONFIG: 'shop.config.example.json' };
const postgres = 'postgres://shop@db/shop';

describe('where a shop goes', () => {
  it('from a folder to PostgreSQL and a bucket, also where the settings name them already', () => {
    const words = ['--to', postgres, '--photos', 's3://photos/old'];
    const read = readMoveWords(words, { ...folder, ...keys });
    expect(read).toMatchObject({
      from: { dataDir: '/shop', databaseUrl: null, photoBucket: null },
      to: { databaseUrl: postgres, photoBucket: { bucket: 'photos', prefix: 'old/' } },
      parts: { database: true, photos: true },
    });
    const already = { S3_BUCKET: 'photos', S3_PREFIX: 'old', DATABASE_URL: postgres };
    expect(readMoveWords(words, { ...folder, ...keys, ...already })).toEqual(read);
  });

  it('and back', () => {
    const there = { ...folder, ...keys, S3_BUCKET: 'photos', DATABASE_URL: postgres };
    for (const photos of ['/new', '/new/photos']) {
      expect(readMoveWords(['--to', '/new', '--photos', photos], there)).toMatchObject({
        from: { databaseUrl: postgres, photoBucket: { bucket: 'photos' } },
        to: { dataDir: '/new', databaseUrl: null, photoBucket: null },
      });
    }
    const elsewhere = readMoveWords(['--photos', 's3://others'], there);
    expect(elsewhere?.from.photoBucket?.bucket).toBe('photos');
    expect(elsewhere?.to.photoBucket?.bucket).toBe('others');
    expect(elsewhere?.parts).toEqual({ database: false, photos: true });
  });

  it.each([
    [[], 'Say where'],
    [['--to', 'mysql://db/shop'], 'mysql is nothing'],
    [['--photos', 'gs://photos'], 'gs is nothing'],
    [['--photos', 's3://'], 'name the bucket'],
    [['--to', '/shop'], 'embedded database already'],
    [['--photos', '/shop'], 'in a folder already'],
    [['--to', 'postgres://a b'], 'must be postgres://'],
    [['--until', 'x'], '--until'],
    [['--to', postgres, 'please'], 'please'],
  ])('%j is refused', (words, said) => {
    const read = () => readMoveWords(words, { ...folder });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(said);
  });

  it('not apart from photos that stay in the folder', () => {
    const there = { ...folder, DATABASE_URL: postgres };
    expect(readMoveWords(['--to', '/shop'], there)?.to.dataDir).toBe('/shop');
    expect(() => readMoveWords(['--to', '/new'], there)).toThrow('the photos stay in /shop');
    const inBucket = { ...there, ...keys, S3_BUCKET: 'photos' };
    const apart = ['--to', '/one', '--photos', '/other'];
    expect(() => readMoveWords(apart, inBucket)).toThrow('in one data folder');
  });

  it('not beside rows that stay in another folder', () => {
    const inBucket = { ...folder, ...keys, S3_BUCKET: 'photos' };
    expect(readMoveWords(['--photos', '/shop'], inBucket)?.to.dataDir).toBe('/shop');
    expect(() => readMoveWords(['--photos', '/new'], inBucket)).toThrow('the rows stay in /shop');
  });

  it('says which settings of the bucket are missing', () => {
    expect(() => readMoveWords(['--photos', 's3://photos'], { ...folder })).toThrow(ConfigError);
  });

  it('needs no place for calling it off', () => {
    expect(readMoveWords(['--cancel'], { ...folder })).toMatchObject({ isCancelling: true });
    expect(readMoveWords(['--photos-are-here'], { ...folder })).toMatchObject({
      arePhotosHere: true,
    });
    const both = ['--photos-are-here', '--photos', 's3://photos'];
    expect(() => readMoveWords(both, { ...folder, ...keys })).toThrow('name no place');
    expect(readMoveWords(['--help'], {})).toBeNull();
  });
});
