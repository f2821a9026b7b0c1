import pg from 'pg'
import { noteWrite } from './delayed.ts'

/** Sessions that are kept: a new one plans the functions of the product anew. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], allowExitOnIdle: true })

/** Direct queries for what no screen and no API offers. */
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
