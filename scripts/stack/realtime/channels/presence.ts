import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../wire/protocol.ts'

/** Who is there: by key, and under a key one entry for each channel that tracks itself. */
export type Presence = {
  track(owner: object, key: string, payload: JsonObject): void
  untrack(owner: object): void
  state(): JsonObject
}

type Entry = { key: string; meta: JsonObject }

export function createPresence(send: (diff: JsonObject) => void): Presence {
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
