import pg from 'pg'
import { tablesOf } from './fingerprint.ts'

export type Moment = {
  /** The name of the restore point in the WAL. */
  point: string
  /** Sees the database as it was then. */
  client: pg.Client
  /** For how long writers had to wait. */
  stillMs: number
  close(): Promise<void>
}

const ATTEMPTS = 50
/** A lock is not available in time, or a writer waits for one of ours: with more patience than Postgres has, that is a deadlock. */
const GIVE_WAY = ['55P03', '40P01']

/**
 * Chooses a moment at which a snapshot and the WAL agree. A snapshot has no exact position in the WAL,
 * so writers are blocked for the milliseconds in which both are taken, and in which `whileStill` copies
 * files that a later write would replace.
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

/** Gives way to writers that take locks in another order, and tries again with more patience on a busy machine. */
async function lockAll(lock: pg.Client, tables: string) {
  for (let attempt = 1; ; attempt += 1) {
    await lock.query(`begin; set local lock_timeout = '${300 * attempt}ms'`)
    try {
      await lock.query(`lock table ${tables} in share mode`)
      return
    } catch (error) {
      await lock.query('rollback')
      const isBusy = error instanceof pg.DatabaseError && GIVE_WAY.includes(error.code ?? '')
      if (!isBusy || attempt === ATTEMPTS) throw error
    }
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
