// Measures the longest wait of a member while a large table is changed as in docs/operating.md ("A grown market").
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { marketSize, withMarket } from './support/market.ts'
import { bound, ms, section, timed } from './support/measure.ts'

const MOST_MS = 1000
const BATCHES = 20
const BATCH = `
  update public.profiles set migrated = length(display_name)
  where id in (select id from public.profiles where migrated is null limit 1000)`

/** Changes with their statements, each of which is a transaction. */
const CHANGES: [string, string[]][] = [
  [
    'a column with one default for all',
    ['alter table public.profiles add column asked boolean not null default false'],
  ],
  [
    'an index, built concurrently',
    [
      'create index concurrently profiles_by_name on public.profiles (display_name)',
      'create index if not exists profiles_by_name on public.profiles (display_name)',
    ],
  ],
  [
    'a check, validated in the next migration',
    [
      'alter table public.profiles add constraint named check (length(display_name) > 0) not valid',
      'alter table public.profiles validate constraint named',
    ],
  ],
  [
    'not null, by a check that is valid',
    [
      'alter table public.profiles add constraint has_time check (created_at is not null) not valid',
      'alter table public.profiles validate constraint has_time',
      'alter table public.profiles alter created_at set not null, drop constraint has_time',
    ],
  ],
  [
    'a foreign key, validated in the next migration',
    [
      'alter table private.creators add constraint known foreign key (profile_id) references public.members (id) not valid',
      'alter table private.creators validate constraint known',
    ],
  ],
  [
    `a column that differs by row, ${BATCHES} batches`,
    [
      'alter table public.profiles add column migrated int',
      ...Array.from({ length: BATCHES }, () => BATCH),
    ],
  ],
]
const READ = 'select * from public.profiles where id = $1'
const WRITE = `update public.profiles set bio = bio || '.' where id = $1`

const size = marketSize()
await withMarket(
  size,
  (market) =>
    withClient(market.url(), async (client) => {
      await client.query(`set search_path = ''; set statement_timeout = 0`)
      const rows: string[][] = []
      for (const [name, statements] of CHANGES) {
        const member = startMember(market.url())
        const seconds = await timed(async () => {
          for (const sql of statements) await client.query(sql)
        })
        const { reads, writes } = await member.stop()
        rows.push([name, (seconds / 1000).toFixed(1), wait(reads), wait(writes)])
      }
      section(
        'Migrations in a large market',
        `A market of ${size.toLocaleString('en')} creators is changed while a member reads and another writes a row of the table without a pause. Elapsed time; nobody is to wait for more than ${MOST_MS} ms.`,
        ['change', 'seconds in all', 'longest read, ms', 'longest write, ms'],
        rows,
      )
    }),
  Math.ceil(size / 10),
)

function wait(samples: number[]): string {
  const longest = Math.max(...samples)
  return bound(ms(longest), longest <= MOST_MS)
}

/** Reads and writes random rows of creators until it is stopped; returns the time of each. */
function startMember(url: string) {
  const over = new AbortController()
  const loop = (sql: string) =>
    withClient(url, async (client: pg.Client) => {
      await client.query(`set search_path = ''`)
      const samples: number[] = []
      for (let nr = 1; !over.signal.aborted || samples.length === 0; nr += 7919) {
        const { rows } = await client.query<{ id: string }>('select md5($1)::uuid as id', [
          `creator${1 + (nr % size)}`,
        ])
        samples.push(await timed(() => client.query(sql, [rows[0]?.id])))
        await delay(5)
      }
      return samples
    })
  const loops = Promise.all([loop(READ), loop(WRITE)])
  return {
    async stop() {
      over.abort()
      const [reads, writes] = await loops
      return { reads, writes }
    },
  }
}
