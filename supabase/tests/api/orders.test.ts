import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectRefused, must, newMember, newPack } from './harness.ts'

test('a refusal of changed terms shows both versions to the client', async () => {
  const [creator, brand] = await Promise.all([newMember('kol'), newMember('brand')])
  const pack = await newPack(creator)
  const { data: changed } = await creator.client
    .from('packs')
    .update({ price_minor: 99_000 })
    .eq('id', pack.id)
    .select()
    .single()
  const call = { pack_id: pack.id, brief: 'Please.', idempotency_key: randomUUID() }
  for (const stated of [{ terms: pack.terms_hash }, {}]) {
    const refusal = await brand.client.rpc('place_order', { ...call, ...stated })
    expectRefused(refusal, 'terms_changed', 409)
    expect(JSON.parse(refusal.error?.details ?? 'null')).toMatchObject({
      seen: { price_minor: 25_000, terms_hash: pack.terms_hash },
      now: { price_minor: 99_000, terms_hash: changed?.terms_hash },
    })
  }
  const order = must(
    await brand.client.rpc('place_order', { ...call, terms: changed?.terms_hash ?? '' }),
  )
  expect(order.price_minor).toBe(99_000)
})
