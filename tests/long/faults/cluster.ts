import { mkdir } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../harness/process.ts';
import { type S3Server, startS3Server } from '../../harness/s3-server.ts';
import type { Storage } from '../../harness/storage.ts';
import type { TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import { Product } from './product.ts';

/**
 * What stands in front of several processes of the product: a small load balancer that does what the
 * large ones do. Requests go to each in turn, no matter who sent them; a process that does not answer
 * its health check gets none; what could not be sent at all, and what only reads, goes to the next.
 */
type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/** What a balancer asks a process: a photo store that is down is down for all of them. */
const healthPath = '/readyz?without=photos';

const checkEveryMs = 200;
const checkPatienceMs = 2000;
/** How long a request waits for a process that takes it. */
const tryForMs = 5000;

interface Upstream {
  host: string;
  port: number;
  isWell: boolean;
}

async function isReady({ host, port }: Upstream): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(checkPatienceMs);
    const response = await fetch(`http://${host}:${port}${healthPath}`, { signal });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What came of handing a request to one process. */
type Handed = 'answered' | 'not taken' | 'broken';

async function startBalancer(upstreams: readonly string[], port: number) {
  const all = upstreams.map((address): Upstream => {
    const [host = '', number] = address.split(':');
    return { host, port: Number(number), isWell: true };
  });
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let isClosed = false;

  function next(): Upstream | undefined {
    const well = all.filter(({ isWell }) => isWell);
    turn += 1;
    return well[turn % well.length];
  }

  function handTo(
    upstream: Upstream,
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
  ): Promise<Handed> {
    return new Promise((resolve) => {
      const { method, url: path } = incoming;
      const headers = {
        ...incoming.headers,
        'content-length': body.length,
        'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
          .filter((address) => address !== undefined)
          .join(', '),
      };
      const asked = request(
        { host: upstream.host, port: upstream.port, method, path, headers, agent },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          // Cut short: the client must not take it for complete.
          answer.on('error', () => outgoing.destroy());
          answer.on('aborted', () => outgoing.destroy());
          resolve('answered');
        },
      );
      asked.on('error', (error: NodeJS.ErrnoException) => {
        const isTaken = error.code !== 'ECONNREFUSED';
        if (!isTaken) upstream.isWell = false;
        resolve(isTaken ? 'broken' : 'not taken');
      });
      outgoing.on('close', () => asked.destroy());
      asked.end(body);
    });
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const onlyReads = incoming.method === 'GET' || incoming.method === 'HEAD';
    for (const until = Date.now() + tryForMs; Date.now() < until && !outgoing.destroyed; ) {
      const upstream = next();
      if (upstream === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const handed = await handTo(upstream, incoming, body, outgoing);
      if (handed === 'answered' || outgoing.destroyed) return;
      if (handed === 'broken' && !onlyReads) break;
    }
    outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('No process answered');
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  async function watch(upstream: Upstream): Promise<void> {
    while (!isClosed) {
      upstream.isWell = await isReady(upstream);
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs).unref());
    }
  }
  for (const upstream of all) void watch(upstream);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      isClosed = true;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Long enough for a balancer to notice that a process is leaving, in seconds. */
const drainSeconds = '1';

/** Processes on one database and one bucket, behind a balancer. SQLite has one process by nature. */
export class Cluster {
  readonly origin: string;
  readonly members: readonly Product[];
  readonly bucket: S3Server;
  readonly #balancer: Balancer;

  private constructor(balancer: Balancer, members: readonly Product[], bucket: S3Server) {
    this.origin = balancer.url;
    this.members = members;
    this.bucket = bucket;
    this.#balancer = balancer;
  }

  static async on(storage: Storage, standIn: TwilioStandIn, size: number): Promise<Cluster> {
    const bucket = await startS3Server();
    const port = await freePort();
    const settings = { ...bucket.environment, DRAIN_SECONDS: drainSeconds };
    const publicUrl = `http://127.0.0.1:${port}`;
    const members = await Promise.all(
      Array.from({ length: size }, async (_, index) => {
        // On PostgreSQL each has a folder of its own, as on a machine of its own.
        const own = storage.databaseUrl === null ? '.' : `process-${index + 1}`;
        const dataDir = join(storage.dataDir, own);
        await mkdir(dataDir, { recursive: true });
        return Product.on(storage, standIn, { dataDir, publicUrl, settings });
      }),
    );
    const upstreams = members.map(({ origin }) => new URL(origin).host);
    return new Cluster(await startBalancer(upstreams, port), members, bucket);
  }

  /** What was written in lives that ended on their own: nobody killed them, so they crashed. */
  get crashes(): readonly string[] {
    return this.members.flatMap(({ crashes }) => crashes);
  }

  /** All at the same moment: on an empty database they all find no tables and no password. */
  begin(): void {
    for (const member of this.members) member.begin();
  }

  /** Resolves once the balancer has noticed that the processes are ready. @throws when one ends */
  async ready(): Promise<void> {
    await Promise.all(this.members.map((member) => member.ready()));
    for (;;) {
      const answer = await fetch(`${this.origin}/healthz`).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
    }
  }

  async kill(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
  }

  async close(): Promise<void> {
    await this.#balancer.close();
    await this.bucket.close();
  }
}
