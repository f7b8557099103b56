import type { Estimate } from '../../domain/api-answers.ts';
import { dollarsFromCents } from '../../domain/money.ts';
import { isoTime } from '../base/clock.ts';
import { afterCursor, type Page, type PageRequest, pageOfFound } from '../database/page.ts';
import type { Handle } from '../database/tables.ts';
import { findEstimates, isOfLiveTicket, toEstimate } from './store.ts';

/**
 * What customers have accepted since a given moment. An estimate counts from the time of the acceptance
 * that holds, wherever its ticket has gone since, and once: not while a newer one has replaced it, and
 * not after a decline. After "Proceed at", the price accepted earlier counts again, from
 * when it was first accepted.
 */

const selectAccepted = (db: Handle, since: number) =>
  db
    .selectFrom('estimates')
    .where('estimates.replaced_at', 'is', null)
    .where('estimates.accepted_at', 'is not', null)
    .where('estimates.accepted_at', '>=', isoTime(since))
    .where(isOfLiveTicket);

/**
 * @param since milliseconds since 1970
 * @returns last accepted first
 */
export async function listAcceptedSince(
  db: Handle,
  since: number,
  { limit, cursor }: PageRequest,
): Promise<Page<Estimate>> {
  const found = await selectAccepted(db, since)
    .select(['estimates.id', 'estimates.accepted_at'])
    .where(afterCursor(['estimates.accepted_at', 'estimates.id'], cursor))
    .orderBy('estimates.accepted_at', 'desc')
    .orderBy('estimates.id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageOfFound(
    found,
    limit,
    (each) => [each.accepted_at ?? '', each.id],
    (ids) => findEstimates(db, ids),
    toEstimate,
  );
}

/**
 * @param since milliseconds since 1970
 * @returns how many, and their sum in dollars
 */
export async function acceptedSince(
  db: Handle,
  since: number,
): Promise<{ count: number; total: number }> {
  const { count, cents } = await selectAccepted(db, since)
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('estimates.estimate_price_cents').as('cents'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), total: dollarsFromCents(Number(cents)) };
}
