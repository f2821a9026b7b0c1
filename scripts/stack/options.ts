import type { Config } from './config.ts'
import { freePort, isFree } from './ports.ts'

export const portNames = {
  api: { variable: 'KOLPACT_API_PORT', owner: 'the API' },
  db: { variable: 'KOLPACT_DB_PORT', owner: 'the database' },
  mail: { variable: 'KOLPACT_MAIL_PORT', owner: 'the mailbox' },
  web: { variable: 'KOLPACT_WEB_PORT', owner: 'the web client' },
  pay: { variable: 'KOLPACT_PAY_PORT', owner: 'the sandbox payment provider' },
}

export type PortName = keyof typeof portNames
export type Ports = Record<PortName, number>

/** Asked for, else from the environment, else from config.toml; 0 is any free port. */
export async function choosePorts(config: Config, asked: Partial<Ports> = {}): Promise<Ports> {
  const defaults: Ports = {
    api: config.api.port,
    db: config.db.port,
    mail: config.local_smtp.port,
    web: Number(new URL(config.auth.site_url).port || 3000),
    pay: 54328,
  }
  const ports = { ...defaults }
  for (const name of Object.keys(portNames) as PortName[]) {
    const { variable, owner } = portNames[name]
    const wanted = asked[name] ?? fromEnvironment(variable) ?? defaults[name]
    ports[name] = wanted === 0 ? await freePort() : wanted
    if (wanted === 0 || (await isFree(wanted))) continue
    throw new Error(
      `Port ${wanted} is taken, and ${owner} wants it. Stop what listens there, or set ${variable} ` +
        `to another port (0 takes any free one).`,
    )
  }
  return ports
}

function fromEnvironment(variable: string): number | undefined {
  const text = process.env[variable]
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port
  throw new Error(`${variable}=${text} is no port.`)
}
