import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const HOUR_MS = 60 * 60 * 1000
const sql = readFileSync(join(import.meta.dirname, '..', 'platform', 'partitions.sql'), 'utf8')

/**
 * `realtime.messages` has a partition for each day; without that of today no private channel can be
 * joined. A stack that runs for days needs new ones.
 */
export function keepPartitions(pool: pg.Pool, log: (line: string) => void): { stop(): void } {
  const work = () =>
    pool.query(sql).catch((error: unknown) => {
      log(`realtime: partitions of messages: ${String(error)}`)
    })
  const timer = setInterval(work, HOUR_MS)
  return { stop: () => clearInterval(timer) }
}
