import type { JoinConfig } from '../wire/join-config.ts'
import { isObject, type Frame, type JsonObject } from '../wire/protocol.ts'
import type { Rights } from '../access/topic-access.ts'
import type { Member, Topic } from './topics.ts'

/** The largest payload in bytes, as on Supabase. */
const LARGEST = 3_000_500

type Options = {
  member: Member
  config: JoinConfig
  /** Reads which messages the policies of a private channel allow to send. */
  mayWrite(): Promise<Rights>
  reply(ref: string | null, status: 'ok' | 'error', response: JsonObject): void
  onTracked(): void
  shutDown(message: string): void
}

export type BroadcastPresence = ReturnType<typeof createBroadcastPresence>

/** Handles broadcasts and presence, which the members of a channel send to each other. */
export function createBroadcastPresence({
  member,
  config,
  mayWrite,
  reply,
  onTracked,
  shutDown,
}: Options) {
  let rights: Promise<Rights> | null = null

  /** Whether the client may send; the database is asked once for each token. */
  async function isAllowed(extension: keyof Rights): Promise<boolean> {
    if (!config.isPrivate) return true
    rights ??= mayWrite()
    rights.catch(() => (rights = null))
    return (await rights)[extension]
  }

  async function pass(
    topic: Topic,
    ref: string | null,
    payload: JsonObject,
    broadcast: Frame['broadcast'],
  ) {
    if (!(await isAllowed('broadcast'))) return
    const size = broadcast ? broadcast.body.length : JSON.stringify(payload).length
    const fits = size <= LARGEST
    if (fits) topic.broadcast({ payload, broadcast }, config.self ? undefined : member)
    if (!config.ack) return
    reply(ref, fits ? 'ok' : 'error', fits ? {} : { reason: 'payload_size_exceeded' })
  }

  async function present(topic: Topic, ref: string | null, { event, payload = {} }: JsonObject) {
    const action = String(event).toLowerCase()
    if (action === 'untrack') {
      topic.presence.untrack(member)
      return reply(ref, 'ok', {})
    }
    if (action !== 'track' || !(await isAllowed('presence'))) return reply(ref, 'error', {})
    if (!isObject(payload)) {
      return reply(ref, 'error', { reason: 'Presence track payload must be a map' })
    }
    if (JSON.stringify(payload).length > LARGEST) return shutDown('Track message size exceeded')
    onTracked()
    topic.presence.track(member, config.presenceKey, payload)
    reply(ref, 'ok', {})
  }

  return { pass, present, forgetRights: () => (rights = null) }
}
