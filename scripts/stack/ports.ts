import { createServer } from 'node:net'

const HOST = '127.0.0.1'

export type PortRequest = {
  /** 0 stands for any free port. */
  port: number
  /** Who listens there, for the message when it is taken. */
  owner: string
  /** How a person chooses another one. */
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

/** A TCP port of 127.0.0.1 that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, HOST, () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject()))
    })
  })
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, HOST, () => probe.close(() => resolve(true)))
  })
}
