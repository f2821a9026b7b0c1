import { setTimeout as delay } from 'node:timers/promises'
import { createBroadcastPresence } from './broadcast-presence.ts'
import { subjectOf, type Claims, type Subject } from '../access/claims.ts'
import { isConnectionError } from '../connections.ts'
import { readJoin, type JoinConfig } from '../wire/join-config.ts'
import { encode, type Frame, type JsonObject } from '../wire/protocol.ts'
import type { Subscriber, Subscriptions } from './subscriptions.ts'
import { createTokenWatch } from '../access/token-watch.ts'
import type { Rights } from '../access/topic-access.ts'
import type { Member, Topic, Topics } from './topics.ts'

/** What a channel needs of the server. */
export type ChannelContext = {
  subscriptions: Subscriptions
  topics: Topics
  /** The claims of a token, or why it is refused. */
  authenticate(token: string): Promise<Claims | string>
  readRights(subject: Subject, topic: string): Promise<Rights>
  writeRights(subject: Subject, topic: string): Promise<Rights>
  log(line: string): void
}

export type Channel = {
  readonly joinRef: string
  handle(frame: Frame): void
  /** Leaves the topic and ends the subscriptions; `tell` also informs the client. */
  close(tell: boolean): void
}

type Outlet = {
  claims: Claims
  send(data: string | Buffer): void
  onClosed(): void
}

const UNREACHABLE = 'Realtime was unable to connect to the project database'
/** Shorter than the ten seconds after which a client gives a join up. */
const PATIENCE_MS = 8000
const RETRY_MS = 200
const NO_RIGHTS: Rights = { broadcast: false, presence: false }

/** One topic joined over one socket. Its messages are handled in order. */
export function openChannel(context: ChannelContext, outlet: Outlet, join: Frame): Channel {
  const { topic } = join
  const joinRef = join.joinRef ?? join.ref ?? ''
  const name = topic.slice('realtime:'.length)
  const config: JoinConfig = readJoin(join.payload)
  const requests = config.changes.map((params, at) => ({ id: at + 1, params }))

  let subject: Subject = subjectOf(outlet.claims)
  let token: string | null = null
  let read = NO_RIGHTS
  let room: Topic | null = null
  let hearsPresence = config.presence
  let closed = false
  /** Changes that came before the reply, without which the client would not know them. */
  let early: string[] | null = []

  const send = (data: string | Buffer) => {
    if (!closed) outlet.send(data)
  }
  const push = (event: string, payload: JsonObject) =>
    send(encode(joinRef, null, topic, event, payload))
  const answer = (ref: string | null, status: 'ok' | 'error', response: JsonObject) => {
    if (ref) send(encode(joinRef, ref, topic, 'phx_reply', { status, response }))
  }
  const system = (extension: string, status: 'ok' | 'error', message: string) =>
    push('system', { extension, status, message, channel: name })

  /** The same channel in the registries of topics and subscriptions. */
  const member = {
    topic,
    joinRef,
    send,
    get hearsBroadcasts() {
      return !config.isPrivate || read.broadcast
    },
    get hearsPresence() {
      return hearsPresence && (!config.isPrivate || read.presence)
    },
  } satisfies Member
  const subscriber: Subscriber = {
    topic,
    joinRef,
    get subject() {
      return subject
    },
    send: (change) => (early ? early.push(change) : send(change)),
  }

  const watch = createTokenWatch((seconds) => shutDown(`Token has expired ${seconds} seconds ago`))
  const talk = createBroadcastPresence({
    member,
    config,
    mayWrite: () => context.writeRights(subject, name),
    answer,
    onTracked: () => (hearsPresence = true),
    shutDown,
  })

  async function start() {
    const reason = name ? await admit(config.token) : 'You must provide a topic name'
    if (closed) return
    if (reason !== null) {
      answer(join.ref, 'error', { reason })
      return finish()
    }
    // Registered before the reply: what is committed after "SUBSCRIBED" is never missed.
    const problem = await subscribe()
    if (closed) return context.subscriptions.remove(subscriber)
    room = context.topics.get(name, config.isPrivate)
    answer(join.ref, 'ok', {
      postgres_changes: requests.map(({ id, params }) => ({ ...params, id })),
    })
    for (const change of early ?? []) send(change)
    early = null
    room.join(member)
    if (member.hearsPresence) push('presence_state', room.presence.state())
    tellSubscribed(problem)
  }

  /** Null when the token and, on a private channel, the policies let the client in. */
  async function admit(given: string | null): Promise<string | null> {
    const claims = given === null ? outlet.claims : await context.authenticate(given)
    if (typeof claims === 'string') return claims
    if (given !== null && (!claims.role || !claims.exp)) {
      return 'Fields `role` and `exp` are required in JWT'
    }
    const before = read
    subject = subjectOf(claims)
    token = given
    talk.forgetRights()
    watch.start(subject.expiresAt)
    if (!config.isPrivate) return null
    read = await context.readRights(subject, name)
    const isLost = (before.broadcast && !read.broadcast) || (before.presence && !read.presence)
    if (isLost) return `You no longer have permission to read from this Channel topic: ${name}`
    if (read.broadcast || (hearsPresence && read.presence)) return null
    return `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
  }

  /** Null, or why the changes that were asked for cannot be sent. */
  async function subscribe(): Promise<string | null> {
    if (requests.length === 0) return null
    try {
      await context.subscriptions.add(subscriber, requests)
      return null
    } catch (error) {
      if (isConnectionError(error)) throw error
      context.subscriptions.remove(subscriber)
      return error instanceof Error ? error.message : String(error)
    }
  }

  function tellSubscribed(problem: string | null) {
    if (requests.length === 0) return
    system('postgres_changes', problem ? 'error' : 'ok', problem ?? 'Subscribed to PostgreSQL')
  }

  async function handle({ event, ref, payload, broadcast }: Frame) {
    if (closed) return
    if (event === 'phx_leave') {
      answer(ref, 'ok', {})
      return finish()
    }
    if (event === 'access_token') return renew(payload.access_token)
    if (event === 'broadcast' && room) return talk.pass(room, ref, payload, broadcast)
    if (event === 'presence' && room) return talk.present(room, ref, payload)
    context.log(`realtime: ${topic} sent an unknown event (${event})`)
  }

  async function renew(given: unknown) {
    // An API key does not change the presence.
    if (typeof given !== 'string' || given === token || given.startsWith('sb_')) return
    const reason = await admit(given)
    if (closed) return
    if (reason !== null) return shutDown(reason)
    const problem = await subscribe()
    if (!closed) tellSubscribed(problem)
  }

  function shutDown(message: string) {
    system('system', 'error', message)
    close(true)
  }

  function finish() {
    close(false)
  }

  function close(tell: boolean) {
    if (closed) return
    if (tell) send(encode(joinRef, joinRef, topic, 'phx_close', {}))
    closed = true
    watch.stop()
    context.subscriptions.remove(subscriber)
    room?.leave(member)
    outlet.onClosed()
  }

  /** While the database restarts, a task that needs it is repeated; it has sent no reply so far. */
  async function guarded(task: () => Promise<unknown>) {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        await task()
        return
      } catch (error) {
        if (closed) return
        if (!isConnectionError(error) || Date.now() > end) {
          fail(error)
          return
        }
        await delay(RETRY_MS)
      }
    }
  }

  function fail(error: unknown) {
    context.log(`realtime: ${topic}: ${error instanceof Error ? error.message : String(error)}`)
    if (room) return shutDown(UNREACHABLE)
    answer(join.ref, 'error', { reason: `UnableToConnectToProject: ${UNREACHABLE}` })
    finish()
  }

  let work = guarded(start)
  return {
    joinRef,
    handle(frame) {
      work = work.then(() => guarded(() => handle(frame)))
    },
    close,
  }
}
