import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

// Stands in for the relay of WalletConnect: JSON-RPC over a socket, as the library speaks with the real one. It keeps
// messages by topic, which it cannot read, and passes them on to everybody else who subscribes to the topic.

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

/** One end of a socket: its subscriptions, and the messages that it has had. */
interface End {
  send: (text: string) => void
  topics: Set<string>
  had: Set<Message>
}

export interface WalletRelay {
  url: string
  /** Takes part over a socket of somebody else's; the result takes what comes in by it. */
  join: (send: (text: string) => void) => { take: (text: string) => void; leave: () => void }
  stop: () => void
}

/** Subscriptions are named like their topics. */
const subscription = ({ topic, ...data }: Message) => ({ id: topic, data: { topic, ...data } })

function exchange() {
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
    // The answer comes first.
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
        // A message without a method acknowledges one of ours.
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
  const join = exchange()
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
