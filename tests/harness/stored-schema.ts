import type { Engine, Storage } from './storage.ts';

/** One row for each thing that a store is made of: what it is, its name, and everything else about it. */
const questions: Record<Engine, string> = {
  sqlite: `with tables as (select name from sqlite_master where type = 'table'),
      indexes as (
        select tables.name as of, i.* from tables join pragma_index_list(tables.name) as i
      )
    select type as kind, tbl_name || ' ' || name as name, sql as rest from sqlite_master
    union all select 'column', tables.name || '.' || c.name,
        json_array(c.cid, c.type, c."notnull", c.dflt_value, c.pk, c.hidden)
      from tables join pragma_table_xinfo(tables.name) as c
    union all select 'list of indexes', of || ' ' || name, json_array("unique", origin, partial)
      from indexes
    union all select 'column of an index', indexes.name || ' ' || c.seqno,
        json_array(c.cid, c.name, c."desc", c.coll, c.key)
      from indexes join pragma_index_xinfo(indexes.name) as c
    union all select 'foreign key', tables.name || '.' || f."from",
        json_array(f.id, f.seq, f."table", f."to", f.on_update, f.on_delete, f.match)
      from tables join pragma_foreign_key_list(tables.name) as f
    order by 1, 2, 3`,

  postgres: `with ours as (
      select * from pg_class where relnamespace = current_schema()::regnamespace
    )
    select 'relation' as kind, relname::text as name,
        concat_ws(' ', relkind, relpersistence, reloptions) as rest from ours
    union all select 'column', relname || '.' || attname, concat_ws(' ',
        row_number() over (partition by attrelid order by attnum),
        format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        'default ' || pg_get_expr(adbin, adrelid), attidentity, attgenerated, collname)
      from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      left join pg_collation on pg_collation.oid = attcollation
      where relkind <> 'i'
    union all select 'index', relname, concat_ws(' ', pg_get_indexdef(ours.oid),
        indisvalid, indisprimary, indnullsnotdistinct)
      from ours join pg_index on indexrelid = ours.oid
    union all select 'constraint', relname || ' ' || conname, concat_ws(' ',
        pg_get_constraintdef(pg_constraint.oid), convalidated)
      from ours join pg_constraint on conrelid = ours.oid
    union all select 'trigger', relname || ' ' || tgname, concat_ws(' ',
        pg_get_triggerdef(pg_trigger.oid), tgenabled)
      from ours join pg_trigger on tgrelid = ours.oid and not tgisinternal
    union all select 'sequence', relname, concat_ws(' ', seqtypid::regtype, seqstart,
        seqincrement, seqmin, seqmax, seqcache, seqcycle)
      from ours join pg_sequence on seqrelid = ours.oid
    union all select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
      where pronamespace = current_schema()::regnamespace and prokind = 'f'
    union all select 'extension', extname, '' from pg_extension
    order by 1, 2, 3`,
};

/** @returns all that the tables of a store are made of, comparable with another's of the same engine */
export async function schemaOf(storage: Storage) {
  const rows = await storage.openRows();
  const parts = await rows.run(questions[storage.engine]);
  await rows.close();
  return parts.map((part) => ({ ...part, rest: String(part.rest).replace(/\s+/g, ' ') }));
}
