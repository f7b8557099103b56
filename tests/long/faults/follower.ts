import { setTimeout as sleep } from 'node:timers/promises';
import { type EventReader, readEvents } from '../../harness/event-reader.ts';
import { HttpClient } from '../../harness/http-client.ts';
import { shopPassword } from './product.ts';

/** A screen that stays open: its stream breaks with its process and goes on with another one. */
export class Follower {
  /** Every revision that it received, in that order. */
  readonly received: number[] = [];
  from: number | null = null;
  streams = 0;
  readonly #client: HttpClient;
  #lastId: number | null = null;
  #reader: EventReader | null = null;
  #isOver = false;

  constructor(origin: string, address: string) {
    this.#client = new HttpClient(origin, null, { 'x-forwarded-for': address });
  }

  get lastId(): number {
    return this.#lastId ?? 0;
  }

  #take({ events }: EventReader, already: number): number {
    for (const { id, event } of events.slice(already)) {
      if (event === 'change') this.received.push(id);
      if (event === 'reset') {
        // What came before need not arrive anymore.
        this.from = id;
        this.received.length = 0;
      }
      if (event === 'hello') this.from ??= id;
      this.#lastId = id;
    }
    return events.length;
  }

  async #stream(): Promise<void> {
    const client = this.#client;
    if (client.cookie === null) await client.logIn(shopPassword);
    const headers = this.#lastId === null ? {} : { 'last-event-id': String(this.#lastId) };
    const reader = await readEvents(client, headers);
    this.#reader = reader;
    if (reader.status === 401) client.cookie = null;
    if (reader.status === 200) this.streams += 1;
    let taken = 0;
    let hasEnded = reader.status !== 200;
    void reader.ended.then(() => {
      hasEnded = true;
    });
    while (!hasEnded && !this.#isOver) {
      taken = this.#take(reader, taken);
      await sleep(20);
    }
    this.#take(reader, taken);
    reader.close();
  }

  async follow(): Promise<void> {
    while (!this.#isOver) {
      await this.#stream().catch(() => undefined);
      await sleep(50);
    }
  }

  stop(): void {
    this.#isOver = true;
    this.#reader?.close();
  }

  /**
   * @param log all revisions that there are, in their order
   * @returns what arrived twice, not at all, or out of order
   */
  problems(log: readonly number[]): string[] {
    const from = this.from ?? Number.POSITIVE_INFINITY;
    const expected = log.filter((revision) => revision > from);
    const received = new Set(this.received);
    const problems = expected
      .filter((revision) => !received.has(revision))
      .map((revision) => `change ${revision} did not arrive`);
    this.received.forEach((revision, index) => {
      const before = this.received[index - 1];
      if (before !== undefined && before >= revision) {
        problems.push(`change ${revision} arrived after ${before}`);
      }
    });
    return problems;
  }
}
