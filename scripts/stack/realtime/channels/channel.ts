import { createBroadcastPresence, type BroadcastPresence } from './broadcast-presence.ts'
import { subjectOf, type Claims, type Subject } from '../access/claims.ts'
import { isConnectionError } from '../connections.ts'
import { readJoin, type JoinConfig } from '../wire/join-config.ts'
import { encode, type Frame, type JsonObject } from '../wire/protocol.ts'
import type { Subscriber, Subscriptions } from './subscriptions.ts'
import { createTokenWatch } from '../access/token-watch.ts'
import type { Rights } from '../access/topic-access.ts'
import type { Member, Topic, Topics } from './topics.ts'

/** Services of the server that a channel needs. */
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
  /** Leaves the topic and ends the subscriptions. */
  close(informClient: boolean): void
}

type Outlet = {
  claims: Claims
  send(data: string | Buffer): void
  onClosed(): void
}

const UNREACHABLE = 'Realtime was unable to connect to the project database'
const NO_RIGHTS: Rights = { broadcast: false, presence: false }

/** Opens a channel: a topic that was joined over a socket. Its messages are handled in order. */
export function openChannel(context: ChannelContext, outlet: Outlet, join: Frame): Channel {
  return new JoinedChannel(context, outlet, join)
}

/** A joined channel. It is a member of its topic; `#subscriber` receives the table changes it subscribed to. */
class JoinedChannel implements Channel, Member {
  readonly topic: string
  readonly joinRef: string
  readonly #context: ChannelContext
  readonly #outlet: Outlet
  readonly #join: Frame
  readonly #name: string
  readonly #config: JoinConfig
  readonly #requests: { id: number; params: JoinConfig['changes'][number] }[]
  readonly #subscriber: Subscriber
  readonly #watch = createTokenWatch((seconds) =>
    this.#shutDown(`Token has expired ${seconds} seconds ago`),
  )
  readonly #messages: BroadcastPresence
  #subject: Subject
  #token: string | null = null
  #read = NO_RIGHTS
  #joined: Topic | null = null
  #wantsPresence: boolean
  #isClosed = false
  /** Changes that arrived before the reply to the join; they are sent after it, because the client ignores earlier ones. */
  #early: string[] | null = []
  #work: Promise<void>

  constructor(context: ChannelContext, outlet: Outlet, join: Frame) {
    this.#context = context
    this.#outlet = outlet
    this.#join = join
    this.topic = join.topic
    this.joinRef = join.joinRef ?? join.ref ?? ''
    this.#name = join.topic.slice('realtime:'.length)
    this.#config = readJoin(join.payload)
    this.#requests = this.#config.changes.map((params, at) => ({ id: at + 1, params }))
    this.#wantsPresence = this.#config.presence
    this.#subject = subjectOf(outlet.claims)
    this.#subscriber = subscriberOf(this, () => this.#subject)
    this.#messages = createBroadcastPresence({
      member: this,
      config: this.#config,
      mayWrite: () => context.writeRights(this.#subject, this.#name),
      reply: (ref, status, response) => this.#reply(ref, status, response),
      onTracked: () => (this.#wantsPresence = true),
      shutDown: (message) => this.#shutDown(message),
    })
    this.#work = this.#attempt(() => this.#start())
  }

  get hearsBroadcasts(): boolean {
    return !this.#config.isPrivate || this.#read.broadcast
  }

  get hearsPresence(): boolean {
    return this.#wantsPresence && (!this.#config.isPrivate || this.#read.presence)
  }

  send(data: string | Buffer) {
    if (!this.#isClosed) this.#outlet.send(data)
  }

  sendChange(change: string) {
    if (this.#early) this.#early.push(change)
    else this.send(change)
  }

  handle(frame: Frame) {
    this.#work = this.#work.then(() => this.#attempt(() => this.#handle(frame)))
  }

  close(informClient: boolean) {
    if (this.#isClosed) return
    if (informClient) this.send(encode(this.joinRef, this.joinRef, this.topic, 'phx_close', {}))
    this.#isClosed = true
    this.#watch.stop()
    this.#context.subscriptions.remove(this.#subscriber)
    this.#joined?.leave(this)
    this.#outlet.onClosed()
  }

  async #start() {
    const { topics, subscriptions } = this.#context
    const reason = this.#name
      ? await this.#admit(this.#config.token)
      : 'You must provide a topic name'
    if (this.#isClosed) return
    if (reason !== null) {
      this.#reply(this.#join.ref, 'error', { reason })
      return this.close(false)
    }
    // Subscribed before the reply, so that no change that is committed after "SUBSCRIBED" is missed.
    const problem = await this.#subscribe()
    if (this.#isClosed) return subscriptions.remove(this.#subscriber)
    this.#joined = topics.get(this.#name, this.#config.isPrivate)
    this.#reply(this.#join.ref, 'ok', {
      postgres_changes: this.#requests.map(({ id, params }) => ({ ...params, id })),
    })
    for (const change of this.#early ?? []) this.send(change)
    this.#early = null
    this.#joined.join(this)
    if (this.hearsPresence) this.#push('presence_state', this.#joined.presence.state())
    this.#reportSubscription(problem)
  }

  /** Null if the token and, on a private channel, the policies allow the join; else the reason of the refusal. */
  async #admit(given: string | null): Promise<string | null> {
    const claims = given === null ? this.#outlet.claims : await this.#context.authenticate(given)
    if (typeof claims === 'string') return claims
    if (given !== null && (!claims.role || !claims.exp)) {
      return 'Fields `role` and `exp` are required in JWT'
    }
    const before = this.#read
    this.#subject = subjectOf(claims)
    this.#token = given
    this.#messages.forgetRights()
    this.#watch.start(this.#subject.expiresAt)
    if (!this.#config.isPrivate) return null
    const read = await this.#context.readRights(this.#subject, this.#name)
    this.#read = read
    const isLost = (before.broadcast && !read.broadcast) || (before.presence && !read.presence)
    if (isLost)
      return `You no longer have permission to read from this Channel topic: ${this.#name}`
    if (read.broadcast || (this.#wantsPresence && read.presence)) return null
    return `Unauthorized: You do not have permissions to read from this Channel topic: ${this.#name}`
  }

  /** Subscribes to the requested changes; returns null, or why that is not possible. */
  async #subscribe(): Promise<string | null> {
    if (this.#requests.length === 0) return null
    try {
      await this.#context.subscriptions.add(this.#subscriber, this.#requests)
      return null
    } catch (error) {
      if (isConnectionError(error)) throw error
      this.#context.subscriptions.remove(this.#subscriber)
      return messageOf(error)
    }
  }

  #reportSubscription(problem: string | null) {
    if (this.#requests.length === 0) return
    this.#system(
      'postgres_changes',
      problem ? 'error' : 'ok',
      problem ?? 'Subscribed to PostgreSQL',
    )
  }

  async #handle({ event, ref, payload, broadcast }: Frame) {
    if (this.#isClosed) return
    if (event === 'phx_leave') {
      this.#reply(ref, 'ok', {})
      return this.close(false)
    }
    if (event === 'access_token') return this.#renew(payload.access_token)
    const topic = this.#joined
    if (event === 'broadcast' && topic) return this.#messages.pass(topic, ref, payload, broadcast)
    if (event === 'presence' && topic) return this.#messages.present(topic, ref, payload)
    this.#context.log(`realtime: ${this.topic} sent an unknown event (${event})`)
  }

  async #renew(given: unknown) {
    // A token that is unchanged, or an API key, changes no rights.
    if (typeof given !== 'string' || given === this.#token || given.startsWith('sb_')) return
    const reason = await this.#admit(given)
    if (this.#isClosed) return
    if (reason !== null) return this.#shutDown(reason)
    const problem = await this.#subscribe()
    if (!this.#isClosed) this.#reportSubscription(problem)
  }

  async #attempt(task: () => Promise<unknown>) {
    try {
      await task()
    } catch (error) {
      if (!this.#isClosed) this.#fail(error)
    }
  }

  #fail(error: unknown) {
    this.#context.log(`realtime: ${this.topic}: ${messageOf(error)}`)
    if (this.#joined) return this.#shutDown(UNREACHABLE)
    const reason = `UnableToConnectToProject: ${UNREACHABLE}`
    this.#reply(this.#join.ref, 'error', { reason })
    this.close(false)
  }

  #shutDown(message: string) {
    this.#system('system', 'error', message)
    this.close(true)
  }

  #reply(ref: string | null, status: 'ok' | 'error', response: JsonObject) {
    if (ref) this.send(encode(this.joinRef, ref, this.topic, 'phx_reply', { status, response }))
  }

  #system(extension: string, status: 'ok' | 'error', message: string) {
    this.#push('system', { extension, status, message, channel: this.#name })
  }

  #push(event: string, payload: JsonObject) {
    this.send(encode(this.joinRef, null, this.topic, event, payload))
  }
}

function subscriberOf(channel: JoinedChannel, subject: () => Subject): Subscriber {
  return {
    topic: channel.topic,
    joinRef: channel.joinRef,
    get subject() {
      return subject()
    },
    send: (change) => channel.sendChange(change),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
