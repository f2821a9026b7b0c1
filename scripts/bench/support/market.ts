import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { applySchemas, preparePlatform, schemasDir, withClient } from '../../stack/database.ts'
import { freePort } from '../../stack/ports.ts'
import { startPostgres, SUPERUSER } from '../../stack/postgres.ts'

/** How many creators, and as many saved searches: `--size`, a million unless told otherwise. */
export function marketSize(): number {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } })
  return Number(values.size)
}

/** A quarter of the machine's memory is the server's, as a hosted project of this size has it. */
const SETTINGS = ['shared_buffers=6GB', 'effective_cache_size=16GB']

/** As whom to connect to the market: the superuser unless another role is named. */
type Market = { url(role?: string): string }

/**
 * Runs `work` on a copy of the market of market.sql, to be spoilt at will. Making a million
 * takes minutes, so the original is kept in the temporary folder until the chapters or the
 * generator change.
 */
export async function withMarket<T>(
  size: number,
  work: (market: Market) => Promise<T>,
): Promise<T> {
  const kept = `kolpact-market-${size}-`
  const dataDir = join(tmpdir(), `${kept}${fingerprint()}`)
  const ready = `${dataDir}.ready`
  if (!existsSync(ready))
    for (const old of readdirSync(tmpdir()).filter((name) => name.startsWith(kept)))
      rmSync(join(tmpdir(), old), { recursive: true, force: true })
  const server = await startPostgres({
    dataDir,
    port: await freePort(),
    durable: false,
    settings: SETTINGS,
  })
  try {
    if (!existsSync(ready)) {
      await preparePlatform(server)
      await applySchemas(server.url())
      await withClient(server.url('postgres', SUPERUSER), (client) => fill(client, size))
      writeFileSync(ready, '')
    }
    await withClient(server.url('template1', SUPERUSER), async (client) => {
      await client.query('drop database if exists bench with (force)')
      await client.query('create database bench template postgres strategy file_copy')
    })
    return await work({ url: (role = SUPERUSER) => server.url('bench', role) })
  } finally {
    await server.stop()
  }
}

/** Indexes are built once over what is there, not row by row. */
async function fill(client: pg.Client, size: number) {
  await client.query(
    `set search_path = ''; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
  )
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('public.profiles'::regclass, 'public.members'::regclass, 'private.creators'::regclass,
        'public.saved_searches'::regclass, 'private.search_terms'::regclass, 'private.filter_keys'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  const sql = readFileSync(join(import.meta.dirname, 'market.sql'), 'utf8')
  await client.query(sql.replaceAll(':size:', String(size)))
  for (const { definition } of rows) await client.query(definition)
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync('*.sql', { cwd: schemasDir }).toSorted())
    hash.update(readFileSync(join(schemasDir, file)))
  hash.update(readFileSync(join(import.meta.dirname, 'market.sql')))
  return hash.digest('hex').slice(0, 12)
}
