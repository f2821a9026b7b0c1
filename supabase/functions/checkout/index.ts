import { signedIn } from '../_shared/signed-in.ts'
import { siteUrl } from '../_shared/environment.ts'
import { dataOf } from '../_shared/errors.ts'
import { checkoutProvider } from '../_shared/payments/providers.ts'
import { endpoint, readJson } from '../_shared/serve.ts'
import { checkoutRequest, readOrderId, requireCheckout } from './checkout.ts'
import type { Action, Order } from './checkout.ts'

const COLUMNS = 'id, pack_title, price_minor, buyer_fee_minor, currency, due_at'

// Sends the brand of an unpaid order to the provider's pay page.
Deno.serve(
  endpoint('checkout', async (request, notes) => {
    const orderId = readOrderId(await readJson(request))
    notes.order_id = orderId
    const { client } = await signedIn(request)
    requireCheckout(dataOf(await client.rpc('order_actions', { order_id: orderId })) as Action[])
    const orders = dataOf(await client.from('pack_orders').select(COLUMNS).eq('id', orderId))
    const wanted = checkoutRequest(orders[0] as Order | undefined, siteUrl())
    const provider = checkoutProvider()
    const { url } = await provider.startCheckout(wanted)
    notes.provider = provider.name
    return { provider: provider.name, url }
  }),
)
