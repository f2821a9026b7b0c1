import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg, { type Connection, type Submittable } from 'pg'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { freePort } from 'local-supabase/ports.ts'
import { startPostgres, SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import { applyMigrations } from '../../project.ts'
import { SCHEMAS } from './fingerprint.ts'
import { gunzipSync, gzipSync } from 'node:zlib'

type Wire = Connection & {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** All rows of a `copy … to stdout`, compressed. */
async function copyOut(client: pg.ClientBase, text: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  // Each chunk is copied, because pg reuses its memory for the next message.
  await run(client, text, { onData: (chunk) => chunks.push(Buffer.from(chunk)) })
  return gzipSync(Buffer.concat(chunks), { level: 1 })
}

/** Sends what `copyOut` returned to a `copy … from stdin`. */
async function copyIn(client: pg.ClientBase, text: string, rows: Buffer): Promise<void> {
  await run(client, text, { rows: gunzipSync(rows) })
}

type Ends = { onData?: (chunk: Buffer) => void; rows?: Buffer }

function run(client: pg.ClientBase, text: string, ends: Ends): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new Copy(text, ends, resolve, reject))
  })
}

/** A "query" of pg that implements the part of the protocol that `copy` needs. */
class Copy implements Submittable {
  readonly text: string
  readonly ends: Ends
  readonly resolve: () => void
  readonly reject: (error: Error) => void

  constructor(text: string, ends: Ends, resolve: () => void, reject: (error: Error) => void) {
    this.text = text
    this.ends = ends
    this.resolve = resolve
    this.reject = reject
  }

  submit(connection: Connection) {
    ;(connection as Wire).query(this.text)
  }

  handleCopyInResponse(connection: Wire) {
    if (this.ends.rows?.length) connection.sendCopyFromChunk(this.ends.rows)
    connection.endCopyFrom()
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.ends.onData?.(chunk)
  }

  // pg calls these methods for every query, so they have to exist.
  handleCommandComplete() {}
  handleRowDescription() {}
  handleError(error: Error) {
    this.reject(error)
  }
  handleReadyForQuery() {
    this.resolve()
  }
}

// Dumps and restores rows with `copy`, like `supabase db dump --data-only`, because Postgres from npm has no
// pg_dump: one file for each table, all of the same moment. The schema comes from the migrations.

type Table = { name: string; columns: string }
type Sequence = { name: string; last: string | null }
type Contents = { tables: Table[]; sequences: Sequence[] }

/** Tables that are not dumped, because the migrations fill them. */
export const LEFT_OUT = ['storage.buckets']
const EMPTY = join(import.meta.dirname, 'empty.sql')

/** Dumps all rows that the client's transaction sees. */
export async function dump(client: pg.ClientBase, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const contents = await contentsOf(client)
  await writeFile(join(folder, 'contents.json'), JSON.stringify(contents))
  for (const [index, { name, columns }] of contents.tables.entries()) {
    const rows = await copyOut(client, `copy ${name} (${columns}) to stdout`)
    await writeFile(fileOf(folder, index), rows)
  }
}

/** Starts a new server with the platform, the migrations and the rows of a dump. */
export async function restoreDump(folder: string, dataDir: string): Promise<Postgres> {
  const server = await startPostgres({ dataDir, port: await freePort() })
  try {
    await preparePlatform(server)
    await applyMigrations(server.url())
    // Loaded as superuser, to switch triggers off. On a hosted project `postgres` may do that.
    await withClient(server.url('postgres', SUPERUSER), (client) => load(client, folder))
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function load(client: pg.Client, folder: string) {
  const { tables, sequences } = JSON.parse(
    await readFile(join(folder, 'contents.json'), 'utf8'),
  ) as Contents
  await client.query('begin')
  await client.query(await readFile(EMPTY, 'utf8'))
  for (const [index, { name, columns }] of tables.entries()) {
    const rows = await readFile(fileOf(folder, index))
    await copyIn(client, `copy ${name} (${columns}) from stdin`, rows)
  }
  for (const { name, last } of sequences)
    if (last !== null) await client.query('select setval($1, $2)', [name, last])
  await client.query('commit')
}

async function contentsOf(client: pg.ClientBase): Promise<Contents> {
  const tables = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any ($1) and c.relkind = 'r'
       and format('%I.%I', n.nspname, c.relname) <> all ($2)
     group by 1 order by 1`,
    [SCHEMAS, LEFT_OUT],
  )
  const sequences = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = any ($1) order by 1`,
    [SCHEMAS],
  )
  return { tables: tables.rows, sequences: sequences.rows }
}

const fileOf = (folder: string, index: number) => join(folder, `${index}.copy.gz`)
