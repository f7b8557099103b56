import type { ShopConfig } from '../../domain/shop-config.ts';
import type { Http } from '../http/operations.ts';

interface Parts {
  shop: ShopConfig['shop'];
  isConfigured: boolean;
  textsAreSimulated: boolean;
}

export function shopRoutes(http: Http, parts: Parts): void {
  http.handle('getShop', async () => parts);
}
