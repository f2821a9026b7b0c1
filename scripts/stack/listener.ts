import pg from 'pg'

type Options = {
  databaseUrl: string
  /** The `application_name` of the connection. */
  name: string
  channel?: string | undefined
  /** Called for each notification, and after each connection, because notifications may have been missed before it. */
  onNotification: () => void
}

export type Listener = {
  /** The connection that listens; undefined while the database cannot be reached. */
  client(): pg.Client | undefined
  stop(): Promise<void>
}

const RECONNECT_MS = 1000

/** Listens for notifications of the database, and reconnects after a restart of it. */
export function startListener({ databaseUrl, name, channel, onNotification }: Options): Listener {
  let client: pg.Client | undefined
  let isStopped = false

  async function connect() {
    const fresh = new pg.Client({ connectionString: databaseUrl, application_name: name })
    fresh.on('error', () => {})
    fresh.on('notification', onNotification)
    try {
      await fresh.connect()
      if (channel) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch {
      await fresh.end().catch(() => {})
      return connectLater()
    }
    fresh.once('end', () => {
      client = undefined
      connectLater()
    })
    client = fresh
    onNotification()
  }

  function connectLater() {
    if (!isStopped) setTimeout(connect, RECONNECT_MS)
  }

  void connect()
  return {
    client: () => client,
    async stop() {
      isStopped = true
      await client?.end().catch(() => {})
    },
  }
}
