import { expect } from 'vitest'
import { callFunction, must, passwordAlone, PNG } from '../api/harness.ts'
import type { Person, Users } from './actors.ts'
import { expectNotWritten, expectRefused } from './attempts.ts'
import type { Row } from './database.ts'
import type { Setup } from './fixtures.ts'
import { calls, columns, type FunctionName, type RelationName } from './matrix.ts'

// Tests of an attacker who has the password of an account with a second factor, but not its code.

const sessions = new Map<Person, ReturnType<typeof passwordAlone>>()

function withoutCode({ users }: { users: Users }, person: Person) {
  const kept = sessions.get(person) ?? passwordAlone(users[person].email)
  sessions.set(person, kept)
  return kept
}

/** Relations that everybody may read. */
const OPEN: RelationName[] = ['market_terms', 'solvency', 'balance_proofs']

export async function expectNoRelation(setup: Setup) {
  for (const person of ['brand', 'creator', 'newcomer', 'staff'] as const) {
    const { client } = await withoutCode(setup, person)
    for (const relation of Object.keys(columns) as RelationName[]) {
      if (OPEN.includes(relation)) continue
      expectRefused(await client.from(relation).select('*', { count: 'exact' }), relation)
      const sample = setup.fixtures.samples[relation]?.()
      if (sample) expectNotWritten(await client.from(relation).insert(sample), relation)
    }
  }
}

/** Calls a function with a password alone, with arguments that work for a fully signed-in caller. */
export async function expectNoCall(name: FunctionName, setup: Setup, person: Person, args: Row) {
  const { own, signedOut } = calls[name].answers
  if (own === 'closed' || signedOut !== 'closed' || person.startsWith('rival')) return
  const { client } = await withoutCode(setup, person)
  const { data, error } = await client.rpc(name, args)
  if (error) expect(error.message, 'with a password alone').toBe('mfa_required')
  else expect([null, 0, false, '[]']).toContain(Array.isArray(data) ? JSON.stringify(data) : data)
}

export async function expectNoFileOrFunction(setup: Setup) {
  const { users, fixtures } = setup
  const { client, session } = await withoutCode(setup, 'creator')
  const own = users.creator.client.storage.from('avatars')
  const file = `${users.creator.id}/code.png`
  const picture = new Blob([PNG], { type: 'image/png' })
  must(await own.upload(file, picture))
  const store = client.storage.from('avatars')
  for (const answer of [
    await store.list(users.creator.id),
    await store.info(file),
    await store.createSignedUrl(file, 60),
    await store.update(file, picture),
    await store.upload(`${users.creator.id}/other.png`, picture),
    await store.remove([file]),
  ]) {
    if (answer.error === null) expect(answer.data).toEqual([])
  }
  expect(must(await own.list(users.creator.id)).map(({ name }) => name)).toContain('code.png')
  const { id } = await fixtures.order('unpaid')
  const headers = { authorization: `Bearer ${session.access_token}` }
  for (const name of ['chat-token', 'checkout']) {
    const answer = await callFunction(name, { order_id: id }, headers)
    expect(answer, name).toEqual({ status: 403, json: { error: 'mfa_required' } })
  }
}
