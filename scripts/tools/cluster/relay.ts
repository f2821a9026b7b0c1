// A worker that simulates the cluster's network. The servers' connections to each other go through relays, which
// pass nothing to or from a server that is cut off, as if the network dropped its packets.
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** An address that the cluster uses, and its targets: one server, or several of which the first that answers is taken. */
export type Relay = { port: number; targets: number[]; node: number | null }
type Link = { sides: Socket[]; from: number; to: number | null; isCut: boolean }

const { relays, firstUser } = workerData as { relays: Relay[]; firstUser: number }
const links = new Set<Link>()
let cut: number | null = null

const isCut = ({ from, to }: Pick<Link, 'from' | 'to'>) =>
  cut !== null && from !== to && (from === cut || to === cut)

parentPort?.on('message', (node: number | null) => {
  cut = node
  for (const link of links) {
    if (isCut(link)) freeze(link)
    // The server is reconnected: old connections are closed, as after a long loss of packets.
    else if (link.isCut) for (const side of link.sides) side.destroy()
  }
})

function freeze(link: Link) {
  link.isCut = true
  for (const side of link.sides) side.unpipe().pause()
}

for (const { port, targets, node } of relays)
  createServer({ pauseOnConnect: true }, (caller) => accept(caller, targets, node)).listen(
    port,
    '127.0.0.1',
  )

function accept(caller: Socket, targets: number[], to: number | null) {
  const link: Link = { sides: [caller], from: userOf(caller) - firstUser, to, isCut: false }
  links.add(link)
  caller.setNoDelay(true).once('close', () => links.delete(link))
  caller.on('error', () => {})
  if (isCut(link)) freeze(link)
  else join(link, caller, targets)
}

/** Connects the caller to the first target that answers. */
function join(link: Link, caller: Socket, [target, ...others]: number[]) {
  if (target === undefined) return void caller.destroy()
  const callee = connect(target, '127.0.0.1').setNoDelay(true)
  let isOpen = false
  callee.once('connect', () => {
    isOpen = true
    link.sides = [caller, callee]
    caller.pipe(callee)
    callee.pipe(caller)
    if (isCut(link)) freeze(link)
  })
  callee.on('error', () => isOpen || join(link, caller, others))
  callee.once('close', () => isOpen && !link.isCut && caller.destroy())
  caller.once('close', () => callee.destroy())
}

/** The user id of the calling process, read from the kernel's table of connections. */
function userOf({ remotePort = 0, localPort = 0 }: Socket): number {
  const address = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const wanted = `${address(remotePort)} ${address(localPort)}`
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const [, from, to, , , , , user] = line.trim().split(/\s+/)
    if (`${from} ${to}` === wanted) return Number(user)
  }
  return 0
}
