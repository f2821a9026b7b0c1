import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const HOST = '127.0.0.1'

export type PortRequest = {
  /** The wanted port; 0 for any free one. */
  port: number
  /** The service that will listen there, named in the error if the port is taken. */
  owner: string
  /** How to choose another port, for the error. */
  remedy?: string
}

/** Chooses a port for each name; all are free at this moment. */
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

// The range is below the ports that Linux (from 32768) and macOS (from 49152) use for outgoing connections:
// an outgoing connection could take the port after it was chosen and before it is used.
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
