import pg from 'pg'
import { noteWrite } from './delayed.ts'

/** Connections are reused, because a new one has to plan the functions of the product again. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], allowExitOnIdle: true })

/** Runs SQL for changes that neither a screen nor the API offers. */
export async function sql(text: string, values: unknown[] = []): Promise<void> {
  await rows(text, values)
}

export async function rows<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const found = await pool.query<Row>(text, values)
  noteWrite()
  return found.rows
}
