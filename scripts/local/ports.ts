import { readConfig } from 'local-supabase/config.ts'
import { choosePorts } from 'local-supabase/ports.ts'
import { projectRoot } from '../project.ts'

const listeners = {
  api: { variable: 'KOLPACT_API_PORT', owner: 'the API' },
  db: { variable: 'KOLPACT_DB_PORT', owner: 'the database' },
  mail: { variable: 'KOLPACT_MAIL_PORT', owner: 'the mailbox' },
  web: { variable: 'KOLPACT_WEB_PORT', owner: 'the web client' },
  pay: { variable: 'KOLPACT_PAY_PORT', owner: 'the sandbox payment provider' },
  chain: { variable: 'KOLPACT_CHAIN_PORT', owner: 'the local chain' },
}

type PortName = keyof typeof listeners
export type Ports = Record<PortName, number>

/** Ports for a second stack: any free one for each listener. */
export const FREE_PORTS: Ports = { api: 0, db: 0, mail: 0, web: 0, pay: 0, chain: 0 }

/** The port of each listener: from the options, else from the environment, else from supabase/config.toml. */
export function kolpactPorts(given: Partial<Ports> = {}): Promise<Ports> {
  const { api, db, local_smtp: mail, auth } = readConfig(projectRoot)
  const defaults: Ports = {
    api: api.port,
    db: db.port,
    mail: mail.port,
    web: Number(new URL(auth.site_url).port || 3000),
    pay: 54328,
    chain: 54329,
  }
  const request = (name: PortName) => {
    const { variable, owner } = listeners[name]
    const port = given[name] ?? fromEnvironment(variable) ?? defaults[name]
    return { port, owner, remedy: `set ${variable} to another port` }
  }
  return choosePorts({
    api: request('api'),
    db: request('db'),
    mail: request('mail'),
    web: request('web'),
    pay: request('pay'),
    chain: request('chain'),
  })
}

function fromEnvironment(variable: string): number | undefined {
  const text = process.env[variable]
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port
  throw new Error(`${variable}=${text} is not a port.`)
}
