import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../../server/config.ts';
import type { ShopPlace } from '../../server/moves/places.ts';
import type { MoveTask } from '../../server/moves/task.ts';

/** What stands on the command line, and the places that it means. */

export const usage = `npm run move -- --to PLACE --photos PLACE

Takes the shop elsewhere while it works; for some seconds or minutes at the end it can only be read.
The settings (DATA_DIR, DATABASE_URL, S3_…) say where it is now.
  --to postgres://USER@HOST/NAME   the rows go to PostgreSQL (password: PGPASSWORD, ~/.pgpass or in the address)
  --to FOLDER                      the rows go to the embedded database of this data folder
  --photos s3://BUCKET[/PREFIX]    the photos go to this bucket (S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and
                                   S3_SECRET_ACCESS_KEY say how it is reached)
  --photos FOLDER                  the photos go to this data folder
Only one of the two may be named; the other part stays where it is.
  --prepare             only what can be done beforehand: looks at the new place, brings the photos
  --resume              goes on with a move that was cut short, as saying the same again does
  --cancel              opens the store again that a move has closed, and ends the move
  --replace-former      gives up the shop's own former rows in the PostgreSQL that it comes back to
  --abandon-new-changes with --cancel: gives up what was done in the new place
  --without-lost-photos goes on although many photos that tickets name are nowhere
  --photos-are-here     alone: the photos were brought to where the settings say without this program
  --quiet               says only what is wrong, and what to set

Ends with 0 when all is done, 1 when nothing was moved and the shop works as before, 2 for a mistake in
these words or the settings, 3 when the shop is still closed and somebody has to look.`;

export class UsageError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        to: { type: 'string' },
        photos: { type: 'string' },
        prepare: { type: 'boolean', default: false },
        resume: { type: 'boolean', default: false },
        cancel: { type: 'boolean', default: false },
        'replace-former': { type: 'boolean', default: false },
        'abandon-new-changes': { type: 'boolean', default: false },
        'without-lost-photos': { type: 'boolean', default: false },
        'photos-are-here': { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const isDatabaseAddress = (word: string) => /^postgres(ql)?:/i.test(word);

interface Bucket {
  bucket: string;
  prefix: string | undefined;
}

function bucketNamed(word: string): Bucket | null {
  const [, bucket = '', prefix] = /^s3:\/\/([^/]*)\/?(.*)$/i.exec(word) ?? [];
  if (!/^s3:/i.test(word)) return null;
  if (bucket === '') throw new UsageError('--photos: name the bucket, as in s3://my-shop-photos');
  return { bucket, prefix: prefix === '' ? undefined : prefix };
}

const without = (environment: Environment, isLeftOut: (name: string) => boolean): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !isLeftOut(name)));

const isOfBucket = (name: string) => name.startsWith('S3_');

const withoutSlash = (prefix: string | undefined) => (prefix ?? '').replace(/\/$/, '');

/** Whether the settings have the photos in another bucket, or at another place in it. */
function namesOtherBucket(environment: Environment, { bucket, prefix }: Bucket): boolean {
  const { S3_BUCKET: configured = '', S3_PREFIX: configuredPrefix } = environment;
  if (configured === '') return false;
  const isSamePrefix =
    prefix === undefined || withoutSlash(prefix) === withoutSlash(configuredPrefix);
  return configured !== bucket || !isSamePrefix;
}

/**
 * Where the shop is now. Settings that name the very place where it shall go are those of the new
 * place: many an owner sets them first.
 */
function readSource(
  environment: Environment,
  to: string | undefined,
  bucket: Bucket | null,
): Config {
  const namesTarget = bucket !== null && !namesOtherBucket(environment, bucket);
  return readConfig(
    without(
      environment,
      (name) =>
        (namesTarget && isOfBucket(name)) ||
        (to !== undefined && name === 'DATABASE_URL' && environment[name] === to),
    ),
  );
}

function targetBucket(environment: Environment, { bucket, prefix }: Bucket): Config['photoBucket'] {
  const isConfigured = !namesOtherBucket(environment, { bucket, prefix });
  const { photoBucket } = readConfig({
    ...without(environment, (name) => name === 'DATABASE_URL'),
    S3_BUCKET: bucket,
    S3_PREFIX: prefix ?? (isConfigured ? environment.S3_PREFIX : undefined),
  });
  return photoBucket;
}

/** The data folder that holds the photos of a folder somebody named. */
function dataFolderOf(word: string): string {
  const folder = resolve(word);
  return basename(folder) === 'photos' ? dirname(folder) : folder;
}

function checkedAddress(word: string): string {
  try {
    return readConfig({ DATABASE_URL: word }).databaseUrl ?? word;
  } catch (error) {
    if (error instanceof ConfigError) {
      throw new UsageError('--to: must be postgres://USER@HOST/NAME or a folder');
    }
    throw error;
  }
}

function readTarget(
  from: ShopPlace,
  environment: Environment,
  { to, photos }: { to: string | undefined; photos: string | undefined },
): ShopPlace {
  const bucket = photos === undefined ? null : bucketNamed(photos);
  const photoBucket =
    bucket !== null
      ? targetBucket(environment, bucket)
      : photos === undefined
        ? from.photoBucket
        : null;
  for (const [name, word] of Object.entries({ to, photos: bucket === null ? photos : undefined })) {
    if (word !== undefined && /^[a-z0-9]+:/i.test(word) && !isDatabaseAddress(word)) {
      throw new UsageError(
        `--${name}: ${word.split(':', 1)[0]} is nothing that the shop can go to`,
      );
    }
  }
  const isRowsFolder = to !== undefined && !isDatabaseAddress(to);
  const folders = [
    ...(isRowsFolder ? [resolve(to)] : []),
    ...(photos !== undefined && bucket === null ? [dataFolderOf(photos)] : []),
  ];
  const [dataDir = from.dataDir, other = dataDir] = folders;
  if (dataDir !== other) {
    throw new UsageError('--to and --photos: rows and photos lie in one data folder');
  }
  if (photos !== undefined && photoBucket === null && from.photoBucket === null) {
    throw new UsageError('--photos: the photos lie in a folder already');
  }
  if (photoBucket === null && from.photoBucket === null && dataDir !== from.dataDir) {
    throw new UsageError(`--to: the photos stay in ${from.dataDir}, so the rows must go there too`);
  }
  if (to === undefined) {
    if (from.databaseUrl === null && dataDir !== from.dataDir) {
      throw new UsageError(
        `--photos: the rows stay in ${from.dataDir}, so the photos must go there`,
      );
    }
    return { ...from, dataDir, photoBucket };
  }
  if (isDatabaseAddress(to)) return { dataDir, photoBucket, databaseUrl: checkedAddress(to) };
  if (from.databaseUrl === null) {
    throw new UsageError('--to: the rows are in an embedded database already');
  }
  return { dataDir, photoBucket, databaseUrl: null };
}

export interface MoveWords {
  from: ShopPlace;
  to: ShopPlace;
  parts: MoveTask['parts'];
  isPreparing: boolean;
  isCancelling: boolean;
  /** Whether the store shall only remember that its photos lie where the settings say. */
  arePhotosHere: boolean;
  replacesFormer: boolean;
  acceptsLost: boolean;
  abandonsChanges: boolean;
  isQuiet: boolean;
}

/**
 * @param words what follows the command's name
 * @returns null when somebody asks for help
 * @throws UsageError, ConfigError
 */
export function readMoveWords(
  words: readonly string[],
  environment: Environment,
): MoveWords | null {
  const values = parse(words);
  if (values.help) return null;
  const { to, photos, cancel } = values;
  const arePhotosHere = values['photos-are-here'];
  if (arePhotosHere && (cancel || to !== undefined || photos !== undefined)) {
    throw new UsageError('--photos-are-here: nothing is moved, so name no place');
  }
  if (!cancel && !arePhotosHere && to === undefined && photos === undefined) {
    throw new UsageError('Say where the shop shall go: --to, --photos or both.');
  }
  const bucket = photos === undefined ? null : bucketNamed(photos);
  const { dataDir, databaseUrl, photoBucket } = readSource(environment, to, bucket);
  const from = { dataDir, databaseUrl, photoBucket };
  return {
    from,
    to: readTarget(from, environment, { to, photos }),
    parts: { database: to !== undefined, photos: photos !== undefined },
    isPreparing: values.prepare,
    isCancelling: cancel,
    arePhotosHere,
    replacesFormer: values['replace-former'],
    acceptsLost: values['without-lost-photos'],
    abandonsChanges: values['abandon-new-changes'],
    isQuiet: values.quiet,
  };
}
