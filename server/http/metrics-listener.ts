import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log.ts';
import type { Measures } from './metrics.ts';

/** Only programs of this machine may ask: what is measured has no password in front of it. */
const host = '127.0.0.1';

/** Where the measures can be read. */
export interface MetricsListener {
  /** e.g. http://127.0.0.1:9100/metrics */
  address: string;
  close(): Promise<void>;
}

/** @throws when the port is taken */
export async function listenForMetrics(
  measures: Measures,
  port: number,
  log: Log,
): Promise<MetricsListener> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    try {
      const body = await measures.read();
      response.writeHead(200, {
        'content-type': measures.contentType,
        'cache-control': 'no-store',
      });
      response.end(body);
    } catch (error) {
      log.error({ error: String(error) }, 'The metrics could not be read');
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken: set METRICS_PORT to another number.`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
