import pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'

/** A copy of the database for one worker, and its connection. */
export class Copy {
  readonly name: string
  private readonly server: Postgres
  private readonly template: string
  private client: pg.Client | undefined

  constructor(server: Postgres, template: string, name: string) {
    this.server = server
    this.template = template
    this.name = name
  }

  /** The connection to the copy; after `close`, to a new copy. */
  async open(): Promise<pg.Client> {
    if (this.client) return this.client
    await withClient(this.server.url('template1', SUPERUSER), async (client) => {
      await client.query(`drop database if exists ${this.name} with (force)`)
      await client.query(`create database ${this.name} template ${this.template}`)
      // Postgres does not copy the grants on the database itself.
      await client.query(`grant create on database ${this.name} to postgres`)
    })
    this.client = new pg.Client({ connectionString: this.server.url(this.name) })
    // A mutant may end the connection; the next mutant then gets a new one.
    this.client.on('error', () => (this.client = undefined))
    await this.client.connect()
    return this.client
  }

  async close(): Promise<void> {
    await this.client?.end()
    this.client = undefined
  }
}
