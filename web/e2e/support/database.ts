import pg from 'pg'
import { noteWrite } from './delayed.ts'

/** Direct queries for what no screen and no API offers. */
export async function sql(text: string, values: unknown[] = []): Promise<void> {
  await rows(text, values)
}

export async function rows<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
    noteWrite()
  }
}
