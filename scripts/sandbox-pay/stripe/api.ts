import { Hono, type Context } from 'hono'
import type { SessionStore } from '../sessions.ts'
import { answerDispute, findDispute } from './disputes.ts'
import type { EventSender } from './events.ts'
import {
  accountJson,
  bankJson,
  disputeJson,
  listJson,
  payoutJson,
  refundJson,
  sessionJson,
  transferJson,
} from './objects.ts'
import type { Money } from './money.ts'
import { keyedRequests, metadataOf, refusal, StripeRefusal, type Params } from './requests.ts'
import { newId, type StripeState } from './state.ts'

type Options = {
  state: StripeState
  store: SessionStore
  money: Money
  send: EventSender
  secretKey: string
  now: () => number
  url(): string
}

/** Imitates the part of Stripe's API that the product uses; called with Stripe's own library. */
export function stripeApi(options: Options): Hono {
  const { secretKey, now } = options
  const api = new Hono()

  api.onError((error, c) => {
    if (error instanceof StripeRefusal) return refusal(c, error)
    throw error
  })
  for (const path of PATHS) {
    api.use(`${path}/*`, async (c, next) => {
      if (c.req.header('authorization') === `Bearer ${secretKey}`) return next()
      return refusal(c, new StripeRefusal(401, 'api_key_invalid', false))
    })
  }

  const keyed = keyedRequests(now)
  addAccounts(api, keyed, options)
  addPayouts(api, keyed, options)
  addRefunds(api, keyed, options)
  addDisputes(api, keyed, options)
  addBalance(api, options)
  return api
}

type Keyed = ReturnType<typeof keyedRequests>
const accountHeader = (c: Context) => c.req.header('stripe-account') ?? ''

function addAccounts(api: Hono, keyed: Keyed, { state, money, url }: Options) {
  api.post('/v2/core/accounts', (c) =>
    keyed(c, (params) => {
      const account = newAccount(params)
      state.accounts.push(account)
      state.save()
      return accountJson(account, includeOf(params['include']))
    }),
  )
  api.get('/v1/accounts/:id/external_accounts', (c) =>
    c.json(listJson([bankJson(c.req.param('id'))])),
  )
  api.get('/v2/core/accounts/:id', (c) => {
    const query = new URL(c.req.url).searchParams
    const include = [...query].flatMap(([name, value]) => (name.startsWith('include') ? value : []))
    return c.json(accountJson(money.accountOf(c.req.param('id')), include))
  })
  api.post('/v2/core/account_links', async (c) => {
    const { account, use_case: useCase } = await c.req.json<AccountLink>()
    money.accountOf(account)
    const back = encodeURIComponent(useCase.account_onboarding.return_url)
    return c.json({
      object: 'v2.core.account_link',
      account,
      url: `${url()}/accounts/${account}?back=${back}`,
    })
  })
  api.post('/v1/balance_settings', (c) =>
    keyed(c, () => {
      money.accountOf(accountHeader(c))
      return { object: 'balance_settings' }
    }),
  )
}

function addPayouts(api: Hono, keyed: Keyed, { state, money }: Options) {
  api.post('/v1/transfers', (c) => keyed(c, (params) => money.transfer(params)))
  api.get('/v1/transfers', (c) => {
    const group = c.req.query('transfer_group')
    const list = state.transfers.filter(({ transfer_group }) => transfer_group === group)
    return c.json(listJson(list.map(transferJson)))
  })
  api.get('/v1/transfers/:id', (c) => c.json(transferJson(money.transferOf(c.req.param('id')))))
  api.post('/v1/transfers/:id/reversals', (c) =>
    keyed(c, (params) => money.reverse(c.req.param('id'), params)),
  )

  api.post('/v1/payouts', (c) => keyed(c, (params) => money.pay(accountHeader(c), params)))
  api.get('/v1/payouts', (c) => {
    const list = state.payouts.filter(({ account }) => account === accountHeader(c))
    return c.json(listJson(list.map(payoutJson)))
  })
  api.get('/v1/payouts/:id', (c) =>
    c.json(payoutJson(money.payoutOf(c.req.param('id'), accountHeader(c)))),
  )

  // The charge that shows a transfer in the member's account.
  api.get('/v1/charges/:id', (c) => {
    const { id, amount, currency } = money.transferOf(c.req.param('id').replace('py_', 'tr_'))
    const balance_transaction = { id, object: 'balance_transaction', net: amount, currency }
    return c.json({ id: c.req.param('id'), object: 'charge', balance_transaction })
  })
}

function addRefunds(api: Hono, keyed: Keyed, { state, store, money }: Options) {
  api.post('/v1/refunds', (c) => keyed(c, (params) => money.refund(params)))
  api.get('/v1/refunds', (c) => {
    const id = (c.req.query('payment_intent') ?? c.req.query('charge') ?? '').slice('pi_'.length)
    const list = state.refunds.filter(({ session }) => session === id)
    return c.json(listJson(list.map(refundJson)))
  })
  api.get('/v1/checkout/sessions', (c) => {
    const session = store.get((c.req.query('payment_intent') ?? '').slice('pi_'.length))
    return c.json(listJson(session ? [sessionJson(session)] : []))
  })
  api.get('/v1/checkout/sessions/:id', (c) => {
    const session = store.get(c.req.param('id'))
    if (!session) throw new StripeRefusal(404, 'resource_missing')
    return c.json(sessionJson(session))
  })
}

function addDisputes(api: Hono, keyed: Keyed, desk: Options) {
  api.get('/v1/disputes/:id', (c) => {
    const { session, dispute } = findDispute(desk.store, c.req.param('id'))
    return c.json(disputeJson(session, dispute))
  })
  api.post('/v1/disputes/:id', (c) =>
    keyed(c, (params) => answerDispute(desk, c.req.param('id'), params)),
  )
}

function addBalance(api: Hono, { money }: Options) {
  api.get('/v1/balance', (c) => c.json(money.balance()))
  api.get('/v1/balance_transactions', (c) => {
    const from = Number(c.req.query('created[gte]') ?? 0)
    const until = Number(c.req.query('created[lt]') ?? Infinity)
    const list = money.lines().filter(({ created }) => created >= from && created < until)
    const start = list.findIndex(({ id }) => id === c.req.query('starting_after')) + 1
    const page = list.slice(start, start + Number(c.req.query('limit') ?? 10))
    return c.json({ ...listJson(page), has_more: start + page.length < list.length })
  })
}

const PATHS = [
  '/v2',
  '/v1/transfers',
  '/v1/payouts',
  '/v1/refunds',
  '/v1/disputes',
  '/v1/charges',
  '/v1/checkout',
  '/v1/balance_settings',
  '/v1/balance',
  '/v1/balance_transactions',
]

type AccountLink = { account: string; use_case: { account_onboarding: { return_url: string } } }

const includeOf = (value: unknown): string[] =>
  Array.isArray(value) ? value : Object.values(value ?? {})

/** Makes an account, which cannot be paid until its owner has given the missing data. */
function newAccount(params: Params) {
  const { identity, contact_email: email } = params
  const country = typeof identity === 'object' ? identity['country'] : undefined
  if (typeof email !== 'string' || typeof country !== 'string') {
    throw new StripeRefusal(400, 'parameter_missing', false)
  }
  const metadata = metadataOf(params)
  const start = { status: 'restricted' as const, bank: 'pays' as const, balance: 0 }
  return { id: newId('acct'), email, country, metadata, ...start }
}
