import pg from 'pg'
import { tablesOf } from './fingerprint.ts'

export type Moment = {
  /** The name of the restore point in the WAL. */
  point: string
  /** A connection that sees the database as of that moment. */
  client: pg.Client
  /** The milliseconds for which writers had to wait. */
  stillMs: number
  close(): Promise<void>
}

const ATTEMPTS = 100
/** The time to wait for all locks, below the second after which Postgres could end a member's act as a deadlock. */
const PATIENCE_MS = 800
/** Error codes which mean that the locks were not available in time. */
const LOCK_FAILURES = ['57014', '40P01']

/**
 * Chooses a moment for which a snapshot and a position in the WAL agree. A snapshot has no exact position in the WAL,
 * so writers are blocked for the milliseconds in which both are taken. In that time `whileStill` copies
 * files that a later write could replace.
 */
export async function chooseMoment(
  url: string,
  point: string,
  whileStill: () => Promise<unknown>,
): Promise<Moment> {
  const client = await connect(url)
  const lock = await connect(url)
  try {
    const { rows } = await lock.query<{ list: string }>(
      `select string_agg(name, ', ') as list from unnest($1::text[]) as name`,
      [await tablesOf(lock)],
    )
    await lockAll(lock, rows[0]?.list ?? '')
    const begun = performance.now()
    await client.query('begin isolation level repeatable read read only')
    await client.query('select') // the first statement takes the snapshot
    await lock.query('select pg_create_restore_point($1)', [point])
    await whileStill()
    await lock.query('commit')
    const stillMs = performance.now() - begun
    const close = () => client.end()
    return { point, client, stillMs, close }
  } catch (error) {
    await client.end()
    throw error
  } finally {
    await lock.end()
  }
}

/** Locks all tables. If writers hold locks for too long, it releases its own and tries again. */
async function lockAll(lock: pg.Client, tables: string) {
  for (let attempt = 1; ; attempt += 1) {
    await lock.query(`begin; set local statement_timeout = ${PATIENCE_MS}`)
    try {
      await lock.query(`lock table ${tables} in share mode`)
      await lock.query('set local statement_timeout = 0')
      return
    } catch (error) {
      await lock.query('rollback')
      const isBusy = error instanceof pg.DatabaseError && LOCK_FAILURES.includes(error.code ?? '')
      if (!isBusy || attempt === ATTEMPTS) throw error
    }
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
