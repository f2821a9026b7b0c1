// From saving a chapter of supabase/schemas to the running database having the change, by kind.
import { applySqlFiles, preparePlatform, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot, schemasDir } from '../../project.ts'
import { hashOf, readChapters } from '../schema/chapters.ts'
import { createSync } from '../schema/sync.ts'
import { bound, median, ms, section, timed } from './support/measure.ts'

const ROUNDS = 3
const BOUND_MS = 500
const BETWEEN_SAVES_MS = 200

type Edit = {
  kind: string
  chapter: string
  from: string
  to: (n: number) => string
  /** Two databases are compared: the next save comes when what is prepared for it is ready. */
  isCompared?: boolean
}

type Saved = { kind: string; isCompared: boolean; taken: number[] }

const FILE = '05_staff/01_audit.sql'
const TIPS = '09_payments/03_tips.sql'
/** Where a statement is added to the chapter. */
const AFTER = 'grant select on public.staff_audit to authenticated, service_role;'
const add = (kind: string, sql: (n: number) => string): Edit => ({
  kind,
  chapter: FILE,
  from: AFTER,
  to: (n) => `${AFTER}\n${sql(n)}`,
})
const EDITS: Edit[] = [
  {
    kind: 'body of a function',
    chapter: '08_disputes/01_disputes.sql',
    from: 'begin\n',
    to: (n) => `begin\n  perform ${n};\n`,
  },
  {
    kind: 'comment',
    chapter: FILE,
    from: 'append-only.',
    to: (n) => `append-only (${n}).`,
  },
  {
    kind: 'view',
    chapter: '15_operation/08_market_health.sql',
    from: 'order by',
    to: (n) => `order by ${n} > 0, `,
  },
  {
    kind: 'column',
    chapter: FILE,
    from: '  action text not null,',
    to: (n) => `  note${n} text,\n  action text not null,`,
  },
  {
    kind: 'constraint',
    chapter: FILE,
    from: 'default now()\n);',
    to: (n) =>
      `default now(),\n  constraint staff_audit_action_short check (length(action) < 9${n})\n);`,
  },
  {
    kind: 'policy, changed',
    chapter: '06_packs/01_packs.sql',
    from: 'kol_id = (select private.my_profile_id())\n    or',
    to: (n) => `kol_id = (select private.my_profile_id()) and ${n} > 0\n    or`,
  },
  add('policy', (n) => `create policy p${n} on public.staff_audit for insert with check (true);`),
  {
    kind: 'grant',
    chapter: '06_packs/01_packs.sql',
    from: 'grant update (title',
    to: () => 'grant update (created_at, title',
  },
  add(
    'trigger',
    (n) =>
      `create trigger t${n} before insert on public.staff_audit for each row execute function private.refuse_change();`,
  ),
  {
    kind: 'trigger, changed',
    chapter: FILE,
    from: 'before update or delete on',
    to: () => 'before delete on',
  },
  add('index', (n) => `create index staff_audit_x${n} on public.staff_audit (action);`),
  {
    kind: 'index, changed',
    chapter: FILE,
    from: '(subject_id)',
    to: () => '(subject_id, created_at)',
  },
  {
    kind: 'setting',
    chapter: TIPS,
    from: "  ('tip_window'",
    to: (n) => `  ('bench_${n}', 1, 'count', 'x', 0, 9, false),\n  ('tip_window'`,
  },
  {
    kind: 'setting, changed',
    chapter: TIPS,
    from: "'tip_window', 90",
    to: (n) => `'tip_window', ${90 + n}`,
  },
  add(
    'table',
    (n) =>
      `create table public.t${n} (id int primary key, note text);\nalter table public.t${n} enable row level security;`,
  ),
  add(
    'function',
    (n) =>
      `create function private.f${n}(a int) returns int language sql set search_path = '' as $$ select a $$;`,
  ),
  {
    kind: 'type of a column',
    chapter: FILE,
    from: 'action text not null',
    to: (n) => `action varchar(${100 + n}) not null`,
    isCompared: true,
  },
  {
    kind: 'type with fields',
    chapter: '11_search/01_filters.sql',
    from: '  verified boolean,',
    to: (n) => `  verified boolean,\n  field_${n} int,`,
    isCompared: true,
  },
  {
    kind: 'column that checks use',
    chapter: '02_members/03_profiles.sql',
    from: "  bio text not null default '',",
    to: (n) => `  bio varchar(${9000 + n}) not null default '',`,
    isCompared: true,
  },
  {
    kind: 'parameters of a function',
    chapter: FILE,
    from: "details jsonb default '{}')",
    to: (n) => `details jsonb default '{}', more int default ${n})`,
  },
]

const folder = mkdtempSync(join(tmpdir(), 'saving-'))
cpSync(schemasDir, folder, { recursive: true })
const server = await startTemporaryPostgres(['fsync=on', 'synchronous_commit=on'])
const sync = createSync({ server, folder, confirm: async () => true })
try {
  await preparePlatform(server)
  await applySqlFiles(server.url(), schemasDir)
  await withClient(server.url(), async (client) => {
    await client.query(readFileSync(join(projectRoot, 'supabase', 'seed.sql'), 'utf8'))
    await client.query(
      `create schema supabase_migrations; create table supabase_migrations.chapters (hash text not null)`,
    )
    await client.query('insert into supabase_migrations.chapters values ($1)', [
      hashOf(readChapters(folder)),
    ])
  })
  await sync.run()
  await pause(3000)
  const saved: Saved[] = []
  for (const edit of EDITS) saved.push(await measure(edit))
  const [compared, read] = [saved.filter((one) => one.isCompared), saved.filter((one) => !one.isCompared)]
  section(
    'Saving a chapter',
    `Milliseconds from the start of a change to the running database having it, of ${ROUNDS} changes of each kind and of taking each back; a change that can be read from the texts is to take at most ${BOUND_MS} ms at p50.`,
    ['change', 'kinds', 'p50', 'slowest kind', 'its p50'],
    [row('is read from the texts', read), row('two databases are compared', compared)],
  )
} finally {
  await sync.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
}

async function measure({ kind, chapter, from, to, isCompared: waits = false }: Edit): Promise<Saved> {
  const file = join(folder, chapter)
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${chapter} has no "${from}"`)
  const taken: number[] = []
  for (let n = 1; n <= ROUNDS; n += 1) {
    const changed = text.replace(from, () => to(n))
    taken.push(await save(file, changed, waits), await save(file, text, waits))
  }
  return { kind, isCompared: waits, taken }
}

async function save(file: string, text: string, isCompared: boolean) {
  writeFileSync(file, text)
  const taken = await timed(async () => {
    const { kind } = await sync.run()
    if (kind !== 'applied') throw new Error(`${file}: ${kind}`)
  })
  if (isCompared) await sync.built()
  await pause(BETWEEN_SAVES_MS)
  return taken
}

function row(change: string, kinds: Saved[]): (string | number)[] {
  const middle = median(kinds.flatMap(({ taken }) => taken))
  const [slowest] = kinds.toSorted((one, other) => median(other.taken) - median(one.taken))
  return [
    change,
    kinds.length,
    bound(ms(middle), middle <= BOUND_MS || kinds.some((one) => one.isCompared)),
    slowest?.kind ?? '',
    ms(median(slowest?.taken ?? [])),
  ]
}
