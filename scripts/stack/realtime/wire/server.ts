import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { ChannelContext } from '../channels/channel.ts'
import type { Claims } from '../access/claims.ts'
import { openConnection, type Connection } from './connection.ts'

/** The largest frame in bytes: Supabase's largest broadcast with its frame. */
const LARGEST_FRAME = 3_100_000
/** The most sockets of one network address. A browser tab needs one, so more than this is an attack. */
const MOST_SOCKETS_PER_ADDRESS = 1000
/** The time without a frame after which a client is disconnected; clients send a heartbeat every 25 s. */
const SILENCE_MS = 60_000

export type Server = {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  closeAll(): void
  stop(): Promise<void>
}

/** Starts the WebSocket server, which accepts clients with one of the project's API keys. */
export function createServer(
  context: ChannelContext,
  claimsOfKey: (key: string) => Promise<Claims | null>,
  mostSockets = MOST_SOCKETS_PER_ADDRESS,
): Server {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME })
  const connections = new Set<Connection>()
  const perAddress = new Map<string, number>()
  const sweep = setInterval(() => {
    const limit = Date.now() - SILENCE_MS
    for (const connection of connections) if (connection.lastHeard < limit) connection.close()
  }, SILENCE_MS / 4)
  sweep.unref()

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const key = searchParams.get('apikey') ?? String(request.headers['x-api-key'] ?? '')
    if (!key) return refuse(socket, 401, 'API key is missing')
    const claims = await claimsOfKey(key)
    if (!claims) return refuse(socket, 401, 'Invalid API key')
    if (searchParams.get('vsn') !== '2.0.0')
      return refuse(socket, 400, 'Only vsn 2.0.0 is supported')
    const address = request.socket.remoteAddress ?? ''
    const others = perAddress.get(address) ?? 0
    if (others >= mostSockets) return refuse(socket, 429, 'Too many connections')
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
      webSocket.on('close', () => perAddress.set(address, (perAddress.get(address) ?? 1) - 1))
      const connection = openConnection(context, webSocket, claims)
      connections.add(connection)
      webSocket.on('close', () => connections.delete(connection))
    })
  }

  const closeAll = () => {
    for (const connection of connections) connection.close()
  }

  return {
    closeAll,
    handleUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      admit(request, socket, head).catch((error) => {
        context.log(`realtime: a client could not be admitted (${String(error)})`)
        refuse(socket, 500, 'Error connecting to Realtime')
      })
    },
    async stop() {
      clearInterval(sweep)
      closeAll()
      for (const client of sockets.clients) setTimeout(() => client.terminate(), 500).unref()
      await new Promise<void>((resolve) => sockets.close(() => resolve()))
    },
  }
}

function refuse(socket: Duplex, status: number, error: string) {
  const body = JSON.stringify({ error })
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
