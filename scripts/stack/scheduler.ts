import pg from 'pg'

type Options = {
  databaseUrl: string
  apiUrl: string
  secretKey: string
  log: (line: string) => void
  everyMs?: number
}

const RECONNECT_MS = 1000

/** Does what pg_cron does on Supabase, and at once when the database says that work is due. */
export function startScheduler(options: Options): { stop(): Promise<void> } {
  const { databaseUrl, apiUrl, secretKey, log, everyMs = 5000 } = options
  let client: pg.Client | undefined
  let isStopped = false
  let working: Promise<void> | undefined
  let isDueAgain = false

  async function connect() {
    const fresh = new pg.Client({ connectionString: databaseUrl, application_name: 'scheduler' })
    fresh.on('error', () => {})
    fresh.on('notification', run)
    try {
      await fresh.connect()
      await fresh.query('listen due_work')
    } catch {
      await fresh.end().catch(() => {})
      return connectLater()
    }
    fresh.once('end', () => {
      client = undefined
      connectLater()
    })
    client = fresh
    run()
  }

  function connectLater() {
    if (!isStopped) setTimeout(connect, RECONNECT_MS)
  }

  /** One run at a time; a call during a run is answered by one more. */
  function run() {
    if (working) {
      isDueAgain = true
      return
    }
    working = work().finally(() => {
      working = undefined
      if (!isDueAgain || isStopped) return
      isDueAgain = false
      run()
    })
  }

  async function work() {
    if (!client || isStopped) return
    try {
      await client.query('select public.run_due_work()')
      const waiting = await client.query(
        "select from private.email_outbox where status = 'waiting' and send_after <= now() limit 1",
      )
      if (waiting.rowCount) await call('send-emails')
      const files = await client.query(
        `select from private.file_inspections where status = 'waiting' and due_at <= now()
         union all select from private.file_removals where due_at <= now() limit 1`,
      )
      if (files.rowCount) await call('process-files')
    } catch (error) {
      if (!isStopped) log(`scheduler: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async function call(name: string) {
    const response = await fetch(`${apiUrl}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(60_000),
    })
    if (!response.ok) log(`scheduler: ${name} answered ${response.status}`)
    await response.body?.cancel()
  }

  void connect()
  const timer = setInterval(run, everyMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await working
      await client?.end().catch(() => {})
    },
  }
}
