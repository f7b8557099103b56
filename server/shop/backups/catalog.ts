import { DatabaseSync } from 'node:sqlite';
import { sqliteDialect } from '../../database/dialect.ts';
import { migrate, migrationNames } from '../../database/migrate.ts';
import { isOfSearchIndex } from '../../database/search.ts';
import { kyselyOn } from '../../database/sqlite-driver.ts';

export interface CatalogTable {
  name: string;
  columns: readonly string[];
}

/** Names of the tables that are the product's own, referenced ones before those that refer to them. */
function inOrder(database: DatabaseSync, names: readonly string[]): string[] {
  const ordered: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (ordered.includes(name) || path.includes(name)) return;
    const references = database.prepare(`pragma foreign_key_list("${name}")`).all();
    for (const { table } of references) visit(String(table), [...path, name]);
    ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}

/**
 * The product's tables at a migration level, found by making them in memory: so no list of tables has
 * to be kept beside the migrations, and another program's tables in the same database are never touched.
 *
 * @param level a migration's name; the newest by default
 */
export async function catalogAt(level?: string): Promise<CatalogTable[]> {
  const database = new DatabaseSync(':memory:');
  try {
    await migrate(kyselyOn<unknown>(database), sqliteDialect, level);
    const names = database
      .prepare("select name from sqlite_master where type = 'table' order by name")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !/^(sqlite|kysely)_/.test(name) && !isOfSearchIndex(name));
    return inOrder(database, names).map((name) => ({
      name,
      columns: database
        .prepare(`pragma table_info("${name}")`)
        .all()
        .map((column) => String(column.name)),
    }));
  } finally {
    database.close();
  }
}

/** The levels that this version knows, oldest first. */
export const knownLevels = () => migrationNames(sqliteDialect);
