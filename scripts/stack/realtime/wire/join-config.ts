import { randomUUID } from 'node:crypto'
import { asObject, isObject, type JsonObject } from './protocol.ts'

/** The options that a client sends when it joins a channel. */
export type JoinConfig = {
  /** Null if the client has only the API key of the connection. */
  token: string | null
  isPrivate: boolean
  self: boolean
  ack: boolean
  presence: boolean
  presenceKey: string
  changes: JsonObject[]
}

export function readJoin(payload: JsonObject): JoinConfig {
  const config = asObject(payload.config)
  const [broadcast, presence] = [asObject(config.broadcast), asObject(config.presence)]
  const token = payload.access_token
  return {
    token: typeof token === 'string' && !token.startsWith('sb_') ? token : null,
    isPrivate: isTrue(config.private),
    self: isTrue(broadcast.self),
    ack: isTrue(broadcast.ack),
    presence: isTrue(presence.enabled),
    presenceKey: typeof presence.key === 'string' && presence.key ? presence.key : randomUUID(),
    changes: Array.isArray(config.postgres_changes) ? config.postgres_changes.filter(isObject) : [],
  }
}

const isTrue = (value: unknown) => value === true || value === 'true'
