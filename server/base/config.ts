import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { limits } from '../../domain/field-list.ts';
import { shopFileSchema } from '../../domain/shop-file.ts';
import { defaultShopSettings, type ShopSettings } from '../../domain/shop-settings.ts';
import {
  accountSidPattern,
  authTokenPattern,
  isLoopback,
  messagingServicePattern,
  senderNumberPattern,
} from '../../domain/texting-account.ts';
import { bucketSettings, bucketShape, neededForBucket } from './bucket-settings.ts';

/** How real texts are sent: an account of the provider's, and what is given as the sender. */
export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number of the shop's, or a messaging service that has one or more of them. */
  sender: { number: string } | { messagingServiceSid: string };
  /** A stand-in for the provider; null for the provider itself. */
  apiBaseUrl: string | null;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** All that is wrong with the settings, at once, each named. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Digits that make a number from 0 to this maximum. */
const wholeNumber = (what: string, most: number) => {
  const rule = `must be ${what} from 0 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, rule)
    .transform(Number)
    .refine((number) => number <= most, rule);
};

const port = wholeNumber('a port number', 65_535);

const webAddress = z
  .url({
    protocol: /^https?$/,
    error: 'must be a web address such as https://shop.example.com',
    abort: true,
  })
  .refine((url) => {
    const { pathname, search, hash, username } = new URL(url);
    return pathname === '/' && search === '' && hash === '' && username === '';
  }, 'must be the bare address, without a path')
  .transform((url) => new URL(url).origin);

const databaseAddress = z
  .string()
  .refine(
    (address) => /^postgres(ql)?:\/\/\S+$/.test(address) && URL.canParse(address),
    'must begin with postgres:// (or be left out for the embedded database)',
  );

/** Names that stand for the addresses of one machine or one private network. */
const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

/** An address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...others] = text.split('/');
  const version = isIP(address);
  if (version === 0 || others.length > 0) return networkNames.includes(text);
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

const trustProxy = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value;
  context.addIssue({
    code: 'custom',
    message: 'must be true, false, the number of proxies in front, or their addresses',
  });
  return z.NEVER;
});

const settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).max(255).default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  SHOP_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(limits.password, `must have at most ${limits.password} characters`)
    .optional(),
  SHOP_CONFIG: z.string().min(1).optional(),
  DATABASE_URL: databaseAddress.optional(),
  SETTINGS_KEY: z
    .string()
    .regex(
      /^[0-9a-f]{64}$/i,
      'must be 64 digits and letters a to f, e.g. from "openssl rand -hex 32"',
    )
    .optional(),
  TRUST_PROXY: trustProxy.default(false),
  METRICS_PORT: port.optional(),
  DRAIN_SECONDS: wholeNumber('a number of seconds', 300).default(0),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(
      accountSidPattern,
      'must be AC followed by 32 digits and letters, as the console shows it',
    )
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().regex(authTokenPattern, 'must have no spaces').optional(),
  TWILIO_FROM: z
    .string()
    .regex(senderNumberPattern, 'must be a number such as +12125550100, or a short code')
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(
      messagingServicePattern,
      'must be MG followed by 32 digits and letters, as the console shows it',
    )
    .optional(),
  TWILIO_API_BASE_URL: webAddress.optional(),
  ...bucketShape,
});

export const isOnThisMachine = (url: string) => isLoopback(new URL(url).hostname);

type Given = Readonly<Record<string, string>>;

/** Where the provider is, also for an account that was set up in the browser. */
const providerAddress = 'TWILIO_API_BASE_URL';

/**
 * What is unknown or missing if only some of the settings that belong together are set: a shop that believes
 * that its texts are real, or that its photos are in a bucket, must not be wrong.
 */
function problemsOfPart(given: Given, start: string, needed: readonly string[], who: string) {
  const names = Object.keys(given).filter((name) => name.startsWith(start));
  if (names.every((name) => name === providerAddress)) return [];
  return [
    ...names
      .filter((name) => !Object.hasOwn(settings.shape, name))
      .map((name) => `${name}: is not a setting of this product`),
    ...needed
      .filter((name) => given[name] === undefined)
      .map((name) => `${name}: is missing; ${who} need it`),
  ];
}

function textingProblems(given: Given): string[] {
  const isSet = (name: string) => name.startsWith('TWILIO_') && name !== providerAddress;
  if (!Object.keys(given).some(isSet)) return [];
  const problems: string[] = [];
  const hasService = given.TWILIO_MESSAGING_SERVICE_SID !== undefined;
  if ((given.TWILIO_FROM !== undefined) === hasService) {
    problems.push(
      hasService
        ? 'TWILIO_FROM: set either this or TWILIO_MESSAGING_SERVICE_SID, not both'
        : 'TWILIO_FROM: is missing; set this or TWILIO_MESSAGING_SERVICE_SID',
    );
  }
  const { PUBLIC_URL: publicUrl } = given;
  if (publicUrl === undefined) {
    problems.push('PUBLIC_URL: is missing; the provider sends replies to that address');
  } else if (
    /^http:/i.test(publicUrl) &&
    URL.canParse(publicUrl) &&
    !isOnThisMachine(publicUrl) &&
    given.TWILIO_API_BASE_URL === undefined
  ) {
    problems.push('PUBLIC_URL: must begin with https:// for real texts');
  }
  return problems;
}

function twilioSettings(values: z.infer<typeof settings>): TwilioSettings | null {
  const { TWILIO_FROM: number, TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = values;
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = values;
  const sender = number ? { number } : messagingServiceSid ? { messagingServiceSid } : null;
  if (!accountSid || !authToken || !sender) return null;
  return { accountSid, authToken, sender, apiBaseUrl: values.TWILIO_API_BASE_URL ?? null };
}

const defaultShopFile = './shop.config.json';

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty value counts as not set. */
const givenIn = (environment: Environment): Given =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

/** @throws Error that says why it is not JSON */
function parseJson(text: string): unknown {
  try {
    // Some editors put a byte order mark at the beginning.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot be read as JSON (${cause})`);
  }
}

const neutralShop = { shop: defaultShopSettings, shopFileProblems: [] };

/** What a new shop begins with. A file that cannot be used stops only a shop that needs it. */
function readShopFile(environment: Environment) {
  const file = resolve(givenIn(environment).SHOP_CONFIG ?? defaultShopFile);
  if (!existsSync(file)) return { ...neutralShop, shopConfigFile: null };
  const refused = (...problems: string[]) => ({
    shop: defaultShopSettings,
    shopConfigFile: file,
    shopFileProblems: problems.map((problem) => `${file}: ${problem}`),
  });
  try {
    const checked = shopFileSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
    if (checked.success) return { ...neutralShop, shop: checked.data, shopConfigFile: file };
    return refused(
      ...checked.error.issues.map(({ path, message }) => {
        const at = path
          .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
          .join('')
          .replace(/^\./, '');
        return `${at === '' ? '' : `${at}: `}${message}`;
      }),
    );
  } catch (error) {
    return refused((error as Error).message);
  }
}

/**
 * Reads and checks the environment, independently of the shop's file.
 *
 * @throws ConfigError that names everything that is wrong
 */
export function readSettings(environment: Environment) {
  const given = givenIn(environment);
  const checked = settings.safeParse(given);
  const problems = [
    ...(checked.error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`),
    ...problemsOfPart(given, 'S3_', neededForBucket, 'photos in a bucket'),
    ...problemsOfPart(given, 'TWILIO_', ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'], 'real texts'),
    ...textingProblems(given),
  ];
  const { PORT = '3000', METRICS_PORT: metricsPort } = given;
  if (metricsPort !== undefined && Number(metricsPort) === Number(PORT) && Number(PORT) !== 0) {
    problems.push('METRICS_PORT: must differ from PORT');
  }
  if (!checked.success || problems.length > 0) throw new ConfigError(problems);
  const values = checked.data;
  return {
    port: values.PORT,
    host: values.HOST,
    /** Where customers and providers reach the product, e.g. https://shop.example; null when nowhere. */
    publicUrl: values.PUBLIC_URL ?? null,
    dataDir: resolve(values.DATA_DIR),
    /** null for the embedded database. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** null while photos are in the data folder. */
    photoBucket: bucketSettings(values),
    /** null when one is kept or made by the product itself. */
    shopPassword: values.SHOP_PASSWORD ?? null,
    trustProxy: values.TRUST_PROXY,
    /** null when nobody reads the metrics. */
    metricsPort: values.METRICS_PORT ?? null,
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
    /** null if the environment sets no account for real texts. */
    twilio: twilioSettings(values),
    /** A stand-in for the provider; null for the provider itself. */
    twilioApiBaseUrl: values.TWILIO_API_BASE_URL ?? null,
    /** What seals the texting account's token, as 64 hexadecimal digits; null if it is not set. */
    settingsKey: values.SETTINGS_KEY ?? null,
  };
}

/** Everything that can be set from outside, checked. Only this file reads the environment. */
export interface Config extends ReturnType<typeof readSettings> {
  /** What a new shop begins with; what is in force is in its data (server/settings/store.ts). */
  shop: ShopSettings;
  /** Where the shop's file was found; null if there is none. */
  shopConfigFile: string | null;
  /** What is wrong with the shop's file: it matters only to a shop that needs it. */
  shopFileProblems: readonly string[];
}

/**
 * Reads and checks all settings and the shop's file.
 *
 * @param environment names and values, e.g. `process.env`; an empty value counts as not set
 * @throws ConfigError that names everything that is wrong
 */
export function readConfig(environment: Environment): Config {
  const shopFile = readShopFile(environment);
  try {
    return { ...readSettings(environment), ...shopFile };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError([...error.problems, ...shopFile.shopFileProblems]);
  }
}

/** Where the embedded database and the photos are within the data folder. */
export const dataFiles = {
  database: (dataDir: string) => join(dataDir, 'shop.db'),
  photos: (dataDir: string) => join(dataDir, 'photos'),
};
