import { type Kysely, Migrator, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { searchText } from './migrations/0002-search-text.ts';
import { texts } from './migrations/0003-texts.ts';
import { history } from './migrations/0004-history.ts';
import { sessions } from './migrations/0005-sessions.ts';
import { imports } from './migrations/0006-imports.ts';
import { searchIndex } from './migrations/0007-search-index.ts';
import { keptCounts } from './migrations/0008-kept-counts.ts';
import { answersToActOn } from './migrations/0009-answers-to-act-on.ts';
import { rowsOfOtherPrograms } from './migrations/0010-rows-of-other-programs.ts';
import { trigrams } from './migrations/0011-trigrams.ts';
import { shopCounts } from './migrations/0012-shop-counts.ts';
import { onePhoneKey } from './migrations/0013-one-phone-key.ts';
import { shopSettings } from './migrations/0014-shop-settings.ts';
import { promisedDates } from './migrations/0015-promised-dates.ts';
import { heldCompletions } from './migrations/0016-held-completions.ts';
import { pickUp } from './migrations/0017-pick-up.ts';
import { payments } from './migrations/0018-payments.ts';
import { visits } from './migrations/0019-visits.ts';
import { listOrders } from './migrations/0020-list-orders.ts';
import { acceptedEstimates } from './migrations/0021-accepted-estimates.ts';
import { condition } from './migrations/0022-condition.ts';
import { completions } from './migrations/0023-completions.ts';
import { parts } from './migrations/0024-parts.ts';
import { recordedEstimates } from './migrations/0025-recorded-estimates.ts';
import { handOver } from './migrations/0026-hand-over.ts';
import { notes } from './migrations/0027-notes.ts';
import { places } from './migrations/0028-places.ts';
import { tax } from './migrations/0029-tax.ts';
import { closedDays } from './migrations/0030-closed-days.ts';
import { clientExtras } from './migrations/0031-client-extras.ts';
import { theirReference } from './migrations/0032-their-reference.ts';
import { textingAccounts } from './migrations/0033-texting-accounts.ts';
import { restores } from './migrations/0034-restores.ts';
import { textPictures } from './migrations/0035-text-pictures.ts';
import { largeDays } from './migrations/0036-large-days.ts';
import { measurements } from './migrations/0037-measurements.ts';
import { priceLines } from './migrations/0038-price-lines.ts';
import { ticketPhotos } from './migrations/0039-ticket-photos.ts';
import { signatures } from './migrations/0040-signatures.ts';
import { watches } from './migrations/0041-watches.ts';
import { warranties } from './migrations/0042-warranties.ts';
import { sendings } from './migrations/0043-sendings.ts';
import { undoAndClosing } from './migrations/0044-undo-and-closing.ts';
import { failedTexts } from './migrations/0045-failed-texts.ts';

const migrations = ({ engine }: Dialect) => ({
  '0001-first-tables': firstTables(engine),
  '0002-search-text': searchText,
  '0003-texts': texts,
  '0004-history': history,
  '0005-sessions': sessions,
  '0006-imports': imports,
  '0007-search-index': searchIndex,
  '0008-kept-counts': keptCounts,
  '0009-answers-to-act-on': answersToActOn,
  '0010-rows-of-other-programs': rowsOfOtherPrograms(engine),
  '0011-trigrams': trigrams(engine),
  '0012-shop-counts': shopCounts(engine),
  '0013-one-phone-key': onePhoneKey,
  '0014-shop-settings': shopSettings,
  '0015-promised-dates': promisedDates,
  '0016-held-completions': heldCompletions,
  '0017-pick-up': pickUp(engine),
  '0018-payments': payments,
  '0019-visits': visits,
  '0020-list-orders': listOrders,
  '0021-accepted-estimates': acceptedEstimates,
  '0022-condition': condition,
  '0023-completions': completions(engine),
  '0024-parts': parts,
  '0025-recorded-estimates': recordedEstimates,
  '0026-hand-over': handOver,
  '0027-notes': notes,
  '0028-places': places,
  '0029-tax': tax,
  '0030-closed-days': closedDays(engine),
  '0031-client-extras': clientExtras,
  '0032-their-reference': theirReference,
  '0033-texting-accounts': textingAccounts,
  '0034-restores': restores,
  '0035-text-pictures': textPictures,
  '0036-large-days': largeDays(engine),
  '0037-measurements': measurements,
  '0038-price-lines': priceLines,
  '0039-ticket-photos': ticketPhotos,
  '0040-signatures': signatures,
  '0041-watches': watches,
  '0042-warranties': warranties,
  '0043-sendings': sendings,
  '0044-undo-and-closing': undoAndClosing,
  '0045-failed-texts': failedTexts,
});

/** The names of all migrations in order: the last one is this version's level. */
export const migrationNames = (dialect: Dialect): string[] =>
  Object.keys(migrations(dialect)).sort();

/** Whether the tables are of this version, in one query: the migrator's own check takes 7 ms. */
async function isCurrent(db: Kysely<unknown>, dialect: Dialect): Promise<boolean> {
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch(() => null);
  return done?.rows.map(({ name }) => name).join() === migrationNames(dialect).join();
}

/**
 * Brings the tables up to this version. Safe to run from several processes at once.
 *
 * @param level where to stop, for tables as an older version knew them
 */
export async function migrate(
  db: Kysely<unknown>,
  dialect: Dialect,
  level?: string,
): Promise<void> {
  if (level === undefined && (await isCurrent(db, dialect))) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(dialect) },
  });
  const { error } =
    level === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(level);
  if (error) throw error;
}
