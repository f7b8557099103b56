import { z } from 'zod';

/** Where photos are when they are in a bucket, and the key that opens it. */
export interface BucketSettings {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What every key begins with: empty, or ending in a slash. */
  prefix: string;
}

const endpointShape = z
  .url({
    protocol: /^https?$/,
    error: 'must be a web address such as https://s3.eu-central-1.amazonaws.com',
    abort: true,
  })
  .refine((url) => {
    const { search, hash, username, password } = new URL(url);
    return search === '' && hash === '' && username === '' && password === '';
  }, 'must be an address without a user, a question mark or a #')
  .transform((url) => {
    const { origin, pathname } = new URL(url);
    return origin + pathname.replace(/\/+$/, '');
  });

const noSpaces = (most: number) =>
  z.string().regex(new RegExp(`^[!-~]{1,${most}}$`), 'must have no spaces');

/** One part of a prefix: no character that an address or a service would write differently. */
const prefixPart = '[A-Za-z0-9_][A-Za-z0-9_.-]*';

export const bucketShape = {
  S3_ENDPOINT: endpointShape.optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a region such as eu-central-1, or auto')
    .optional(),
  S3_ACCESS_KEY_ID: noSpaces(256).optional(),
  S3_SECRET_ACCESS_KEY: noSpaces(1024).optional(),
  S3_PREFIX: z
    .string()
    .max(200, 'must have at most 200 characters')
    .regex(
      new RegExp(`^${prefixPart}(/${prefixPart})*/?$`),
      'must be letters, digits, dots, hyphens and underscores, with slashes between them',
    )
    .transform((prefix) => (prefix.endsWith('/') ? prefix : `${prefix}/`))
    .optional(),
};

/** All of them must be set, or photos would go to a folder. */
export const neededForBucket = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

/** @returns null while photos are in a folder */
export function bucketSettings(
  given: Readonly<Partial<Record<keyof typeof bucketShape, string | undefined>>>,
): BucketSettings | null {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: prefix = '',
  } = given;
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix };
}
