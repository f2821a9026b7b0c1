import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Subject } from './claims.ts'
import { rolledBack } from '../connections.ts'

export type Extension = 'broadcast' | 'presence'
export type Rights = { [extension in Extension]: boolean }

const EXTENSIONS: Extension[] = ['broadcast', 'presence']
const INSUFFICIENT_PRIVILEGE = '42501'

/** Which of a private topic's messages the policies of `realtime.messages` let a subject read. */
export function readRights(pool: pg.Pool, subject: Subject, topic: string): Promise<Rights> {
  return rolledBack(pool, async (client) => {
    // Policies apply to rows: insert one row of each kind, then see which can be selected.
    const ids = EXTENSIONS.map(() => randomUUID())
    await client.query(
      `insert into realtime.messages (id, topic, extension)
       select id, $1, extension from unnest($2::uuid[], $3::text[]) probe (id, extension)`,
      [topic, ids, EXTENSIONS],
    )
    await switchToSubject(client, subject, topic)
    const seen = await refusedAsEmpty(client, () =>
      client.query<{ id: string }>('select id from realtime.messages where id = any ($1)', [ids]),
    )
    const found = new Set(seen.map(({ id }) => id))
    return { broadcast: found.has(ids[0] ?? ''), presence: found.has(ids[1] ?? '') }
  })
}

/** Which kinds of messages the policies let a subject write to a private topic. */
export function writeRights(pool: pg.Pool, subject: Subject, topic: string): Promise<Rights> {
  return rolledBack(pool, async (client) => {
    await switchToSubject(client, subject, topic)
    const rights: Rights = { broadcast: false, presence: false }
    for (const extension of EXTENSIONS) {
      const written = await refusedAsEmpty(client, async () => {
        await client.query('insert into realtime.messages (topic, extension) values ($1, $2)', [
          topic,
          extension,
        ])
        return { rows: [true] }
      })
      rights[extension] = written.length > 0
    }
    return rights
  })
}

function switchToSubject(client: pg.PoolClient, subject: Subject, topic: string) {
  return client.query(
    `select set_config('request.jwt.claims', $2, true), set_config('realtime.topic', $3, true),
       set_config('role', $1, true)`,
    [subject.role, subject.claims, topic],
  )
}

/** Runs a check whose refusal or error means no right. A savepoint keeps the transaction usable. */
async function refusedAsEmpty<T>(
  client: pg.PoolClient,
  work: () => Promise<{ rows: T[] }>,
): Promise<T[]> {
  await client.query('savepoint probe')
  try {
    return (await work()).rows
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if (error.code !== INSUFFICIENT_PRIVILEGE && /^(08|57)/.test(error.code ?? '')) throw error
    await client.query('rollback to savepoint probe')
    return []
  }
}
