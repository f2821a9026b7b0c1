import type { RawData, WebSocket } from 'ws'
import { openChannel, type Channel, type ChannelContext } from '../channels/channel.ts'
import type { Claims } from '../access/claims.ts'
import { decode, encode, type Frame, type JsonObject } from './protocol.ts'

const MOST_CHANNELS = 100
/** The most bytes that may wait for a slow client. With more it is disconnected, so that it does not use up the memory. */
const MOST_BUFFERED = 16 * 1024 * 1024
/** The rate limit of a client. Supabase allows a project 100 messages a second; here a short burst is allowed too. */
const MESSAGES_PER_SECOND = 100
const MOST_AT_ONCE = 500
const PROTOCOL_ERROR = 1002
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013
const UNMATCHED = 'unmatched topic'

export type Connection = { readonly lastHeard: number; close(): void }

/** Opens the connection of a client: its socket and its joined channels. */
export function openConnection(
  context: ChannelContext,
  socket: WebSocket,
  claims: Claims,
): Connection {
  const channels = new Map<string, Channel>()
  const send = (data: string | Buffer) => write(socket, data, context.log)
  let lastHeard = Date.now()
  const isTooMuch = rateLimit(MESSAGES_PER_SECOND, MOST_AT_ONCE)

  socket.on('message', (data: RawData, isBinary: boolean) => {
    lastHeard = Date.now()
    if (isTooMuch(lastHeard)) {
      socket.close(POLICY_VIOLATION, 'Too many messages per second')
      return
    }
    try {
      receive(decode(data as Buffer, isBinary))
    } catch (error) {
      context.log(`realtime: a frame was not understood (${String(error)})`)
      socket.close(PROTOCOL_ERROR)
    }
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    for (const channel of channels.values()) channel.close(false)
  })

  function receive(frame: Frame) {
    const { topic, event, ref, joinRef } = frame
    if (topic === 'phoenix') return send(reply(frame, 'ok', {}))
    const channel = channels.get(topic)
    if (event === 'phx_join') return join(frame, channel)
    if (!channel) {
      return send(event === 'phx_leave' ? reply(frame, 'ok', {}) : refusal(frame, UNMATCHED))
    }
    // Frames of an earlier join of the same topic are dropped.
    if (joinRef !== null && joinRef !== channel.joinRef && ref !== null) return
    channel.handle(frame)
  }

  function join(frame: Frame, before: Channel | undefined) {
    const { topic } = frame
    if (!topic.startsWith('realtime:')) return send(refusal(frame, UNMATCHED))
    before?.close(true)
    if (channels.size >= MOST_CHANNELS) {
      return send(refusal(frame, 'ChannelRateLimitReached: Too many channels'))
    }
    const onClosed = () => {
      if (channels.get(topic) === channel) channels.delete(topic)
    }
    const channel = openChannel(context, { claims, send, onClosed }, frame)
    channels.set(topic, channel)
  }

  return {
    get lastHeard() {
      return lastHeard
    },
    close: () => socket.close(TRY_AGAIN_LATER),
  }
}

function write(socket: WebSocket, data: string | Buffer, log: (line: string) => void) {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount <= MOST_BUFFERED) return socket.send(data)
  log('realtime: a client does not read what it is sent; cut off')
  socket.terminate()
}

function reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: JsonObject) {
  return encode(joinRef, ref, topic, 'phx_reply', { status, response })
}

const refusal = (frame: Frame, reason: string) => reply(frame, 'error', { reason })

/** Returns a function that counts a message at each call, and is true when the messages exceed the rate and the burst. */
function rateLimit(perSecond: number, atOnce: number): (now: number) => boolean {
  let left = atOnce
  let last = Date.now()
  return (now) => {
    left = Math.min(atOnce, left + ((now - last) / 1000) * perSecond) - 1
    last = now
    return left < 0
  }
}
