import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../harness/process.ts';
import { type S3Server, startS3Server } from '../../harness/s3-server.ts';
import type { Storage } from '../../harness/storage.ts';
import type { TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { Product } from './product.ts';

/** Long enough for a balancer to notice that a process is leaving, in seconds. */
const drainSeconds = '1';

/** Processes on one database and one bucket, behind a balancer. SQLite has one process by nature. */
export class Cluster {
  readonly origin: string;
  readonly members: readonly Product[];
  /** Where the photos lie. */
  readonly bucket: S3Server;
  readonly #balancer: Balancer;

  private constructor(balancer: Balancer, members: readonly Product[], bucket: S3Server) {
    this.origin = balancer.url;
    this.members = members;
    this.bucket = bucket;
    this.#balancer = balancer;
  }

  /** @param size how many processes */
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

  /** What was written in lives that ended by themselves: nobody killed them, so they crashed. */
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
