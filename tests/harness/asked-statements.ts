import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { vi } from 'vitest';
import { dataFiles } from '../../server/config.ts';
import type { Storage } from './engine.ts';

/** What the product asks of its engine, and how the engine goes about it. */

/** How rows are come by that no condition picks out of an index: one after the other. */
export interface Walk {
  /** The table, or what it is called in the statement. */
  through: string;
  /** Null where it is the table itself. */
  index: string | null;
}

const isAboutRows = (statement: string) =>
  /^\s*(select|insert|update|delete|with)\b/i.test(statement);

/** Listens from now on. @returns what was asked since, each statement once, and how to stop */
export function listenToStatements(): { statements: ReadonlySet<string>; stop: () => void } {
  const statements = new Set<string>();
  const note = (asked: unknown) => {
    // One that the engine keeps comes with its name.
    const statement =
      typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked;
    if (typeof statement === 'string' && isAboutRows(statement)) statements.add(statement);
  };
  const { prepare } = DatabaseSync.prototype;
  const onSqlite = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    statement,
  ) {
    note(statement);
    return prepare.call(this, statement);
  });
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const onPostgres = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    note(given[0]);
    return query.apply(this, given);
  } as never);
  return {
    statements,
    stop: () => {
      onSqlite.mockRestore();
      onPostgres.mockRestore();
    },
  };
}

/** Asks the engine how it would go about statements. @returns the walks of each, by statement */
export async function walksOf(
  storage: Storage,
  statements: Iterable<string>,
): Promise<Map<string, Walk[]>> {
  return storage.databaseUrl === null
    ? walksOnSqlite(dataFiles.database(storage.dataDir), statements)
    : walksOnPostgres(storage.databaseUrl, statements);
}

function walksOnSqlite(file: string, statements: Iterable<string>): Map<string, Walk[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  const walks = new Map<string, Walk[]>();
  for (const statement of statements) {
    const steps = database.prepare(`explain query plan ${statement}`).all();
    walks.set(
      statement,
      steps.flatMap(({ detail }) => {
        const [found, through = '', index = null] =
          /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(String(detail)) ?? [];
        return found === undefined ? [] : [{ through, index }];
      }),
    );
  }
  database.close();
  return walks;
}

interface PlanStep {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'TID Cond'?: string;
  'Node Type': string;
  Plans?: PlanStep[];
}

function walksIn(step: PlanStep): Walk[] {
  const below = (step.Plans ?? []).flatMap(walksIn);
  const through = step['Relation Name'];
  const isPicked = (step['Index Cond'] ?? step['TID Cond']) !== undefined;
  const isScan = /Scan$/.test(step['Node Type']) && step['Node Type'] !== 'Bitmap Heap Scan';
  const index = step['Index Name'] ?? null;
  if (!isScan || isPicked || (through === undefined && index === null)) return below;
  return [{ through: through ?? '', index }, ...below];
}

/**
 * Makes PostgreSQL take every table and index for one of a million rows: of few it thinks that any way
 * is as good as any other.
 */
const pretendMany = `select pg_restore_relation_stats(
    'schemaname', current_schema()::text, 'relname', relname::text,
    'relpages', 1, 'reltuples', 1000000::real)
  from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')`;

async function walksOnPostgres(
  url: string,
  statements: Iterable<string>,
): Promise<Map<string, Walk[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const walks = new Map<string, Walk[]>();
  try {
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
    await client.query('analyze');
    await client.query(pretendMany);
    for (const statement of statements) {
      const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`);
      const plans: { Plan: PlanStep }[] = rows[0]['QUERY PLAN'];
      walks.set(
        statement,
        plans.flatMap(({ Plan }) => walksIn(Plan)),
      );
    }
  } finally {
    await client.end();
  }
  return walks;
}
