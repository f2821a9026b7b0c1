import { signedIn } from '../_shared/signed-in.ts'
import { siteUrl } from '../_shared/environment.ts'
import { dataOf } from '../_shared/errors.ts'
import { checkoutProvider } from '../_shared/payments/providers.ts'
import { endpoint, readJson } from '../_shared/serve.ts'
import { checkoutRequest, readOrderId, requireNotFrozen, type Order } from './checkout.ts'

const COLUMNS = 'id, brand_id, status, pack_title, price_minor, buyer_fee_minor, currency, due_at'

// Sends the brand of an unpaid order to the provider's pay page.
Deno.serve(
  endpoint('checkout', async (request, notes) => {
    const orderId = readOrderId(await readJson(request))
    notes.order_id = orderId
    const { client, profileId } = await signedIn(request)
    const orders = dataOf(await client.from('pack_orders').select(COLUMNS).eq('id', orderId))
    const wanted = checkoutRequest(orders[0] as Order | undefined, profileId, siteUrl())
    const own = dataOf(await client.from('profiles').select('frozen_at').eq('id', profileId))
    requireNotFrozen(own[0] as { frozen_at: string | null } | undefined)
    const provider = checkoutProvider()
    const { url } = await provider.startCheckout(wanted)
    notes.provider = provider.name
    return { provider: provider.name, url }
  }),
)
