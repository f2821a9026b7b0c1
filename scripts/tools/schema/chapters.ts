import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of supabase/schemas; its name begins with its folder: `07_orders/02_orders.sql`. */
export type Chapter = { name: string; path: string; sql: string }

export function readChapters(folder: string): Chapter[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      return { name, path, sql: readFileSync(path, 'utf8') }
    })
}

/** A hash of the chapters' text, by which a change of the chapters is noticed. */
export function hashOf(chapters: Chapter[]): string {
  const hash = createHash('sha256')
  for (const { name, sql } of chapters) hash.update(`${name}\0${sql}\0`)
  return hash.digest('hex')
}
