import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { maxImportBytes } from '../domain/api-transfer.ts';
import { maxPhotoBytes } from '../domain/photos.ts';
import { clientRoutes } from './clients/routes.ts';
import { type Clock, patiently } from './clock.ts';
import type { Config } from './config.ts';
import { followChanges } from './database/changes.ts';
import type { Database } from './database/database.ts';
import { openDatabase, stateKeeping } from './database/open.ts';
import { closedSince } from './database/settings.ts';
import type { Deps } from './deps.ts';
import { deadlinesEveryMs, meetDeadlines } from './estimates/deadlines.ts';
import { estimateRoutes } from './estimates/routes.ts';
import { serveApplication } from './http/application-files.ts';
import { docsRoutes } from './http/docs.ts';
import { drainingOf, healthRoutes } from './http/health.ts';
import { changeRoutes } from './http/live-changes.ts';
import type { Measures } from './http/metrics.ts';
import { contractHttp, guard } from './http/operations.ts';
import { revisionTag } from './http/revision.ts';
import { createHttpServer, takeFiles } from './http/server.ts';
import { oneAtATime } from './job.ts';
import type { Log } from './log.ts';
import { openPhotoStore } from './photos/location.ts';
import type { PhotoStore } from './photos/photo-store.ts';
import { photoRoutes } from './photos/routes.ts';
import { deletionRoutes, repairRoutes } from './repairs/routes.ts';
import { Backups, backupRoutes } from './shop/backups/actions.ts';
import type { Sink } from './shop/backups/tar.ts';
import { shopRoutes } from './shop/routes.ts';
import { Sessions } from './shop/sessions/actions.ts';
import { ensurePassword, type PasswordOrigin } from './shop/sessions/password.ts';
import { sessionCookies, sessionRoutes } from './shop/sessions/routes.ts';
import { exportRoutes } from './shop/transfer/export.ts';
import { importRoutes } from './shop/transfer/import.ts';
import {
  reconcileEveryMs,
  reconcileOnLease,
  reconcileTexts,
  takeMissedEveryMs,
  takeMissedTexts,
} from './texts/reconciling.ts';
import { textRoutes } from './texts/routes.ts';
import { createSimulatedSender, type TextProvider, type TextSender } from './texts/sender.ts';
import { tidy, tidyEveryMs } from './tidying.ts';

/** How often the backup schedule is read, in milliseconds. */
const backupsEveryMs = 60_000;

/**
 * How often is written down how much the data holds, in milliseconds. What is lost of the seconds
 * since then is not noticed.
 */
const keepStateEveryMs = 2000;

/** How long the end waits for what is asked of others, such as texts that leave, in milliseconds. */
const usualGraceMs = 5000;

/** What a test or the demo may put in place of the real thing. */
export interface Overrides {
  clock?: Clock;
  sender?: TextSender;
  /** Stands around the provider of real texts, where they are set up. */
  provider?: (real: TextProvider) => TextProvider;
  /** How long each answer of the provider may take, in milliseconds. */
  providerPatienceMs?: number;
  /** How long the end waits for what is asked of others, such as texts that leave, in milliseconds. */
  graceMs?: number;
  photos?: PhotoStore;
  /** How a backup's file is written. */
  backupSink?: (path: string) => Promise<Sink>;
  /** Opened already; the end closes it. */
  database?: Database;
  /** How often an open stream of live changes looks whether its session lives, in milliseconds. */
  heartbeatMs?: number;
  /** How long a request may take to arrive, in milliseconds. */
  requestTimeoutMs?: number;
  /** Waiting, e.g. after failed logins. */
  delay?: (milliseconds: number) => Promise<unknown>;
  /** Whether nothing happens by itself: the caller sets the clock and calls what is due. */
  isDriven?: boolean;
}

export interface App {
  http: FastifyInstance;
  /** What the actions work with, for a caller that needs no HTTP. */
  deps: Deps;
  /** Where the password comes from; resolves some milliseconds after the start. */
  password: Promise<PasswordOrigin>;
  /** Where the metrics can be read; null when they are not measured. */
  metricsAddress: string | null;
  /** Reconciles every text without an outcome at once, as also happens every minute. */
  reconcileTexts(): Promise<void>;
  /** Does at once what has become due (reminders, ends of estimates), as happens every minute by itself. */
  meetDeadlines(): Promise<void>;
  /** Asks at once for texts that were not handed over, as happens every few minutes by itself. */
  takeMissedTexts(): Promise<void>;
  /** Makes the scheduled backup if it is due, as is looked after every minute by itself. */
  backUpIfDue(): Promise<void>;
  /** Resolves when no backup is being made. */
  backupsDone(): Promise<void>;
  /** Clears away what is over, as happens every minute by itself. */
  tidyUp(): Promise<void>;
  /** Resolves when no text is on its way any more. */
  textsLeft(): Promise<void>;
  /** Serves on and says that it is about to stop, so that a load balancer turns to other processes. */
  leave(): void;
  close(): Promise<void>;
}

/** Measuring takes a little of everything, so only a shop that looks at it pays for it. */
async function openMeasures({ metricsPort }: Config): Promise<Measures | null> {
  if (metricsPort === null) return null;
  const { createMeasures } = await import('./http/metrics.ts');
  return createMeasures(metricsPort);
}

/** Real texts where they are set up. What they need is loaded only then. */
async function openProvider(
  { twilio, publicUrl }: Config,
  log: Log,
  clock: Clock,
  { delay, provider: around, providerPatienceMs: patienceMs }: Overrides,
): Promise<{ provider: TextProvider; publicUrl: string } | null> {
  if (twilio === null || publicUrl === null) return null;
  const { createTwilioProvider } = await import('./texts/twilio.ts');
  const real = await createTwilioProvider({
    settings: twilio,
    publicUrl,
    clock,
    log,
    ...(delay ? { delay } : {}),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  return { provider: around ? around(real) : real, publicUrl };
}

/** Logs at the start that the bucket cannot be used; the start does not wait for the check. */
async function checkBucket(store: PhotoStore, { photoBucket }: Config, log: Log): Promise<void> {
  if (photoBucket === null) return;
  await store.check().catch((error: Error) => {
    log.error({ error: String(error.cause ?? error) }, 'The photo bucket cannot be used');
  });
}

export interface Environment {
  config: Config;
  log: FastifyBaseLogger;
  /** The product's version, with what tells its builds apart. */
  version: string;
  /** Where the built front end lies. */
  webFolder: string;
  /** Whether to go on with less data than there was. */
  acceptsLoss?: boolean;
}

/** Puts the product together. The only place that chooses adapters. */
export async function createApp(
  { config, log, version, webFolder, acceptsLoss = false }: Environment,
  overrides: Overrides = {},
): Promise<App> {
  const clock = overrides.clock ?? Date.now;
  const real = await openProvider(config, log, clock, overrides);
  const measures = await openMeasures(config);
  const usedSender = overrides.sender ?? real?.provider ?? createSimulatedSender();
  const sender = measures?.ofSender(usedSender) ?? usedSender;
  const { shop, technicians, texting: rules } = config.shop;
  const isSecure = config.publicUrl?.startsWith('https:') ?? false;

  const { database: opened, servedAt } = overrides.database
    ? { database: overrides.database, servedAt: () => undefined }
    : await openDatabase(config, log, acceptsLoss);
  const database = measures?.ofDatabase(opened) ?? opened;
  const openedStore = overrides.photos ?? (await openPhotoStore(config));
  const photoStore = measures?.ofPhotos(openedStore) ?? openedStore;
  const feed = await followChanges(database);

  const password = ensurePassword(database, config.shopPassword);
  // Those who await it get the failure; until then it must not end the process.
  password.catch(() => undefined);
  const cookies = sessionCookies(isSecure);
  const sessions = new Sessions({
    database,
    clock,
    passwordIsSet: password,
    passwordIsSetOutside: config.shopPassword !== null,
    tokenIn: cookies.session.read,
    delay: overrides.delay,
  });
  const deps: Deps = {
    database,
    clock,
    log,
    sender,
    deliveries: new Map(),
    photoStore,
    shop,
    technicians,
    rules,
    publicUrl: config.publicUrl,
    version,
  };

  const backups = new Backups({ ...deps, config, createSink: overrides.backupSink });

  const currentTag = revisionTag(feed, version, JSON.stringify(config.shop));
  const http = await createHttpServer({
    dialect: database.dialect,
    trustProxy: config.trustProxy,
    isSecure,
    publicUrl: config.publicUrl,
    ...(overrides.requestTimeoutMs === undefined
      ? {}
      : { requestTimeoutMs: overrides.requestTimeoutMs }),
    log,
  });
  http.addHook('onListen', async () => servedAt(http.listeningOrigin));
  const draining = drainingOf(http);
  measures?.watchRequests(http);
  measures?.watchState({ database: opened, feed, dataDir: config.dataDir });
  const parts = { sessions, currentTag };
  const contract = contractHttp(http, parts);
  sessionRoutes(contract, { sessions, cookies });
  shopRoutes(contract, {
    ...deps,
    isConfigured: config.shopConfigFile !== null,
    clockAhead: () => real?.provider.clockAhead() ?? null,
  });
  repairRoutes(contract, deps);
  exportRoutes(contract, deps);
  await http.register(async (part) => {
    takeFiles(part, database.dialect, {
      bytes: maxImportBytes,
      problem: 'import-too-large',
      unnamed: 'import-unreadable',
    });
    importRoutes(contractHttp(part, parts), deps);
  });
  await http.register(async (part) => {
    takeFiles(part, database.dialect, {
      bytes: maxPhotoBytes,
      problem: 'photo-too-large',
      unnamed: 'photo-unreadable',
    });
    photoRoutes(contractHttp(part, parts), deps);
  });
  clientRoutes(contract, deps);
  estimateRoutes(contract, deps);
  deletionRoutes(contract, deps);
  textRoutes(contract, deps);
  backupRoutes(contract, backups);
  if (real) {
    const { webhookRoutes } = await import('./texts/webhooks.ts');
    await webhookRoutes(http, deps, real);
  }
  const { heartbeatMs } = overrides;
  changeRoutes(http, { feed, sessions, heartbeatMs });
  docsRoutes(http, { version, needsSession: { onRequest: guard(sessions) } });
  healthRoutes(http, deps, draining);
  await serveApplication(http, database.dialect, webFolder);

  const reconciling = oneAtATime(
    log,
    'Texts without an outcome could not be reconciled',
    async (isStopping, isStart: boolean) => {
      if (!isStart) return reconcileOnLease(deps, isStopping);
      return reconcileTexts(deps, database.dialect.isShared ? 'old' : 'all', isStopping);
    },
  );
  const missed = oneAtATime(log, 'Missed texts could not be asked for', async (isStopping) => {
    if (real) await takeMissedTexts(deps, real.provider, isStopping);
  });
  const deadlines = oneAtATime(log, 'What was due could not be done', (isStopping) =>
    meetDeadlines(deps, isStopping),
  );
  const tidying = oneAtATime(log, 'What is over could not be cleared away', (isStopping) =>
    tidy(deps, isStopping),
  );
  const backUp = () =>
    backups.makeIfDue().catch((error: unknown) => {
      log.warn({ error: String(error) }, 'The backup schedule could not be read');
    });
  /** What writes or texts by itself rests while the shop is closed for moving. */
  const whileOpen = (job: () => Promise<unknown>) => async () => {
    // Where that cannot be read the job cannot work either, and says so.
    const closed = await closedSince(database.read).catch(() => null);
    if (closed === null) await job();
  };
  const reconcile = whileOpen(() => reconciling.run(false));
  const takeMissed = whileOpen(missed.run);
  const meetDue = whileOpen(deadlines.run);
  const tidyWhileOpen = whileOpen(tidying.run);
  const keepState = stateKeeping(database, log);
  const reconciledAtStart = whileOpen(() => reconciling.run(true))();
  const atStart = Promise.all([
    reconciledAtStart,
    takeMissed(),
    backups.checkFolder(),
    checkBucket(photoStore, config, log),
  ]);
  const timers = overrides.isDriven
    ? []
    : [
        setInterval(() => void reconcile(), reconcileEveryMs),
        setInterval(() => void takeMissed(), takeMissedEveryMs),
        setInterval(() => void meetDue(), deadlinesEveryMs),
        setInterval(() => void backUp(), backupsEveryMs),
        setInterval(() => void tidyWhileOpen(), tidyEveryMs),
        setInterval(() => void keepState(), keepStateEveryMs),
      ];
  for (const timer of timers) timer.unref();

  const metrics = (await measures?.listen(log)) ?? null;

  const graceMs = overrides.graceMs ?? usualGraceMs;
  const textsLeft = (atMost: number) =>
    patiently(Promise.allSettled(deps.deliveries.values()), atMost);
  return {
    http,
    deps,
    password,
    metricsAddress: metrics?.address ?? null,
    reconcileTexts: whileOpen(async () => {
      await reconciledAtStart;
      await reconcileTexts(deps, 'all');
    }),
    meetDeadlines: meetDue,
    tidyUp: tidyWhileOpen,
    takeMissedTexts: whileOpen(async () => real && takeMissedTexts(deps, real.provider)),
    backUpIfDue: () => backups.makeIfDue(),
    backupsDone: () => backups.idle(),
    textsLeft: () => textsLeft(usualGraceMs),
    leave: () => draining.begin(),
    close: async () => {
      draining.begin();
      for (const timer of timers) clearInterval(timer);
      await metrics?.close();
      await http.close();
      // All are stopped at once, so that none goes on while another is waited for.
      await Promise.all([
        patiently(Promise.all([reconciling.stop(), missed.stop(), atStart]), graceMs),
        deadlines.stop(),
        backups.stop(),
        tidying.stop(),
      ]);
      await textsLeft(graceMs);
      await password.catch(() => undefined);
      await database.close();
    },
  };
}
