import type { ShopConfig } from '../../domain/shop-config.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { closedSince } from '../database/settings.ts';
import type { Http } from '../http/operations.ts';
import { setClosedForMoving } from './closing.ts';

interface Parts {
  database: Database;
  clock: Clock;
  shop: ShopConfig['shop'];
  isConfigured: boolean;
  textsAreSimulated: boolean;
  /** How far the machine's clock is ahead, in milliseconds; null when nobody knows. */
  clockAhead: () => number | null;
}

export function shopRoutes(http: Http, { database, clock, clockAhead, ...parts }: Parts): void {
  http.handle('getShop', async () => {
    const ahead = clockAhead();
    return {
      ...parts,
      clockAheadSeconds: ahead === null ? null : Math.round(ahead / 1000),
      closedSince: await closedSince(database.read),
    };
  });
  http.handle('setClosedForMoving', async ({ body }) => ({
    closedSince: await setClosedForMoving({ database, clock }, body.isClosed),
  }));
}
