import type { Answer } from '../../../domain/api.ts';
import { HttpClient, type Reply } from '../../harness/http-client.ts';
import type { IntakeRecord, Ledger } from './ledger.ts';
import { shopPassword } from './product.ts';

/** So many of the newest are looked at: nobody takes in more between two requests. */
const page = { status: 'pending', limit: 100 };

interface Surroundings {
  origin: string;
  address: string;
  ledger: Ledger;
  newPhone: () => string;
  newId: () => string;
}

/**
 * Reads the list right after saving something, as the screens do: with the ETag of the list it has
 * already.
 */
export class Reader {
  /** How often what was just saved was looked for. */
  looks = 0;
  /** How often it was not there. */
  stale = 0;
  readonly #at: Surroundings;
  readonly #client: HttpClient;
  #tag: string | null = null;

  constructor(at: Surroundings) {
    this.#at = at;
    this.#client = new HttpClient(at.origin, null, { 'x-forwarded-for': at.address });
  }

  async #attempt(ask: () => Promise<Reply>): Promise<Reply | null> {
    const reply = await ask().catch(() => null);
    if (reply?.status === 401) this.#client.cookie = null;
    return reply !== null && reply.status < 400 ? reply : null;
  }

  #list(): Promise<Reply | null> {
    const tag: Record<string, string> = this.#tag === null ? {} : { 'if-none-match': this.#tag };
    return this.#attempt(() => this.#client.attempt('listRepairs', { query: page }, tag));
  }

  /** Takes in a repair and looks for it. Never throws. */
  async step(): Promise<void> {
    const { ledger, newId, newPhone } = this.#at;
    if (this.#client.cookie === null) {
      await this.#attempt(() => this.#client.logIn(shopPassword));
      return;
    }
    this.#tag = (await this.#list())?.headers.get('etag') ?? this.#tag;
    const repairId = newId();
    const record: IntakeRecord = {
      body: {
        repairId,
        customerName: 'Grace Hopper',
        customerEmail: `${repairId}@example.com`,
        customerPhone: newPhone(),
        watchBrand: 'Omega',
        watchModel: 'No. 9',
        issue: 'Runs backwards',
      },
      ticketNumber: null,
      clientId: null,
      deleted: 'no',
    };
    ledger.intakes.set(repairId, record);
    const saved = await this.#attempt(() =>
      this.#client.attempt('createRepair', { body: record.body }),
    );
    ledger.count('intake', saved === null ? 'doubtful' : 'acknowledged');
    if (saved === null) return;
    const { repair } = saved.json() as Answer<'createRepair'>;
    record.ticketNumber = repair.ticketNumber;
    record.clientId = repair.clientId;
    await this.#lookFor(repair.ticketNumber);
  }

  async #lookFor(ticketNumber: string): Promise<void> {
    const shown = await this.#list();
    if (shown === null) return;
    this.looks += 1;
    if (shown.status === 304 || !shown.text.includes(ticketNumber)) this.stale += 1;
  }
}
