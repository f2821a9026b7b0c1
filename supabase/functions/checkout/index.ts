import { signedIn } from '../_shared/signed-in.ts'
import { siteUrl } from '../_shared/environment.ts'
import { dataOf } from '../_shared/errors.ts'
import { checkoutProvider } from '../_shared/payments/providers.ts'
import { endpoint, readJson } from '../_shared/serve.ts'
import { checkoutRequest, readOrderId, readUseWallet } from './checkout.ts'
import type { Checkout, Order } from './checkout.ts'

// Sends the brand of an unpaid order to the provider's pay page for the part that its wallet does not pay.
// The database first refuses an order that cannot be paid, so that no money is collected for it.
Deno.serve(
  endpoint('checkout', async (request, notes) => {
    const body = await readJson(request)
    const orderId = readOrderId(body)
    notes.order_id = orderId
    const { client } = await signedIn(request)
    const started = await client.rpc('start_checkout', {
      order_id: orderId,
      use_wallet: readUseWallet(body),
    })
    const [checkout] = dataOf(started) as [Checkout]
    const orders = dataOf(
      await client.from('pack_orders').select('id, pack_title, due_at').eq('id', orderId),
    )
    const wanted = checkoutRequest(orders[0] as Order | undefined, checkout, siteUrl())
    const provider = checkoutProvider()
    const { url } = await provider.startCheckout(wanted)
    notes.provider = provider.name
    return { provider: provider.name, url }
  }),
)
