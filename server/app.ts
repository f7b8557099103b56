import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Clock, withTimeout } from './base/clock.ts';
import type { Config } from './base/config.ts';
import type { Log } from './base/log.ts';
import { secretsOf } from './base/secrets.ts';
import { followChanges } from './database/changes.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { StoreIsBeingRestored } from './database/store-lock.ts';
import { expireDue } from './estimates/reminders-and-expiry.ts';
import { estimateAgain } from './estimates/sending.ts';
import { applyAnswer, storeSentEstimate } from './estimates/transitions.ts';
import { serveApplication } from './http/application-files.ts';
import { drainingOf, healthRoutes } from './http/health.ts';
import type { Measures } from './http/metrics.ts';
import { createHttpServer } from './http/server.ts';
import { Jobs, whileOpen } from './jobs/jobs.ts';
import { jobTable } from './jobs/table.ts';
import { checkPhotoHome, openPhotoStore } from './photos/location.ts';
import type { Deps } from './ports/deps.ts';
import type { PhotoStore } from './ports/photo-store.ts';
import type { TextProvider, TextSender } from './ports/text-sender.ts';
import { addRoutes } from './routes.ts';
import { ensureShopSettings } from './settings/actions.ts';
import { Backups } from './shop/backups/actions.ts';
import { waysBack } from './shop/backups/folder.ts';
import { tryFolder } from './shop/backups/folder-trial.ts';
import { Inspections } from './shop/backups/inspection.ts';
import { type HandOver, openAfterRestore, Restores } from './shop/backups/restoring.ts';
import type { Sink } from './shop/backups/tar.ts';
import { Uploads } from './shop/backups/uploads.ts';
import { Sessions } from './shop/sessions/actions.ts';
import { ensurePassword, type PasswordOrigin } from './shop/sessions/password.ts';
import { sessionCookies } from './shop/sessions/routes.ts';
import { noteOutsideAccount } from './texts/account-store.ts';
import { reconcileTexts, takeMissedTexts } from './texts/reconciling.ts';
import { createSimulatedSender } from './texts/simulated-sender.ts';
import { createTexting, type TextingParts } from './texts/texting.ts';

/** How long shutdown waits for outside services, such as for texts being sent, in milliseconds. */
const usualGraceMs = 5000;

/** What a test or the demo may put in place of the real thing. */
export interface Overrides {
  clock?: Clock;
  sender?: TextSender;
  /** Wraps the provider of real texts, if they are set up. */
  provider?: (real: TextProvider) => TextProvider;
  /** How long each answer of the provider may take, in milliseconds. */
  providerPatienceMs?: number;
  graceMs?: number;
  photos?: PhotoStore;
  /** How a backup's file is written. */
  backupSink?: (path: string) => Promise<Sink>;
  /** How much room the disk of a folder has, in bytes. */
  freeBytes?: (folder: string) => Promise<number>;
  /** Opened already; shutdown closes it. */
  database?: Database;
  /** How often an open stream of live changes checks whether its session is alive, in milliseconds. */
  heartbeatMs?: number;
  /** How long the reader of an export or a backup may pause, in milliseconds. */
  downloadStallMs?: number;
  /** How long a request may take to arrive, in milliseconds. */
  requestTimeoutMs?: number;
  /** Waiting, e.g. after failed logins. */
  delay?: (milliseconds: number) => Promise<unknown>;
  /** Whether nothing happens automatically: the caller sets the clock and calls what is due. */
  isDriven?: boolean;
}

export interface App {
  http: FastifyInstance;
  /** What the actions work with, for a caller that needs no HTTP. */
  deps: Deps;
  /** Where the password comes from; resolves a few milliseconds after the start. */
  password: Promise<PasswordOrigin>;
  /** Where the metrics can be read; null when they are not measured. */
  metricsAddress: string | null;
  /** Reconciles every text without an outcome. */
  reconcileTexts(): Promise<void>;
  /** Does what has become due: reminders, expired estimates. */
  meetDeadlines(): Promise<void>;
  /** Sends the texts of completions that can no longer be undone. */
  sendHeldTexts(): Promise<void>;
  /** Fetches the customers' pictures that are due. */
  fetchPictures(): Promise<void>;
  /** Fetches customers' texts that the provider could not deliver. */
  takeMissedTexts(): Promise<void>;
  /** Makes the scheduled backup if it is due. */
  backUpIfDue(): Promise<void>;
  /** Resolves when no backup is being made. */
  backupsDone(): Promise<void>;
  /** Clears away what has expired, unless another process has just done so. */
  tidyUp(): Promise<void>;
  /** Resolves when no text is on its way anymore. */
  textsDone(): Promise<void>;
  /** Notices a restore by another process, or that one has ended with its process. */
  lookForRestore(): Promise<void>;
  /** Resolves when the shop is to be closed and handed over to a restore (./serving.ts). */
  handedOver: Promise<HandOver>;
  /** Keeps serving and says that it is about to stop, so that a load balancer turns to other processes. */
  drain(): void;
  /** @param withinMs how long open connections are waited for; by default as long as they take */
  close(withinMs?: number): Promise<void>;
}

/** Measuring costs a little everywhere, so only a shop that looks at the figures pays for it. */
async function openMeasures({ metricsPort }: Config): Promise<Measures | null> {
  if (metricsPort === null) return null;
  const { createMeasures } = await import('./http/metrics.ts');
  return createMeasures(metricsPort);
}

/** How an account's provider is opened. What it needs is loaded only then. */
const providerOpener =
  (
    log: Log,
    clock: Clock,
    measures: Measures | null,
    { delay, provider: around, providerPatienceMs: patienceMs }: Overrides,
  ): TextingParts['open'] =>
  async (settings, publicUrl) => {
    const { createTwilioProvider } = await import('./texts/twilio.ts');
    const real = await createTwilioProvider({
      settings,
      publicUrl,
      clock,
      log,
      ...(delay ? { delay } : {}),
      ...(patienceMs === undefined ? {} : { patienceMs }),
    });
    const provider = around?.(real) ?? real;
    return measures?.ofSender(provider) ?? provider;
  };

/** Logs at the start that the bucket cannot be used; the start does not wait for the check. */
async function checkBucket(store: PhotoStore, { photoBucket }: Config, log: Log): Promise<void> {
  if (photoBucket === null) return;
  await store.check().catch((error: Error) => {
    log.error({ error: String(error.cause ?? error) }, 'The photo bucket cannot be used');
  });
}

export interface Environment extends Pick<Deps, 'version'> {
  config: Config;
  log: FastifyBaseLogger;
  /** Where the built front end is. */
  webFolder: string;
  /** Whether to continue with less data than there was. */
  acceptsLoss?: boolean;
  /** Why this process has just failed to restore a backup; null if it has not failed. */
  restoreFailure?: string | null;
}

/** Puts the product together. The only place that chooses adapters. */
export async function createApp(
  { config, log, version, webFolder, acceptsLoss = false, restoreFailure = null }: Environment,
  overrides: Overrides = {},
): Promise<App> {
  const { clock = Date.now, graceMs = usualGraceMs, requestTimeoutMs } = overrides;
  const { heartbeatMs, downloadStallMs, providerPatienceMs } = overrides;
  const measures = await openMeasures(config);
  const ofSender = (sender: TextSender) => measures?.ofSender(sender) ?? sender;
  const isSecure = config.publicUrl?.startsWith('https:') ?? false;

  const { database: opened, servedAt } = overrides.database
    ? { database: overrides.database, servedAt: () => undefined }
    : await openDatabase({
        config,
        log,
        acceptsLoss,
        checkPhotos: (database) => checkPhotoHome(database, config, acceptsLoss),
        waysBack: (damage) => waysBack(damage, config),
      });
  if (!(await openAfterRestore({ database: opened, clock, config }))) {
    await opened.close();
    throw new StoreIsBeingRestored();
  }
  const database = measures?.ofDatabase(opened) ?? opened;
  const tryBackupFolder = (folder: string) => tryFolder(folder, config);
  await ensureShopSettings({ database, clock, log }, config, tryBackupFolder).catch(
    async (error: unknown) => {
      await opened.close();
      throw error;
    },
  );
  const openedStore = overrides.photos ?? (await openPhotoStore(config));
  const photoStore = measures?.ofPhotos(openedStore) ?? openedStore;
  const feed = await followChanges(database);
  await noteOutsideAccount(database, config.twilio?.accountSid ?? null);
  const secrets = secretsOf({ ...config, isShared: database.dialect.isShared });
  const texting = await createTexting({
    database,
    config,
    secrets,
    simulated: ofSender(createSimulatedSender(() => photoStore)),
    only: overrides.sender && ofSender(overrides.sender),
    open: providerOpener(log, clock, measures, overrides),
  });

  let onPort: (isOpen: boolean) => void = () => undefined;
  const port = new Promise<boolean>((resolve) => {
    onPort = resolve;
  });
  // Hashing keeps a processor busy: what the port needs to open comes first.
  const password = port.then((isOpen) => {
    if (!isOpen) throw new Error('Closed before it listened');
    return ensurePassword(database, config.shopPassword);
  });
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
    texting,
    deliveries: new Map(),
    estimates: { expireDue, applyAnswer, storeSentEstimate, estimateAgain },
    photoStore,
    publicUrl: config.publicUrl,
    version,
  };

  const backups = new Backups({ ...deps, config, createSink: overrides.backupSink });
  if (restoreFailure !== null) await backups.noteRestoreFailure(restoreFailure);
  const uploads = new Uploads({ config, freeBytes: overrides.freeBytes });
  const inspections = new Inspections();
  let onHandOver: (handOver: HandOver) => void = () => undefined;
  const handedOver = new Promise<HandOver>((resolve) => {
    onHandOver = resolve;
  });
  const restores = new Restores({ ...deps, config, backups, uploads, inspections, onHandOver });

  const http = await createHttpServer({
    dialect: database.dialect,
    trustProxy: config.trustProxy,
    isSecure,
    publicUrl: config.publicUrl,
    requestTimeoutMs,
    log,
  });
  http.addHook('onListen', async () => {
    onPort(true);
    servedAt(http.listeningOrigin);
  });
  const draining = drainingOf(http);
  measures?.watchRequests(http);
  measures?.watchState(opened, feed, config.dataDir);
  const limits = { heartbeatMs, downloadStallMs, providerPatienceMs };
  await addRoutes(http, {
    ...deps,
    ...limits,
    config,
    tryBackupFolder,
    backups,
    restores,
    uploads,
    inspections,
    secrets,
    sessions,
    cookies,
    feed,
  });
  healthRoutes(http, deps, draining);
  await serveApplication(http, database.dialect, webFolder);

  const jobs = new Jobs(deps, jobTable(deps, { backups, restores, uploads }));
  jobs.runAtStart();
  if (!overrides.isDriven) jobs.startTimers();
  const startChecks = Promise.all([backups.checkFolder(), checkBucket(photoStore, config, log)]);

  const metrics = (await measures?.listen(log)) ?? null;

  const textsDone = (atMost: number) =>
    withTimeout(Promise.allSettled(deps.deliveries.values()), atMost);
  return {
    http,
    deps,
    password,
    metricsAddress: metrics?.address ?? null,
    reconcileTexts: () =>
      whileOpen(deps, async () => {
        await jobs.idle('reconciling');
        await reconcileTexts(deps, 'all');
      }),
    meetDeadlines: () => jobs.run('deadlines'),
    sendHeldTexts: () => jobs.run('held'),
    fetchPictures: () => jobs.run('pictures'),
    tidyUp: async () => {
      await jobs.run('pruning');
      await jobs.run('deleting for good');
      await jobs.run('sweeping photos');
      await jobs.run('uploads');
    },
    takeMissedTexts: () => whileOpen(deps, () => takeMissedTexts(deps)),
    backUpIfDue: () => backups.makeIfDue(),
    backupsDone: () => backups.idle(),
    lookForRestore: () => restores.look(),
    handedOver,
    textsDone: () => textsDone(usualGraceMs),
    drain: () => {
      draining.isOn = true;
    },
    close: async (withinMs) => {
      draining.isOn = true;
      onPort(false);
      const jobsStopped = jobs.stop(graceMs);
      await metrics?.close();
      const cutOff = () => http.server.closeAllConnections();
      const timer = withinMs === undefined ? undefined : setTimeout(cutOff, withinMs);
      await http.close();
      clearTimeout(timer);
      // All are stopped at once, so that none keeps running while another is waited for.
      await Promise.all([jobsStopped, withTimeout(startChecks, graceMs), backups.stop()]);
      await textsDone(graceMs);
      await password.catch(() => undefined);
      await database.close();
    },
  };
}
