import type pg from 'pg'
import { setTimeout as delay } from 'node:timers/promises'

/** Makes the slot anew: what an earlier stream left unread is no longer needed. */
export async function renewSlot(pool: pg.Pool, slot: string): Promise<void> {
  await dropSlot(pool, slot)
  await pool.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slot])
}

/** As long as the slot exists the server keeps its log: drop it when it is no longer read. */
export async function dropSlot(pool: pg.Pool, slot: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await pool.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
        [slot],
      )
      return
    } catch (error) {
      if (attempt === 20 || (error as { code?: string }).code !== OBJECT_IN_USE) throw error
      await pool.query(
        'select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1',
        [slot],
      )
      await delay(50)
    }
  }
}

const OBJECT_IN_USE = '55006'
