import { type Frame, encode, encodeBroadcast, type JsonObject } from '../wire/protocol.ts'
import { randomUUID } from 'node:crypto'

/** The presence of a topic: by key, with an entry for each channel that tracks itself under the key. */
type Presence = {
  track(owner: object, key: string, payload: JsonObject): void
  untrack(owner: object): void
  state(): JsonObject
}

type Entry = { key: string; meta: JsonObject }

function createPresence(send: (diff: JsonObject) => void): Presence {
  const entries = new Map<object, Entry>()

  function track(owner: object, key: string, payload: JsonObject) {
    const before = entries.get(owner)
    const entry = { key, meta: { ...payload, phx_ref: randomUUID() } }
    entries.set(owner, entry)
    send({ joins: grouped([entry]), leaves: grouped(before ? [before] : []) })
  }

  function untrack(owner: object) {
    const entry = entries.get(owner)
    if (!entry) return
    entries.delete(owner)
    send({ joins: {}, leaves: grouped([entry]) })
  }

  return { track, untrack, state: () => grouped([...entries.values()]) }
}

function grouped(entries: Entry[]): JsonObject {
  const groups = Map.groupBy(entries, ({ key }) => key)
  return Object.fromEntries(
    [...groups].map(([key, members]) => [key, { metas: members.map(({ meta }) => meta) }]),
  )
}

/** A channel as its topic sees it. */
export type Member = {
  readonly topic: string
  readonly joinRef: string
  readonly hearsBroadcasts: boolean
  readonly hearsPresence: boolean
  send(data: string | Buffer): void
}

export type Topic = {
  readonly presence: Presence
  join(member: Member): void
  leave(member: Member): void
  /** Sends to everyone but `from`. */
  broadcast(message: Pick<Frame, 'payload' | 'broadcast'>, from?: Member): void
}

export type Topics = {
  /** Public and private channels of one name are two topics. */
  get(name: string, isPrivate: boolean): Topic
  /** Finds a topic for a sender who is not a member; undefined when it has no members. */
  find(name: string, isPrivate: boolean): Topic | undefined
}

export function createTopics(): Topics {
  const topics = new Map<string, Topic>()
  const keyOf = (name: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${name}`

  function get(name: string, isPrivate: boolean): Topic {
    const key = keyOf(name, isPrivate)
    const topic = topics.get(key) ?? createTopic(`realtime:${name}`, () => topics.delete(key))
    topics.set(key, topic)
    return topic
  }
  return { get, find: (name, isPrivate) => topics.get(keyOf(name, isPrivate)) }
}

function createTopic(name: string, onEmpty: () => void): Topic {
  const members = new Set<Member>()
  const presence = createPresence((diff) => {
    for (const member of members) {
      if (member.hearsPresence) member.send(encode(null, null, name, 'presence_diff', diff))
    }
  })

  function broadcast(message: Pick<Frame, 'payload' | 'broadcast'>, from?: Member) {
    const data = message.broadcast
      ? encodeBroadcast(name, message.broadcast)
      : encode(null, null, name, 'broadcast', message.payload)
    for (const member of members) {
      if (member !== from && member.hearsBroadcasts) member.send(data)
    }
  }

  return {
    presence,
    join: (member) => void members.add(member),
    leave(member) {
      members.delete(member)
      presence.untrack(member)
      if (members.size === 0) onEmpty()
    },
    broadcast,
  }
}
