import { isDeepStrictEqual } from 'node:util';
import { defaultShopSettings } from '../../domain/shop-settings.ts';
import { isoTime } from '../base/clock.ts';
import { installation } from '../base/program.ts';
import { closedKey, closedSince } from '../database/settings.ts';
import { record } from '../history/record.ts';
import type { Deps } from '../ports/deps.ts';
import type { Http } from '../ports/http.ts';
import { countByTechnician } from '../repairs/overview.ts';
import { readShopSettings } from '../settings/store.ts';

/** The shop as its settings describe it, and whether it is closed for moving. */

interface ShopDeps extends Pick<Deps, 'database' | 'clock' | 'sender'> {
  /** How far the machine's clock is ahead, in milliseconds; null when nobody knows. */
  clockAhead: () => number | null;
}

/**
 * Closes the shop for moving, or opens it again. The change log takes this in its place among all
 * other changes: none is stored after the shop is closed, by any process.
 *
 * @returns since when it is closed, as ISO 8601; null when it is open
 */
function setClosedForMoving(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  isClosed: boolean,
): Promise<string | null> {
  const { dialect } = database;
  return database.transact(async (tx) => {
    await dialect.lock(tx, closedKey);
    const since = await closedSince(tx);
    if ((since !== null) === isClosed) return since;
    const at = isoTime(clock());
    if (isClosed) await tx.insertInto('settings').values({ key: closedKey, value: at }).execute();
    else await tx.deleteFrom('settings').where('key', '=', closedKey).execute();
    const what = isClosed ? 'closed' : 'opened';
    await record(tx, {
      at,
      events: [],
      changes: [{ entity: 'shop', id: 'shop', what, ticketNumber: null }],
    });
    return isClosed ? at : null;
  });
}

export function shopRoutes(http: Http, deps: ShopDeps): void {
  const { database, sender, clockAhead } = deps;
  http.handle('getShop', async () => {
    const ahead = clockAhead();
    const { shop } = await readShopSettings(database.read);
    return {
      shop,
      isConfigured: !isDeepStrictEqual(shop, defaultShopSettings.shop),
      textsAreSimulated: sender.isSimulated,
      clockAheadSeconds: ahead === null ? null : Math.round(ahead / 1000),
      closedSince: await closedSince(database.read),
      installation,
    };
  });

  http.handle('setClosedForMoving', async ({ body }) => ({
    closedSince: await setClosedForMoving(deps, body.isClosed),
  }));

  http.handle('listTechnicians', async () => {
    const { technicians } = await readShopSettings(database.read);
    const ids = technicians.map(({ id }) => id);
    const counts = await countByTechnician(database.read, ids);
    return {
      items: technicians.map((technician) => {
        const { active = 0, done = 0 } = counts.find(({ id }) => id === technician.id) ?? {};
        return { ...technician, activeRepairs: active, active, total: active + done, done };
      }),
    };
  });
}
