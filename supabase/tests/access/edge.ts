import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { bearer, callFunction, stack } from '../api/harness.ts'
import { actors, personOf, type Actor, type Users } from './actors.ts'
import { edge } from './matrix.ts'
import type { Setup } from './fixtures.ts'

/** Calls an edge function with the same body as every actor; the status shows who is authorized. */
export async function expectEdgeRights(name: string, { users, fixtures }: Setup) {
  const { id } = await fixtures.order('unpaid')
  for (const actor of actors) {
    const { status, json } = await callFunction(name, { order_id: id }, headersOf(actor, users))
    const what = `${actor}: ${status} ${JSON.stringify(json)}`
    const wanted = edge[name]?.[actor]
    // 503: authorized, but the chat of this stack has no key.
    if (wanted === 'yes') expect([200, 503], what).toContain(status)
    else expect(status, what).toBe(wanted)
  }
}

function headersOf(actor: Actor, users: Users): Record<string, string> {
  const person = personOf(actor, { whose: 'brand' })
  if (person) return bearer(users[person])
  if (actor === 'signedOut') return {}
  return { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` }
}

export function deployedFunctions(): string[] {
  const folder = join(import.meta.dirname, '..', '..', 'functions')
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
}
