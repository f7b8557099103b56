import {
  freePort,
  type RunningProcess,
  serverProgram,
  startProcess,
} from '../../harness/process.ts';
import type { Storage } from '../../harness/storage.ts';
import type { TwilioStandIn } from '../../harness/twilio-stand-in.ts';
import { standInNumber } from '../../harness/twilio-texts.ts';

export const shopPassword = 'loupe and tweezers';

interface Place {
  dataDir: string;
  /** The address that all of them are reached at from outside. */
  publicUrl: string;
  settings: Record<string, string>;
}

/** The real product as a process of its own that can be killed and started again on its data. */
export class Product {
  readonly origin: string;
  readonly #environment: Record<string, string>;
  readonly #folder: string;
  #running: RunningProcess | null = null;
  #isMeantToEnd = false;
  readonly crashes: string[] = [];

  private constructor(port: number, storage: Storage, standIn: TwilioStandIn, place: Place) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#folder = place.dataDir;
    this.#environment = {
      PORT: String(port),
      PUBLIC_URL: place.publicUrl,
      DATA_DIR: this.#folder,
      SHOP_PASSWORD: shopPassword,
      LOG_LEVEL: 'error',
      // Everyone logs in from an address of their own, as from several counters.
      TRUST_PROXY: 'true',
      TWILIO_ACCOUNT_SID: standIn.accountSid,
      TWILIO_AUTH_TOKEN: standIn.authToken,
      TWILIO_FROM: standInNumber,
      TWILIO_API_BASE_URL: standIn.url,
      ...(storage.databaseUrl === null ? {} : { DATABASE_URL: storage.databaseUrl }),
      ...place.settings,
    };
  }

  /** The same address in every life: the provider keeps calling it. */
  static async on(storage: Storage, standIn: TwilioStandIn, place: Place): Promise<Product> {
    return new Product(await freePort(), storage, standIn, place);
  }

  /** Begins a life. Resolves at once; {@link ready} says when it serves. */
  begin(): void {
    const running = startProcess(serverProgram, this.#environment, this.#folder);
    this.#running = running;
    this.#isMeantToEnd = false;
    void running.ended.then((code) => {
      if (this.#running !== running || this.#isMeantToEnd) return;
      this.crashes.push(`ended on its own with ${code}:\n${running.output().slice(-2000)}`);
    });
  }

  async ready(): Promise<void> {
    await this.#running?.until(/Data {6}\S+/);
  }

  /** As in a power failure: nothing is said before, nothing is written after. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As an upgrade does it. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isMeantToEnd = true;
    this.#running?.signal(signal);
    await this.#running?.ended;
  }
}
