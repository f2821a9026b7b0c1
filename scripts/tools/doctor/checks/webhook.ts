import { ask, shown, tokenOf } from '../ask.ts'
import { check } from '../check.ts'

// A webhook's provider is recognised by the header of its signature.
const FORGED = { 'stripe-signature': 't=1,v1=00', 'sandbox-signature': 't=1,v1=00' }

/** Checks that a webhook with a forged signature is refused by our function, and not by something in front of it. */
export const webhook = check('payment webhook', [], async ({ apiUrl }) => {
  const url = `${apiUrl}/functions/v1/payment-webhook`
  const reply = await ask(url, { method: 'POST', headers: FORGED, body: '{}' })
  if (reply.status === 400 && tokenOf(reply) === 'bad_signature') return []
  const problem = `a message with a wrong signature is not refused as such: ${shown(reply)}`
  const advice =
    reply.status === 200
      ? 'Anybody could report payments. Take the function down: npx supabase functions delete payment-webhook'
      : `Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET (npx supabase secrets set), deploy payment-webhook, and point the provider at ${url}.`
  return [{ problem, advice }]
})
