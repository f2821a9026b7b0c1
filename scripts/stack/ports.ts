import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const HOST = '127.0.0.1'

export type PortRequest = {
  /** 0 stands for any free port. */
  port: number
  /** The service that listens there, named in the message when the port is taken. */
  owner: string
  /** How to choose another port. */
  remedy?: string
}

/** A port for each name, all of them free at this moment. */
export async function choosePorts<Name extends string>(
  requests: Record<Name, PortRequest>,
): Promise<Record<Name, number>> {
  const ports = {} as Record<Name, number>
  for (const name of Object.keys(requests) as Name[]) {
    const { port, owner, remedy = 'choose another port' } = requests[name]
    if (port !== 0 && !(await isFree(port))) {
      throw new Error(
        `Port ${port} is taken, and ${owner} wants it. Stop what listens there, or ${remedy} ` +
          `(0 takes any free one).`,
      )
    }
    ports[name] = port === 0 ? await freePort() : port
  }
  return ports
}

// Below the ports that Linux (32768) and macOS (49152) give to outgoing connections: such a
// connection could take the port between the moment it is chosen and the moment it is used.
const LOWEST = 15_000
const HIGHEST = 32_000

const chosen = new Set<number>()

/** A TCP port of 127.0.0.1 that is free at this moment and that this process has not chosen before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (chosen.has(port) || !(await isFree(port))) continue
    chosen.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, HOST, () => probe.close(() => resolve(true)))
  })
}
