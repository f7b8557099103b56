import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Database } from '../database/database.ts';
import type { EstimateActions } from './estimate-actions.ts';
import type { PhotoStore } from './photo-store.ts';
import type { SendResult, TextSender } from './text-sender.ts';

/** What the actions work with: chosen in app.ts, handed to each of them. */
export interface Deps {
  database: Database;
  clock: Clock;
  log: Log;
  sender: TextSender;
  /** The texts that the sender is handling right now, by their references. */
  deliveries: Map<string, Promise<SendResult>>;
  /** What texts trigger in estimates. */
  estimates: EstimateActions;
  photoStore: PhotoStore;
  /** Where the product is reached from outside; null where it is not. */
  publicUrl: string | null;
  /** The product's version, with what tells its builds apart. */
  version: string;
}
