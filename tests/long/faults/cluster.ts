import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Balancer, startBalancer } from '../../harness/balancer.ts';
import { freePort } from '../../harness/free-port.ts';
import { startS3Server } from '../../harness/s3-server.ts';
import type { Storage } from '../../harness/storage.ts';
import type { TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import type { Premises } from './open-shop.ts';
import { Product, type Served } from './product.ts';
import { photosInBucket } from './stored-photos.ts';

/** Long enough for a balancer to notice that a process is leaving, in seconds. */
const drainSeconds = '1';

/** Several processes on one database and one bucket, each with a folder of its own, behind a balancer. */
export class Cluster implements Served {
  readonly origin: string;
  readonly members: readonly Product[];
  readonly #balancer: Balancer;

  private constructor(balancer: Balancer, members: readonly Product[]) {
    this.origin = balancer.url;
    this.members = members;
    this.#balancer = balancer;
  }

  /**
   * @param size how many processes
   */
  static async on(
    storage: Storage,
    standIn: TwilioStandIn,
    size: number,
  ): Promise<Premises & { product: Cluster }> {
    const bucket = await startS3Server();
    const port = await freePort();
    const members = await Promise.all(
      Array.from({ length: size }, async (_, index) => {
        const dataDir = join(storage.dataDir, `process-${index + 1}`);
        await mkdir(dataDir);
        const settings = { ...bucket.environment, DRAIN_SECONDS: drainSeconds };
        const publicUrl = `http://127.0.0.1:${port}`;
        return Product.on(storage, standIn, { dataDir, publicUrl, settings });
      }),
    );
    const upstreams = members.map(({ origin }) => new URL(origin).host);
    const balancer = await startBalancer({ upstreams, port });
    const product = new Cluster(balancer, members);
    return {
      product,
      photos: photosInBucket(bucket),
      close: async () => {
        await product.#balancer.close();
        await bucket.close();
      },
    };
  }

  get crashes(): readonly string[] {
    return this.members.flatMap(({ crashes }) => crashes);
  }

  /** All at the same moment: on an empty database they all find no tables and no password. */
  begin(): void {
    for (const member of this.members) member.begin();
  }

  async ready(): Promise<void> {
    await Promise.all(this.members.map((member) => member.ready()));
    await this.#serves();
  }

  async kill(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
  }

  /** Resolves once the balancer has noticed that a process is ready again. */
  async #serves(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.origin}/healthz`).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
    }
  }
}
