// An agent with the x402 library buys a pack with one retry of its request. The market uses a local chain.
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { AuthCaptureEvmScheme } from '@x402/evm/auth-capture/client'
import { createPublicClient, http, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { freePort } from 'local-supabase/ports.ts'
import {
  freeze,
  give,
  localAccount,
  startSandboxChain,
} from '../../../scripts/sandbox-chain/sandbox-chain.ts'
import { chainRow, openChain, type Chain } from '../../functions/_shared/chain/chain.ts'
import { fromDatabase, type Refusal } from '../../functions/_shared/errors.ts'
import { buy, type Book } from '../../functions/buy/buy.ts'
import { testDatabase } from '../support/race.ts'

const db = testDatabase(3)
let chain: Chain
let brand: string
let wanted: Record<string, unknown>

const local = forAllTests(async () => startSandboxChain(await freePort()))
beforeAll(async () => {
  chain = openChain(
    {
      ...local,
      feeAddress: '0x00000000000000000000000000000000000fee00',
      keys: [toHex(localAccount(0).getHdKey().privateKey ?? new Uint8Array())],
      confirmations: null,
    },
    [createPublicClient({ transport: http(local.rpcUrl) })],
  )
  await db.sql`select private.set_chain(${db.sql.json(await chainRow(chain))})`
  const [made] = await db.sql`
    select tests.make_member('agent', 'brand') as brand, tests.make_member('kim', 'kol') as kol`
  brand = String(made?.['brand'])
  const receiver = localAccount(5).address.toLowerCase()
  await db.sql`insert into private.wallets (profile_id, address) values (${made?.['kol']}, ${receiver})`
  const [pack] = await db.sql`select tests.make_pack(${made?.['kol']}, 25000000, 'USDC') as id`
  const [row] = await db.sql`select terms_hash from public.packs where id = ${pack?.['id']}`
  wanted = {
    pack_id: String(pack?.['id']),
    brief: 'Please.',
    terms: String(row?.['terms_hash']),
    idempotency_key: crypto.randomUUID(),
    tier: null,
    extras: [],
  }
})

/** Runs a query of the edge function with the rights of the brand. */
const caller = async (text: string, values: unknown[] = []): Promise<never> => {
  const asked = db.sql.begin(async (sql) => {
    await sql`select tests.act_as(${brand})`
    const [row] = await sql.unsafe(`select to_jsonb(x) as x from ${text} as x`, values as never[])
    return row?.['x'] ?? null
  })
  return (await asked.catch((error: Error) => Promise.reject(fromDatabase(error)))) as never
}
const service = async (text: string, values: unknown[]): Promise<never> => {
  const [row] = await db.sql.unsafe(`select to_jsonb(x) as x from ${text} as x`, values as never[])
  return row?.['x'] as never
}
const book: Book = {
  count: () => caller('public.count_provider_request()'),
  ordered: (key) =>
    caller('(select o.* from public.pack_orders o where o.idempotency_key = $1)', [key]),
  isOnChain: async () => true,
  place: (given) =>
    caller('public.place_order($1, $2, $3, $4)', [
      given.pack_id,
      given.brief,
      given.idempotency_key,
      given.terms,
    ]),
  quote: (id) => caller('public.quote_chain_payment($1)', [id]),
  actions: async (id) => {
    const text = '(select array(select a from public.order_actions($1) as a) as list)'
    return ((await caller(text, [id])) as { list: [] }).list
  },
  find: (id) =>
    caller(
      `(select p.*, array(select a from public.chain_acts a where a.payment_id = p.id) as acts
        from public.chain_payments p where p.order_id = $1 order by p.created_at desc limit 1)`,
      [id],
    ),
  start: (id, payer, given) =>
    caller('public.start_chain_payment($1, $2, $3::text::jsonb)', [
      id,
      payer,
      JSON.stringify(given),
    ]),
  name: (id, { payment_hash, nonce }) =>
    service('public.name_chain_payment($1, $2, $3)', [id, payment_hash, nonce]),
  sign: (id, signature) => service('public.sign_chain_payment($1, $2, $3)', [id, brand, signature]),
}
const ask = (header: string | null) => buy(chain, book, wanted, header, 'https://kolpact.test/buy')

const account = privateKeyToAccount(generatePrivateKey())
let first: string

/** Requests the pack, and signs the payment that the answer 402 requires with the client of the library. */
async function signAsked() {
  const asked = await ask(null)
  if (asked.status !== 402) throw new Error('It is paid.')
  expect(asked.body).toMatchObject({
    order: { number: expect.any(String) },
    next: [
      { act: 'pay', until: expect.any(String) },
      { act: 'watch' },
      { act: 'edit_brief' },
      { act: 'cancel' },
    ],
  })
  return signedFor(asked.required)
}

async function signedFor(required: object) {
  const header = Buffer.from(JSON.stringify(required)).toString('base64')
  const { accepts, x402Version } = decodePaymentRequiredHeader(header)
  const [accepted] = accepts
  if (!accepted) throw new Error('Nothing is accepted.')
  const client = new AuthCaptureEvmScheme(account as never)
  const { payload } = await client.createPaymentPayload(x402Version, accepted)
  return { x402Version, accepted, payload }
}

test('a client of the x402 library pays for a pack with one retry of its request', async () => {
  const { x402Version, accepted, payload } = await signAsked()
  const signed = encodePaymentSignatureHeader({ x402Version, accepted, payload })

  await expect(ask(signed), 'without USDC').rejects.toMatchObject({ token: 'signature_invalid' })
  await give(local, account.address, 25_000_000n)
  const changed = { ...accepted, extra: { ...accepted.extra, captureDeadline: Date.now() / 1000 } }
  const early = encodePaymentSignatureHeader({ x402Version, accepted: changed, payload })
  await expect(ask(early), 'with another deadline').rejects.toThrow(/invalid/)

  first = signed
  const [paid, twin] = await Promise.all([ask(signed), ask(signed)])
  expect([paid.status, twin.status], 'twice at once').toEqual([202, 202])
  expect(paid.status).toBe(202)
  expect(paid.body).toMatchObject({
    payment: { payer: account.address.toLowerCase(), max_amount_minor: 25_000_000 },
    next: [
      { act: 'watch', until: expect.any(String) },
      { act: 'edit_brief' },
      { act: 'cancel' },
      { act: 'reclaim' },
    ],
  })
  expect((await ask(signed)).body, 'asked again').toMatchObject({
    payment: { id: (paid.body as { payment: { id: string } }).payment.id },
  })
  let looks = 0
  const late = { ...book, find: async (id: string) => (looks++ === 0 ? null : book.find(id)) }
  const twice = await buy(chain, late, wanted, signed, 'https://kolpact.test/buy')
  expect(twice.status, 'signed by an equal request meanwhile').toBe(202)
  const acts = await db.sql`select kind, state from public.chain_acts`
  expect(acts).toEqual([{ kind: 'authorize', state: 'decided' }])
})

test('an agent reads success once a block has its payment, and can pay again after a failed payment', async () => {
  const pending = { success: false, errorReason: 'settlement_pending', transaction: '' }
  expect(await ask(null)).toMatchObject({ status: 202, settlement: pending })

  await db.sql`select private.report_chain_act(a.id, 'failed', 'too_late') from public.chain_acts a`
  const limited = { ...book, count: () => Promise.reject(new Error('rate_limited')) }
  const deaf = { ...chain, nodes: [] }
  await expect(buy(deaf, limited, wanted, null, ''), 'above the limit').rejects.toThrow(
    'rate_limited',
  )
  const again = await signAsked()
  await expect(ask(first), 'with what was signed for it').rejects.toThrow('chain_payment_expired')

  const paid = await ask(encodePaymentSignatureHeader(again))
  expect(paid).toMatchObject({ status: 202, settlement: pending })
  const transaction = `0x${'a'.repeat(64)}`
  const open = db.sql`state <> 'failed'`
  await db.sql`update public.chain_acts set state = 'broadcast', tx_hash = ${transaction} where ${open}`
  expect(await ask(null)).toMatchObject({
    status: 202,
    settlement: { success: false, transaction },
  })
  await db.sql`update public.chain_acts set state = 'mined' where ${open}`
  expect(await ask(null)).toMatchObject({ status: 200, settlement: { success: true, transaction } })

  const allowed = ['checkout', 'approve_draft', 'request_draft_changes', 'propose_settlement']
  const able = {
    ...book,
    actions: async () => allowed.map((action) => ({ action, allowed: true })),
  }
  expect(
    (await buy(chain, able, wanted, null, '')).body,
    'all that the buyer may do',
  ).toMatchObject({
    next: [
      { act: 'watch' },
      { act: 'accept_draft', call: 'POST /rest/v1/rpc/approve_draft' },
      { act: 'revise_draft', with: { note: '' } },
      { act: 'propose_settlement', with: { creator_share_minor: 0 } },
      { act: 'reclaim' },
    ],
  })

  await db.sql`
    select private.move_order(o, 'cancelled', 'brand', o.brand_id, null, now()) from public.pack_orders o`
  await db.sql`
    select private.decide_chain_act(p.id, 'void', p.max_amount_minor) from public.chain_payments p where p.closed_at is null`
  await expect(ask(null), 'the money goes back').rejects.toThrow('order_not_payable')
})

test('a refusal tells an agent what it can do next', async () => {
  const refused = (given: Book, header: string | null = null, asked = wanted) =>
    buy(chain, given, asked, header, 'https://kolpact.test/buy').catch((error: Refusal) => ({
      ...error.details,
      error: error.token,
    }))
  expect(await refused(book), 'an order that is over').toEqual({
    error: 'order_not_payable',
    order: expect.objectContaining({ status: 'cancelled' }),
    next: [
      expect.objectContaining({ act: 'watch' }),
      { act: 'reclaim', call: expect.any(String), from: expect.any(String) },
    ],
  })

  const other = { ...wanted, idempotency_key: crypto.randomUUID() }
  expect(await refused(book, null, { ...other, terms: '' }), 'without the terms').toEqual({
    error: 'terms_changed',
    next: [expect.objectContaining({ act: 'read_terms', call: expect.stringContaining('packs') })],
  })
  expect(await refused(book, 'x', other), 'a header that nobody can read').toMatchObject({
    error: 'invalid_body',
    fields: ['PAYMENT-SIGNATURE'],
    next: [{ act: 'pay', call: expect.stringContaining('terms_hash') }, { act: 'watch' }, {}, {}],
  })

  const asked = await buy(chain, book, other, null, '')
  if (asked.status !== 402) throw new Error('It is paid.')
  const signed = encodePaymentSignatureHeader(await signedFor(asked.required))
  await freeze(local, account.address, true)
  const unpaid = [{ act: 'watch' }, { act: 'edit_brief' }, { act: 'cancel' }]
  expect(await refused(book, signed, other), 'a payer that is frozen').toMatchObject({
    error: 'wallet_refused',
    next: [{ act: 'pay' }, ...unpaid],
  })
  const receiver = localAccount(5).address
  await freeze(local, receiver, true)
  const creatorRefused = { error: 'creator_wallet_refused', next: unpaid }
  expect(await refused(book, null, other), 'before anything is signed').toMatchObject(
    creatorRefused,
  )
  await freeze(local, receiver, false)
  await db.sql`insert into private.refused_wallets values (${receiver.toLowerCase()})`
  for (const header of [null, signed])
    expect(await refused(book, header, other), 'a creator on our list').toMatchObject(
      creatorRefused,
    )
  await db.sql`delete from private.refused_wallets`

  const { id } = asked.body.order
  const changed = { ...other, brief: 'Changed.' }
  const reused = {
    error: 'idempotency_key_reused',
    order: { id },
    next: [{ act: 'pay' }, ...unpaid],
  }
  expect(await refused(book, null, changed), 'with another brief').toMatchObject(reused)
  await caller('public.edit_brief($1, $2)', [id, 'Changed.'])
  expect(await refused(book, null, changed), 'with the brief as it is now').toMatchObject({
    status: 402,
  })
  expect(await refused(book, null, { ...other, brief: 7 }), 'without a brief').toMatchObject({
    ...reused,
    error: 'invalid_body',
    fields: ['brief'],
  })
  const placedInDollars: Book = {
    ...book,
    place: async (given) => ({ ...(await book.place(given)), currency: 'USD' }),
    quote: () => Promise.reject(fromDatabase({ code: 'PT409', message: 'order_not_on_chain' })),
  }
  expect(await refused(placedInDollars, null, other), 'an order in dollars').toMatchObject({
    error: 'order_not_on_chain',
    next: [unpaid[0], { act: 'checkout', call: 'POST /functions/v1/checkout' }, {}, {}],
  })

  const orders = await db.sql`select from public.pack_orders`
  const inDollars = { ...book, isOnChain: async () => false }
  const wished = { ...wanted, idempotency_key: crypto.randomUUID() }
  expect(await refused(inDollars, null, wished)).toEqual({ error: 'order_not_on_chain' })
  expect(await db.sql`select from public.pack_orders`, 'nothing is ordered').toHaveLength(
    orders.length,
  )
})
