import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bearer, callFunction, must, newMember, newPack, sql } from './harness.ts'

test('the function buy names the fault of a refused purchase and places no order for it', async () => {
  const [creator, brand] = await Promise.all([newMember('kol'), newMember('brand')])
  await sql('insert into private.wallets (profile_id, address, created_at) values ($1, $2, $3)', [
    creator.id,
    `0x${randomUUID().replaceAll('-', '')}00000000`,
    new Date(Date.now() - 10 * 86_400_000),
  ])
  const buy = async (pack: { id: string; terms_hash: string }, more: object = {}) => {
    const wanted = { pack_id: pack.id, brief: 'Please.', terms: pack.terms_hash }
    const body = { ...wanted, idempotency_key: randomUUID(), ...more }
    const { status, json } = await callFunction('buy', body, bearer(brand))
    return { status, ...json }
  }
  const inDollars = await newPack(creator)
  expect(await buy(inDollars)).toEqual({ status: 409, error: 'order_not_on_chain' })
  const pack = await newPack(creator, { price_minor: 25_000_000, currency: 'USDC' })
  expect(await buy(pack, { brief: 'x'.repeat(200_000) })).toEqual({
    status: 400,
    error: 'pack_orders_brief_length',
  })
  expect(await buy(pack, { brief: 'a\0b' })).toEqual({
    status: 422,
    error: 'invalid_body',
    fields: ['brief'],
  })
  expect(must(await brand.client.from('pack_orders').select('id'))).toEqual([])
  const idempotency_key = randomUUID()
  const next = [{ act: 'pay' }, { act: 'watch' }, { act: 'edit_brief' }, { act: 'cancel' }]
  const asked = await buy(pack, { idempotency_key })
  expect(asked).toMatchObject({ status: 402, next })
  expect(await buy(inDollars, { idempotency_key }), 'another pack under its key').toMatchObject({
    error: 'idempotency_key_reused',
    order: { id: asked.order.id },
    next,
  })
})
