// The protocol of realtime-js, version 2.0.0: JSON arrays as text frames, and two kinds of binary frames
// for broadcasts, whose payload is passed on without being parsed.

export type JsonObject = { [key: string]: unknown }

export type Broadcast = {
  event: string
  encoding: 'json' | 'binary'
  /** The payload as it was received; it is JSON if `encoding` says so. */
  body: Buffer
}

export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: JsonObject
  /** Set instead of `payload` if the frame was binary. */
  broadcast?: Broadcast
}

const PUSH_BROADCAST = 3
const SEND_BROADCAST = 4
const BINARY = 0
const JSON_TEXT = 1

/** Decodes a frame; throws if it is not one of version 2.0.0. */
export function decode(data: Buffer, isBinary: boolean): Frame {
  return isBinary ? decodeBroadcast(data) : decodeText(data.toString())
}

function decodeText(text: string): Frame {
  const parts: unknown = JSON.parse(text)
  if (!Array.isArray(parts)) throw new Error('a frame is an array')
  const [joinRef, ref, topic, event, payload] = parts as unknown[]
  if (typeof topic !== 'string' || typeof event !== 'string') {
    throw new Error('a frame has a topic and an event')
  }
  return {
    joinRef: typeof joinRef === 'string' ? joinRef : null,
    ref: typeof ref === 'string' ? ref : null,
    topic,
    event,
    payload: asObject(payload),
  }
}

function decodeBroadcast(data: Buffer): Frame {
  if (data[0] !== PUSH_BROADCAST) throw new Error(`unknown kind of frame: ${data[0]}`)
  const sizes = [...data.subarray(1, 6)]
  const encoding = data[6] === JSON_TEXT ? 'json' : 'binary'
  let offset = 7
  const [joinRef = '', ref = '', topic = '', event = ''] = sizes.map((size) => {
    const text = data.toString('utf8', offset, offset + size)
    offset += size
    return text
  })
  if (offset > data.length) throw new Error('the frame is shorter than it says')
  const broadcast: Broadcast = { event, encoding, body: data.subarray(offset) }
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: {},
    broadcast,
  }
}

export function encode(
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: JsonObject,
): string {
  return JSON.stringify([joinRef, ref, topic, event, payload])
}

export function encodeBroadcast(topic: string, { event, encoding, body }: Broadcast): Buffer {
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)]
  if (topicBytes.length > 255 || eventBytes.length > 255) {
    throw new Error('topic and event of a broadcast have at most 255 bytes')
  }
  const kind = encoding === 'json' ? JSON_TEXT : BINARY
  const head = Buffer.from([SEND_BROADCAST, topicBytes.length, eventBytes.length, 0, kind])
  return Buffer.concat([head, topicBytes, eventBytes, body])
}

/** Encodes a change. `data` is already JSON, so it is inserted as text. */
export function encodeChange(joinRef: string, topic: string, ids: number[], data: string): string {
  const head = `[${JSON.stringify(joinRef)},null,${JSON.stringify(topic)},"postgres_changes",`
  return `${head}{"ids":[${ids.join()}],"data":${data}}]`
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
