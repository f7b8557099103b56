import { DatabaseSync } from 'node:sqlite';
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import { dataFiles } from '../../server/base/config.ts';
import { postgresDialect, sqliteDialect } from '../../server/database/dialect.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPatientPool } from '../../server/database/postgres-pool.ts';
import { kyselyOn } from '../../server/database/sqlite-driver.ts';

/** An upgrade that is killed before one of its statements, as in a power failure: `COUNT`. */

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = process.env;

let left = Number(process.argv[2]);
const dying: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    left -= 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

if (databaseUrl === undefined) {
  const database = new DatabaseSync(dataFiles.database(dataDir));
  await migrate(kyselyOn<unknown>(database).withPlugin(dying), sqliteDialect);
  database.close();
} else {
  const database = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPatientPool(databaseUrl) }),
    plugins: [dying],
  });
  await migrate(database, postgresDialect);
  await database.destroy();
}
console.log('Survived');
