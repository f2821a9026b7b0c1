import type { Subscriber } from '../channels/subscriptions.ts'

/** A message, and those that came before it for the same subscriber. */
type Node = {
  before: Node | null
  frame: Buffer
  next: Map<string, Node>
  /** The whole sequence as bytes, once somebody needs it. */
  bytes: Buffer | null
}

/**
 * Gathers what a batch of changes means for each subscriber. Subscribers that are told the same
 * share one run of bytes, framed once and written once to each socket.
 */
export function createBundles() {
  const root = createNode(null, Buffer.alloc(0))
  const ends = new Map<Subscriber, Node>()

  return {
    /** Two messages with the same key are the same; `message` makes the first of them. */
    add(subscriber: Subscriber, key: string, message: () => string) {
      const end = ends.get(subscriber) ?? root
      const node = end.next.get(key) ?? createNode(end, textFrame(message()))
      end.next.set(key, node)
      ends.set(subscriber, node)
    },
    send() {
      for (const [subscriber, end] of ends) subscriber.write((end.bytes ??= concatenated(end)))
    },
  }
}

function createNode(before: Node | null, frame: Buffer): Node {
  return { before, frame, next: new Map(), bytes: null }
}

function concatenated(end: Node): Buffer {
  const frames: Buffer[] = []
  for (let node: Node | null = end; node; node = node.before) frames.push(node.frame)
  return Buffer.concat(frames.toReversed())
}

/** One unmasked text message of a server (RFC 6455, section 5.2). */
function textFrame(text: string): Buffer {
  const FINAL_TEXT = 0x81
  const length = Buffer.byteLength(text)
  const head = Buffer.alloc(length < 126 ? 2 : length < 65536 ? 4 : 10)
  head[0] = FINAL_TEXT
  head[1] = length < 126 ? length : length < 65536 ? 126 : 127
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, Buffer.from(text)])
}
