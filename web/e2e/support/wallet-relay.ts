import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

// A replacement for the relay of WalletConnect: JSON-RPC over a socket, as the library expects it. It stores
// messages by topic, without being able to read them, and passes them on to all other subscribers of the topic.

interface Message {
  topic: string
  message: string
  publishedAt: number
  tag?: number
  attestation?: string
}
interface Call {
  id: number
  method?: string
  params: {
    topic: string
    topics: string[]
    message: string
    pairingTopic: string
    sessionTopic: string
    sessionProposal: string
    sessionProposalResponse: string
    sessionSettlementRequest: string
  } & Pick<Message, 'tag' | 'attestation'>
}

/** One connected client: its subscriptions, and the messages that were delivered to it. */
interface End {
  send: (text: string) => void
  topics: Set<string>
  had: Set<Message>
}

export interface WalletRelay {
  url: string
  /** Connects a client by a socket that belongs to somebody else; the result's `take` handles what arrives on it. */
  join: (send: (text: string) => void) => { take: (text: string) => void; leave: () => void }
  stop: () => void
}

/** The id of a subscription is the name of its topic. */
const subscription = ({ topic, ...data }: Message) => ({ id: topic, data: { topic, ...data } })

function createExchange() {
  const kept: Message[] = []
  const ends = new Set<End>()
  let number = Date.now()

  function deliver(end: End) {
    for (const each of kept)
      if (end.topics.has(each.topic) && !end.had.has(each)) {
        end.had.add(each)
        const params = subscription(each)
        end.send(
          JSON.stringify({ jsonrpc: '2.0', id: ++number, method: 'irn_subscription', params }),
        )
      }
  }
  function publish(by: End, topic: string, message: string, { tag, attestation }: Call['params']) {
    const sent = { topic, message, publishedAt: Date.now(), tag, attestation }
    kept.push(sent)
    by.had.add(sent)
    ends.forEach(deliver)
    return true
  }
  const subscribe = (end: End, topics: string[]) => {
    for (const topic of topics) end.topics.add(topic)
    // The response has to be sent before the stored messages.
    queueMicrotask(() => deliver(end))
    return topics
  }
  const METHODS: Record<string, (end: End, params: Call['params']) => unknown> = {
    irn_subscribe: (end, { topic }) => subscribe(end, [topic])[0],
    irn_batchSubscribe: (end, { topics }) => subscribe(end, topics),
    irn_unsubscribe: (end, { topic }) => end.topics.delete(topic),
    irn_publish: (end, params) => publish(end, params.topic, params.message, params),
    irn_fetchMessages: (_end, { topic }) => fetchAll([topic]),
    irn_batchFetchMessages: (_end, { topics }) => fetchAll(topics),
    wc_proposeSession(end, params) {
      subscribe(end, [params.pairingTopic])
      return publish(end, params.pairingTopic, params.sessionProposal, params)
    },
    wc_approveSession(end, params) {
      subscribe(end, [params.sessionTopic])
      publish(end, params.pairingTopic, params.sessionProposalResponse, params)
      return publish(end, params.sessionTopic, params.sessionSettlementRequest, params)
    },
  }
  const fetchAll = (topics: string[]) => ({
    messages: kept.filter(({ topic }) => topics.includes(topic)),
    hasMore: false,
  })
  return (send: End['send']) => {
    const end: End = { send, topics: new Set(), had: new Set() }
    ends.add(end)
    return {
      take(text: string) {
        const { id, method, params } = JSON.parse(text) as Call
        // A message without a method acknowledges a message that the relay has sent.
        if (!method) return
        const act = METHODS[method]
        const answer = act
          ? { result: act(end, params) }
          : { error: { code: -32601, message: `Method not found: ${method}` } }
        send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
      },
      leave: () => void ends.delete(end),
    }
  }
}

export async function startWalletRelay(): Promise<WalletRelay> {
  const join = createExchange()
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) => {
    const { take, leave } = join((text) => socket.send(text))
    socket.on('message', (data: Buffer) => take(data.toString()))
    socket.on('close', leave)
  })
  await new Promise((ready) => server.on('listening', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    join,
    stop() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
