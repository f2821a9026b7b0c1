import pg from 'pg'

/** What no screen and no API offers: asked of the database itself. */
export async function sql(text: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  try {
    await client.query(text, values)
  } finally {
    await client.end()
  }
}
