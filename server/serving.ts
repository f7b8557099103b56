import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type App, createApp, type Environment, type Overrides } from './app.ts';
import { postgresDialect, sqliteDialect } from './database/dialect.ts';
import { StoreIsBeingRestored } from './database/store-lock.ts';
import { type ClosedProgress, createClosedServer } from './http/restoring-server.ts';
import type { OnProgress } from './shop/backups/reports.ts';

/** The product on its port, even while a backup replaces the shop under it. */
export interface Serving {
  /** Where it listens. */
  readonly origin: string;
  /** What serves the shop now; a new one after each restore. */
  readonly app: App;
  /** Resolves when serving ends. @throws what kept the shop from being opened again after a restore */
  readonly ended: Promise<void>;
  /** Resolves when nothing is open anymore; a restore that is under way is finished first. */
  close(): Promise<void>;
}

/** A store that is being restored is tried again after this, in milliseconds. */
const tryAgainMs = 2000;

/** What is under way at shutdown, or when a restore begins, has this long before it is cut off. In milliseconds. */
const leaveWithinMs = 20_000;

export async function serve(environment: Environment, overrides: Overrides = {}): Promise<Serving> {
  const { config, log, webFolder } = environment;
  let { port } = config;
  let origin = '';
  let progress: ClosedProgress | null = null;
  const stopping = new AbortController();

  async function listen(http: FastifyInstance): Promise<void> {
    origin = await http.listen({ port, host: config.host });
    const address = http.server.address();
    if (address !== null && typeof address === 'object') port = address.port;
  }

  async function answerClosed(): Promise<FastifyInstance> {
    const closed = await createClosedServer(
      {
        dialect: config.databaseUrl === null ? sqliteDialect : postgresDialect,
        trustProxy: config.trustProxy,
        isSecure: config.publicUrl?.startsWith('https:') ?? false,
        publicUrl: config.publicUrl,
        log,
      },
      webFolder,
      () => progress,
    );
    await listen(closed);
    return closed;
  }

  /**
   * @param closed what answers meanwhile; null for nothing yet
   * @param facts what is true of this opening and of no other
   */
  async function open(
    closed: FastifyInstance | null,
    facts: Pick<Environment, 'acceptsLoss' | 'restoreFailure'>,
  ): Promise<App> {
    let answering = closed;
    for (;;) {
      try {
        const app = await createApp({ ...environment, ...facts }, overrides);
        await answering?.close();
        await listen(app.http);
        return app;
      } catch (error) {
        if (!(error instanceof StoreIsBeingRestored)) throw error;
        log.info('Waiting for a restore to end');
      }
      answering ??= await answerClosed();
      await sleep(tryAgainMs);
    }
  }

  let app = await open(null, {});
  const stopped = once(stopping.signal, 'abort').then(() => null);

  async function follow(): Promise<void> {
    for (;;) {
      const handOver = await Promise.race([stopped, app.handedOver]);
      if (handOver === null) return app.close(leaveWithinMs);
      log.info('The shop is closed: a backup is being restored');
      await app.close(leaveWithinMs);
      progress = null;
      const closed = await answerClosed();
      const onProgress: OnProgress = ({ phase, done, total }) => {
        progress = { phase, share: total === 0 ? 1 : Math.min(1, done / total) };
      };
      const restoreFailure = await handOver.run(onProgress, stopping.signal);
      // The reason why a restore failed is recorded in the shop, so the shop is opened first.
      if (stopping.signal.aborted && restoreFailure === null) return closed.close();
      // A loss was accepted for the first opening only.
      app = await open(closed, { acceptsLoss: false, restoreFailure });
      log.info('The shop is open again');
    }
  }

  const ended = follow();
  // Those who wait for it get the failure.
  ended.catch(() => undefined);
  return {
    get origin() {
      return origin;
    },
    get app() {
      return app;
    },
    ended,
    close() {
      stopping.abort();
      return ended;
    },
  };
}
