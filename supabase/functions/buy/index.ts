import { configuredChain } from '../_shared/chain/configured.ts'
import { paymentBook } from '../_shared/chain/payment-book.ts'
import { CHAIN_CURRENCIES } from '../_shared/currencies.generated.ts'
import { requiredSetting } from '../_shared/environment.ts'
import { dataOf, Refusal } from '../_shared/errors.ts'
import { CORS, endpoint, readJson } from '../_shared/serve.ts'
import { signedIn } from '../_shared/signed-in.ts'
import { buy, type Book } from './buy.ts'

// An agent orders and pays a pack in USDC by x402.
Deno.serve(
  endpoint('buy', async (request, notes) => {
    const { client, profileId } = await signedIn(request)
    const body = await readJson(request)
    const chain = configuredChain()
    const book: Book = {
      ...paymentBook(chain, client, profileId),
      ordered: async (key) => {
        const orders = client.from('pack_orders').select('*').eq('brand_id', profileId)
        // An order from an offer has the id of the offer as its key.
        const found = await orders.eq('idempotency_key', key).is('offer_id', null)
        return (dataOf(found) as Awaited<ReturnType<Book['place']>>[])[0] ?? null
      },
      isOnChain: async (pack_id) => {
        const packs = client.from('packs').select('currency').eq('id', pack_id)
        const [pack] = dataOf(await packs) as { currency: string }[]
        return !pack || CHAIN_CURRENCIES.includes(pack.currency)
      },
      place: async (given) => {
        const placed = await client.rpc('place_order', given)
        // A violated check constraint, such as the length limit of the brief, is a refusal by its name.
        const { code, message = '' } = placed.error ?? {}
        const [, limit] = (code === '23514' && /constraint "(\w+)"/.exec(message)) || []
        if (limit) throw new Refusal(400, limit)
        return dataOf(placed) as Awaited<ReturnType<Book['place']>>
      },
      actions: async (order_id) =>
        dataOf(await client.rpc('order_actions', { order_id })) as Awaited<
          ReturnType<Book['actions']>
        >,
      quote: async (order_id) =>
        dataOf(await client.rpc('quote_chain_payment', { order_id })) as Awaited<
          ReturnType<Book['quote']>
        >,
    }
    const header = request.headers.get('payment-signature')
    // The URL of the request is internal to the function runtime, so the public one is built from a setting.
    const url = `${requiredSetting('SUPABASE_URL')}/functions/v1/buy`
    const answer = await buy(chain, book, body, header, url)
    notes.signed = answer.status !== 402
    const said = answer.status === 402 ? answer.required : answer.settlement
    return Response.json(answer.body, {
      status: answer.status,
      headers: {
        ...CORS,
        [answer.status === 402 ? 'payment-required' : 'payment-response']: headerOf(said),
        'access-control-expose-headers': 'payment-required, payment-response',
      },
    })
  }),
)

/** A JSON object as a header: base64 of its UTF-8 bytes, because a pack's title may have any letters. */
const headerOf = (said: object) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(said))))
