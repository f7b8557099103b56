import type { Texting } from '../../domain/api-texting.ts';
import type { RefusedCallReason } from '../../domain/texting-account.ts';
import { isoTime } from '../base/clock.ts';
import {
  readSetting,
  refuseWhileClosed,
  webhookCallsKey,
  writeSetting,
} from '../database/settings.ts';
import type { Handle } from '../database/tables.ts';
import type { Deps } from '../ports/deps.ts';

/** When the provider's webhooks were last called: what an owner looks at when no reply arrives. */

type LastCalls = Texting['lastCalls'];

/** A stranger may call as often as they like, and each note is a durable write. In milliseconds. */
const noteEveryMs = 10_000;

export async function lastCalls(db: Handle): Promise<LastCalls> {
  const kept = await readSetting(db, webhookCallsKey);
  return kept === null ? { genuine: null, refused: null } : (JSON.parse(kept) as LastCalls);
}

/** @returns a function that notes a call: null for one that was genuine, else why it was refused. It never throws */
export function webhookNotes({ database, clock }: Pick<Deps, 'database' | 'clock'>) {
  const notedAt = new Map<string, number>();
  return (why: RefusedCallReason | null): void => {
    const now = clock();
    const kind = why === null ? 'genuine' : 'refused';
    const last = notedAt.get(kind);
    if (last !== undefined && Math.abs(now - last) < noteEveryMs) return;
    notedAt.set(kind, now);
    const at = isoTime(now);
    const noted = why === null ? { genuine: { at } } : { refused: { at, why } };
    database
      .transact(async (tx) => {
        await refuseWhileClosed(tx);
        await database.dialect.lock(tx, webhookCallsKey);
        await writeSetting(
          tx,
          webhookCallsKey,
          JSON.stringify({ ...(await lastCalls(tx)), ...noted }),
        );
      })
      // The next call is noted.
      .catch(() => undefined);
  };
}
