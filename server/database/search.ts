import { type Expression, type SqlBool, sql } from 'kysely';

/** The condition that a search column contains a term; both are in their searchable form. */
export function containsText(column: string, term: string): Expression<SqlBool> {
  const escaped = term.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return sql<SqlBool>`${sql.ref(column)} like ${`%${escaped}%`} escape '\\'`;
}
