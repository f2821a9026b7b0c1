import { withClient } from 'local-supabase/database.ts'

/** An object of a database, with the SQL statements that create and remove it. */
export type DatabaseObject = { definition: string; make: string; remove: string }
/** Objects by kind and name, such as `trigger packs_touch on public.packs`. */
export type Objects = Map<string, DatabaseObject>

/** Reads all objects in the product's schemas that decide about data and rights. */
export async function readObjects(url: string): Promise<Objects> {
  return withClient(url, async (client) => {
    await client.query(`set search_path = ''`)
    const { rows } = await client.query<DatabaseObject & { name: string }>(
      KINDS.join('\nunion all\n'),
    )
    return new Map(rows.map(({ name, ...object }) => [name, object]))
  })
}

const OURS = `('public'::regnamespace, 'private'::regnamespace)`
/** An SQL condition that leaves out objects of extensions. */
const own = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`
const functions = `(
  select p.*, p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace in ${OURS} and p.prokind in ('f', 'p') and ${own('pg_proc', 'p.oid')})`
const relations = `(
  select c.*, c.oid::regclass::text as name from pg_class c
  where c.relnamespace in ${OURS} and c.relkind in ('r', 'v', 'p', 'm', 'S') and ${own('pg_class', 'c.oid')})`
const columns = `(
  select a.*, c.name as relation, c.relkind, format('%s.%I', c.name, a.attname) as name
  from ${relations} c join pg_attribute a on a.attrelid = c.oid where a.attnum > 0 and not a.attisdropped)`
/** SQL for the grantees that are compared: the roles of the product, and any role that a person created. */
const GRANTEE = `case when a.grantee = 0 then 'public' else a.grantee::regrole::text end`
const OTHERS = `a.grantee <> coalesce(nullif(a.grantor, 0), 0) and (a.grantee = 0 or a.grantee::regrole::text !~ '^(pg_|supabase_|postgres$|dashboard_user$|pgbouncer$)')`

/** Queries for the kinds of objects; each returns the columns name, definition, make and remove. */
const KINDS = [
  `select format('function %s', f.name) as name, pg_get_functiondef(f.oid) as definition,
     pg_get_functiondef(f.oid) || ';' || case when not exists (select from aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a where a.grantee = 0)
       then format(' revoke execute on function %s from public;', f.name) else '' end as make, format('drop function %s;', f.name) as remove from ${functions} f`,
  `select format('owner of function %s', f.name), f.proowner::regrole::text,
     format('alter function %s owner to %s;', f.name, f.proowner::regrole), null from ${functions} f`,
  `select format('right to call %s of %s', f.name, ${GRANTEE}), '',
     format('grant execute on function %s to %s;', f.name, ${GRANTEE}),
     format('revoke execute on function %s from %s;', f.name, ${GRANTEE})
   from ${functions} f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a where ${OTHERS}`,
  `select format('%s %s', case c.relkind when 'v' then 'view' when 'm' then 'view' when 'S' then 'sequence' else 'table' end, c.name),
     case when c.relkind in ('v', 'm') then concat_ws(' ', pg_get_viewdef(c.oid), array_to_string(c.reloptions, ', ')) else '' end,
     case when c.relkind = 'v' then format('create or replace view %s%s as %s', c.name, ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid))
       else format('-- create it as supabase/migrations does, with what belongs to it') end,
     format('drop %s %s;', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.name)
   from ${relations} c`,
  `select format('option %s of %s', o.option_name, c.name), o.option_value,
     format('alter table %s set (%I = %L);', c.name, o.option_name, o.option_value), format('alter table %s reset (%I);', c.name, o.option_name)
   from ${relations} c, pg_options_to_table(c.reloptions) o where c.relkind in ('r', 'p')`,
  `select format('owner of %s', c.name), c.relowner::regrole::text, format('alter table %s owner to %s;', c.name, c.relowner::regrole), null
   from ${relations} c`,
  `select format('row level security of %s', c.name), concat_ws(' ', c.relrowsecurity, c.relforcerowsecurity),
     format('alter table %s %s row level security, %s row level security;', c.name,
       case when c.relrowsecurity then 'enable' else 'disable' end, case when c.relforcerowsecurity then 'force' else 'no force' end), null
   from ${relations} c where c.relkind in ('r', 'p')`,
  `select format('replica identity of %s', c.name), c.relreplident::text,
     format('alter table %s replica identity %s;', c.name, case c.relreplident when 'f' then 'full' when 'n' then 'nothing' else 'default' end), null
   from ${relations} c where c.relkind = 'r'`,
  `select format('right to %s %s of %s', lower(a.privilege_type), c.name, ${GRANTEE}), '',
     format('grant %s on %s to %s;', lower(a.privilege_type), c.name, ${GRANTEE}),
     format('revoke %s on %s from %s;', lower(a.privilege_type), c.name, ${GRANTEE})
   from ${relations} c, aclexplode(c.relacl) a where ${OTHERS}`,
  `select format('right to %s %s of %s', lower(a.privilege_type), c.name, ${GRANTEE}), '',
     format('grant %s (%I) on %s to %s;', lower(a.privilege_type), c.attname, c.relation, ${GRANTEE}),
     format('revoke %s (%I) on %s from %s;', lower(a.privilege_type), c.attname, c.relation, ${GRANTEE})
   from ${columns} c, aclexplode(c.attacl) a where ${OTHERS}`,
  `select format('right to %s in schema %s of %s', lower(a.privilege_type), n.nspname, ${GRANTEE}), '',
     format('grant %s on schema %I to %s;', lower(a.privilege_type), n.nspname, ${GRANTEE}),
     format('revoke %s on schema %I from %s;', lower(a.privilege_type), n.nspname, ${GRANTEE})
   from pg_namespace n, aclexplode(n.nspacl) a where n.oid in ${OURS} and ${OTHERS}`,
  `select format('column %s', c.name), '', format('alter table %s add column %I %s;', c.relation, c.attname, format_type(c.atttypid, c.atttypmod)),
     format('alter table %s drop column %I;', c.relation, c.attname)
   from ${columns} c where c.relkind in ('r', 'p')`,
  `select format('type of %s', c.name), format_type(c.atttypid, c.atttypmod),
     format('alter table %s alter column %I type %s;', c.relation, c.attname, format_type(c.atttypid, c.atttypmod)), null
   from ${columns} c where c.relkind in ('r', 'p')`,
  `select format('storage of %s', c.name), case c.attstorage when 'p' then 'plain' when 'm' then 'main' when 'e' then 'external' else 'extended' end as storage,
     format('alter table %s alter column %I set storage %s;', c.relation, c.attname,
       case c.attstorage when 'p' then 'plain' when 'm' then 'main' when 'e' then 'external' else 'extended' end), null
   from ${columns} c where c.relkind in ('r', 'p')`,
  `select format('statistics of %s', c.name), coalesce(c.attstattarget, -1)::text,
     format('alter table %s alter column %I set statistics %s;', c.relation, c.attname, coalesce(c.attstattarget, -1)), null
   from ${columns} c where c.relkind in ('r', 'p')`,
  `select format('not null of %s', c.name), '', format('alter table %s alter column %I set not null;', c.relation, c.attname),
     format('alter table %s alter column %I drop not null;', c.relation, c.attname)
   from ${columns} c where c.relkind in ('r', 'p') and c.attnotnull`,
  `select format('default of %s', c.name), pg_get_expr(d.adbin, d.adrelid),
     case when c.attgenerated = '' then format('alter table %s alter column %I set default %s;', c.relation, c.attname, pg_get_expr(d.adbin, d.adrelid))
       else format('alter table %s alter column %I set expression as (%s);', c.relation, c.attname, pg_get_expr(d.adbin, d.adrelid)) end,
     format('alter table %s alter column %I drop default;', c.relation, c.attname)
   from ${columns} c join pg_attrdef d on d.adrelid = c.attrelid and d.adnum = c.attnum where c.relkind in ('r', 'p')`,
  `select format('constraint %I on %s', k.conname, k.conrelid::regclass), pg_get_constraintdef(k.oid),
     format('alter table %s drop constraint if exists %I; alter table %1$s add constraint %2$I %s;', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)),
     format('alter table %s drop constraint %I;', k.conrelid::regclass, k.conname)
   from pg_constraint k where k.connamespace in ${OURS} and k.conrelid <> 0 and k.contype in ('c', 'u', 'p', 'f', 'x')`,
  `select format('index %s', i.indexrelid::regclass), concat_ws(' ', pg_get_indexdef(i.indexrelid), case when not i.indisvalid then 'invalid' end),
     format('drop index if exists %s; %s;', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)), format('drop index %s;', i.indexrelid::regclass)
   from pg_index i join ${relations} c on c.oid = i.indrelid
   where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u', 'x'))`,
  `select format('trigger %I on %s', t.tgname, t.tgrelid::regclass), pg_get_triggerdef(t.oid, true),
     format('drop trigger if exists %I on %s; %s;', t.tgname, t.tgrelid::regclass, pg_get_triggerdef(t.oid)),
     format('drop trigger %I on %s;', t.tgname, t.tgrelid::regclass)
   from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal and p.pronamespace in ${OURS}`,
  `select format('trigger %I on %s is on', t.tgname, t.tgrelid::regclass), t.tgenabled::text,
     format('alter table %s enable trigger %I;', t.tgrelid::regclass, t.tgname), null
   from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal and p.pronamespace in ${OURS}`,
  `select format('policy %I on %s', p.policyname, r.name), p.rule,
     format('drop policy if exists %I on %s; create policy %1$I on %2$s %s;', p.policyname, r.name, p.rule),
     format('drop policy %I on %s;', p.policyname, r.name)
   from (
     select policyname, schemaname, tablename, format('as %s for %s to %s', lower(permissive), lower(cmd), array_to_string(roles, ', '))
       || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as rule
     from pg_policies where schemaname in ('public', 'private', 'storage', 'realtime')
   ) p cross join lateral (select format('%I.%I', p.schemaname, p.tablename) as name) r`,
  `select format('rule %I on %s', r.rulename, c.name), pg_get_ruledef(r.oid),
     format('drop rule if exists %I on %s; %s', r.rulename, c.name, pg_get_ruledef(r.oid)), format('drop rule %I on %s;', r.rulename, c.name)
   from pg_rewrite r join ${relations} c on c.oid = r.ev_class where r.rulename <> '_RETURN'`,
  `select format('type %s', t.oid::regtype), concat(t.typtype, ' ', coalesce(
       (select string_agg(format('%L', e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
       (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
        from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped),
       format_type(t.typbasetype, t.typtypmod))),
     '-- create it as supabase/migrations does, with what belongs to it', format('drop type %s;', t.oid::regtype)
   from pg_type t left join pg_class c on c.oid = t.typrelid
   where t.typnamespace in ${OURS} and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c') and ${own('pg_type', 't.oid')}`,
  `select format('schema %I', n.nspname), '', format('create schema %I;', n.nspname), format('drop schema %I;', n.nspname)
   from pg_namespace n where n.nspowner = 'postgres'::regrole and n.nspname not in ('extensions', 'supabase_migrations') and ${own('pg_namespace', 'n.oid')}`,
  `select format('publication %I of %s', p.pubname, r.prrelid::regclass), '',
     format('alter publication %I add table %s;', p.pubname, r.prrelid::regclass),
     format('alter publication %I drop table %s;', p.pubname, r.prrelid::regclass)
   from pg_publication_rel r join pg_publication p on p.oid = r.prpubid where p.pubname = 'supabase_realtime'`,
  `select format('role %s', r.rolname), concat_ws(' ', case when r.rolsuper then 'superuser' end, case when r.rolbypassrls then 'bypassrls' end,
       case when r.rolcreaterole then 'createrole' end, case when r.rolcanlogin then 'login' end),
     format('alter role %I %s %s %s;', r.rolname, case when r.rolbypassrls then 'bypassrls' else 'nobypassrls' end,
       case when r.rolcreaterole then 'createrole' else 'nocreaterole' end, case when r.rolcanlogin then 'login' else 'nologin' end), null
   from pg_roles r where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')`,
  `select format('setting %s of role %s', s.name, r.rolname), s.value,
     format('alter role %I set %s = %L; notify pgrst, ''reload config'';', r.rolname, s.name, s.value),
     format('alter role %I reset %s; notify pgrst, ''reload config'';', r.rolname, s.name)
   from pg_roles r, unnest(r.rolconfig) as c (text), lateral (select split_part(c.text, '=', 1) as name, substr(c.text, strpos(c.text, '=') + 1) as value) as s
   where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator') and s.name in ('statement_timeout', 'lock_timeout', 'pgrst.db_pre_request')`,
  `select format('default right to %s %s%s of %s', lower(a.privilege_type), d.plural, d.place, ${GRANTEE}), '',
     format('alter default privileges%s grant %s on %s to %s;', d.place, lower(a.privilege_type), d.plural, ${GRANTEE}),
     format('alter default privileges%s revoke %s on %s from %s;', d.place, lower(a.privilege_type), d.plural, ${GRANTEE})
   from (
     select k.plural, '' as place, coalesce(d.defaclacl, acldefault(k.kind, 'postgres'::regrole)) as acl
     from (values ('f'::"char", 'functions'), ('T', 'types')) as k (kind, plural)
     left join pg_default_acl d on d.defaclobjtype = k.kind and d.defaclnamespace = 0 and d.defaclrole = 'postgres'::regrole
     union all
     select case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' else 'types' end,
       coalesce(' in schema ' || n.nspname, ''), d.defaclacl
     from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
     where d.defaclrole = 'postgres'::regrole and (n.oid in ${OURS} or n.oid is null and d.defaclobjtype in ('r', 'S'))
   ) as d, aclexplode(d.acl) a where ${OTHERS}`,
  `select format('role %s in %s', m.member::regrole, m.roleid::regrole), '', format('grant %s to %s;', m.roleid::regrole, m.member::regrole),
     format('revoke %s from %s;', m.roleid::regrole, m.member::regrole)
   from (select distinct roleid, member from pg_auth_members) m
   where m.member::regrole::text in ('anon', 'authenticated', 'service_role', 'authenticator')
     and m.roleid::regrole::text !~ '^supabase_'`,
  `select format('extension %I', e.extname), e.extnamespace::regnamespace::text,
     format('create extension if not exists %I with schema %s;', e.extname, e.extnamespace::regnamespace), null
   from pg_extension e where e.extname in ('pg_trgm', 'btree_gin', 'unaccent', 'citext', 'pgcrypto')`,
]

/** Reads the jobs of pg_cron, which a database without pg_cron lacks: undefined. */
export async function readJobs(url: string): Promise<Objects | undefined> {
  return withClient(url, async (client) => {
    const { rows: known } = await client.query<{ is: boolean }>(
      `select to_regclass('cron.job') is not null as is`,
    )
    if (!known[0]?.is) return undefined
    const { rows } = await client.query<{ jobname: string; schedule: string; command: string }>(
      `select jobname, schedule || case when active then '' else ', off' end as schedule, command
       from cron.job where jobname like 'kolpact-%'`,
    )
    return new Map(rows.map((row) => jobOf(row.jobname, row.schedule, row.command)))
  })
}

export const jobsOf = (scheduling: string): Objects =>
  new Map(
    [...scheduling.matchAll(/cron\.schedule\('([^']+)', '([^']+)', '([^']+)'\)/g)].map(
      ([, name = '', schedule = '', command = '']) => jobOf(name, schedule, command),
    ),
  )

const jobOf = (name: string, schedule: string, command: string): [string, DatabaseObject] => [
  `job ${name}`,
  {
    definition: `${schedule}: ${command}`,
    make: `select private.schedule_clocks(); select cron.alter_job(jobid, active := true) from cron.job where jobname = '${name}';`,
    remove: `select cron.unschedule('${name}');`,
  },
]
