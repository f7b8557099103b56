import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Database } from '../database/database.ts';
import type { EstimateActions } from './estimate-actions.ts';
import type { PhotoStore } from './photo-store.ts';
import type { SendResult } from './text-sender.ts';
import type { Texting } from './texting.ts';

/** What the actions work with: chosen in app.ts, handed to each of them. */
export interface Deps {
  database: Database;
  clock: Clock;
  log: Log;
  texting: Texting;
  /** The texts that are being sent right now, by their references. */
  deliveries: Map<string, Promise<SendResult>>;
  /** What texts trigger in estimates. */
  estimates: EstimateActions;
  photoStore: PhotoStore;
  /** PUBLIC_URL: where the product is reached from outside; null if it is not set. */
  publicUrl: string | null;
  /** The product's version, including what distinguishes its builds. */
  version: string;
}
