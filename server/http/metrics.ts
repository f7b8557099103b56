import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../base/log.ts';
import type { ChangeFeed } from '../database/changes.ts';
import type { Database } from '../database/database.ts';
import type { PhotoStore } from '../ports/photo-store.ts';
import type { TextSender } from '../ports/text-sender.ts';
import { countUnresolved } from '../texts/store.ts';

/** From a poll to a photo on a slow connection, in seconds. */
const buckets = [0.01, 0.05, 0.25, 1, 5, 15];

/** How long a request for the metrics waits for a database that says nothing, in milliseconds. */
const patienceMs = 2000;

/** Metrics of the whole process, not of one app in it: observing them cannot be stopped, so it begins only once. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

export type Measures = ReturnType<typeof createMeasures>;

/**
 * What the product reports about itself, for Prometheus. Every label has few values, all of them ours: no
 * name, phone, ticket or address of anybody.
 *
 * @param port where it can be read
 */
export function createMeasures(port: number) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'watch_repair_request_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const texts = new Counter({
    name: 'watch_repair_texts_total',
    help: 'Texts handed to the provider, by outcome: accepted, rejected, unknown',
    labelNames: ['outcome'],
    registers,
  });
  const photoBytes = new Counter({
    name: 'watch_repair_photo_stored_bytes_total',
    help: 'Bytes of photos stored since the start',
    registers,
  });
  const transactionWait = new Histogram({
    name: 'watch_repair_transaction_wait_seconds',
    help: 'How long changes waited for the database before they began',
    buckets,
    registers,
  });
  const transactions = new Histogram({
    name: 'watch_repair_transaction_seconds',
    help: 'How long changes took in the database, including the wait',
    labelNames: ['result'],
    buckets,
    registers,
  });

  return {
    /** Times every answer; call it before the routes are made. */
    watchRequests(http: FastifyInstance): void {
      http.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        // A live stream lasts as long as its page is open.
        if (route === '/api/events') return;
        const status = `${Math.floor(reply.statusCode / 100)}xx`;
        requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
      });
    },

    ofDatabase(database: Database): Database {
      return {
        ...database,
        transact: async (work) => {
          const asked = performance.now();
          const seconds = () => (performance.now() - asked) / 1000;
          let waited: number | null = null;
          let result = 'failed';
          try {
            const outcome = await database.transact((tx) => {
              waited ??= seconds();
              return work(tx);
            });
            result = 'done';
            return outcome;
          } finally {
            transactionWait.observe(waited ?? seconds());
            transactions.observe({ result }, seconds());
          }
        },
      };
    },

    ofSender<Sender extends TextSender>(sender: Sender): Sender {
      return {
        ...sender,
        send: async (text) => {
          const result = await sender.send(text);
          texts.inc({ outcome: result.kind });
          return result;
        },
      };
    },

    ofPhotos(store: PhotoStore): PhotoStore {
      return {
        ...store,
        put: async (name, bytes) => {
          await store.put(name, bytes);
          photoBytes.inc(bytes.length);
        },
      };
    },

    watchState(database: Database, feed: ChangeFeed, dataDir: string): void {
      new Gauge({
        name: 'watch_repair_live_streams',
        help: 'Open streams of live changes, about one per open page',
        registers,
        collect() {
          this.set(feed.readers);
        },
      });
      const unresolved = new Gauge({
        name: 'watch_repair_texts_unsettled',
        help: 'Texts that may or may not have been sent',
        registers,
      });
      new Gauge({
        name: 'watch_repair_database_up',
        help: '1 while the database answers',
        registers,
        async collect() {
          const count = await Promise.race([
            countUnresolved(database.read).catch(() => null),
            sleep(patienceMs, null, { ref: false }),
          ]);
          this.set(count === null ? 0 : 1);
          if (count !== null) unresolved.set(count);
        },
      });
      new Gauge({
        name: 'watch_repair_data_free_bytes',
        help: 'Free space where the data is stored',
        registers,
        async collect() {
          // A shop that keeps everything elsewhere may have no such folder: then nothing is known.
          const disk = await statfs(dataDir).catch(() => null);
          this.set(disk ? disk.bavail * disk.bsize : Number.NaN);
        },
      });
    },

    /**
     * Serves everything, as Prometheus reads it, to programs on this machine only: there is no password
     * in front of it.
     *
     * @throws when the port is taken
     */
    async listen(log: Log): Promise<{ address: string; close(): Promise<void> }> {
      const server = fastify({ forceCloseConnections: true });
      server.get('/metrics', async (_request, reply) =>
        reply
          .headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
          .send(await Registry.merge([ofProcess, registry]).metrics()),
      );
      server.setErrorHandler((error, _request, reply) => {
        log.error({ error: String(error) }, 'The metrics could not be read');
        return reply.code(500).send();
      });
      const origin = await server
        .listen({ port, host: '127.0.0.1' })
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EADDRINUSE') throw error;
          throw new Error(`Port ${port} is taken: set METRICS_PORT to another number.`);
        });
      return { address: `${origin}/metrics`, close: () => server.close() };
    },
  };
}
