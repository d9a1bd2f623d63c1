import type { Tx } from '@postroad/store/platform/transaction';

/** The schema in the catalogs of PostgreSQL, by catalog; each row as JSON text. */
export type Catalog = Record<string, string[]>;

/**
 * Reads more detail than `schema-text.ts` does, and independently of it, so that the test sees
 * omissions of that file. Object ids are left out, and column numbers count existing columns only.
 * Partitions are left out: they follow the ids that were given. PostgreSQL 18 also keeps "not null" as constraints, named after the first name of their column.
 */
export async function catalogOf({ sql }: Tx): Promise<Catalog> {
  const queries = {
    relations: sql`
      select relname, relkind, relpersistence, reloptions, relreplident, relrowsecurity,
        relforcerowsecurity, pg_get_partkeydef(oid) as partitions
      from pg_class where relnamespace = 'public'::regnamespace and relkind <> 't'
        and not relispartition`,
    columns: sql`
      select c.relname, a.attname, row_number() over (partition by c.oid order by a.attnum) as place,
        format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity, a.attgenerated,
        a.attstorage, a.attcompression, a.attoptions, l.collname,
        pg_get_expr(d.adbin, d.adrelid) as default
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and a.attnum > 0 and not a.attisdropped`,
    constraints: sql`
      select c.relname, k.conname, k.contype, k.condeferrable, k.condeferred, k.convalidated,
        pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.connamespace = 'public'::regnamespace and k.contype <> 'n'
        and not coalesce(c.relispartition, false)`,
    indexes: sql`
      select t.relname as table, i.relname, x.indisunique, x.indisprimary, x.indimmediate,
        x.indisvalid, x.indisclustered, x.indisreplident, pg_get_indexdef(i.oid) as definition
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      where t.relnamespace = 'public'::regnamespace and not t.relispartition`,
    sequences: sql`
      select c.relname, format_type(s.seqtypid, null) as type, s.seqstart, s.seqincrement, s.seqmax,
        s.seqmin, s.seqcache, s.seqcycle, o.relname as owner, d.deptype
      from pg_sequence s join pg_class c on c.oid = s.seqrelid
      left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid
        and d.refclassid = 'pg_class'::regclass
      left join pg_class o on o.oid = d.refobjid
      where c.relnamespace = 'public'::regnamespace`,
    comments: sql`
      select i.type, i.identity, d.description
      from pg_description d
      cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) i
      where i.schema = 'public' and not exists (
        select from pg_class c
        where d.classoid = 'pg_class'::regclass and c.oid = d.objoid and c.relispartition)`,
    functions: sql`
      select pg_get_functiondef(oid) as definition from pg_proc
      where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`,
    extensions: sql`select extname, extversion from pg_extension`,
    types: sql`
      select typname, typtype, typnotnull, typdefault, typcollation, format_type(typbasetype, typtypmod) as base,
        array(select array[k.conname, pg_get_constraintdef(k.oid), k.convalidated::text]
          from pg_constraint k where k.contypid = t.oid order by k.conname) as checks
      from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')`,
    triggers: sql`select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where not tgisinternal`,
    rules: sql`select rulename, definition from pg_rules where schemaname = 'public'`,
    policies: sql`select policyname, tablename, qual from pg_policies`,
  };
  const catalog: Catalog = {};
  for (const [name, query] of Object.entries(queries)) {
    catalog[name] = [...(await query)].map((row) => JSON.stringify(row)).sort();
  }
  return catalog;
}
