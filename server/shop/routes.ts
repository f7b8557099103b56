import type { ShopConfig } from '../../domain/shop-config.ts';
import type { Http } from '../http/operations.ts';

interface Parts {
  shop: ShopConfig['shop'];
  isConfigured: boolean;
  textsAreSimulated: boolean;
  /** How far the machine's clock is ahead, in milliseconds; null when nobody knows. */
  clockAhead: () => number | null;
}

export function shopRoutes(http: Http, { clockAhead, ...parts }: Parts): void {
  http.handle('getShop', async () => {
    const ahead = clockAhead();
    return { ...parts, clockAheadSeconds: ahead === null ? null : Math.round(ahead / 1000) };
  });
}
