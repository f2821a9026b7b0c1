import Stripe from 'stripe'
import type { PayoutProvider } from './provider.ts'
import { accountsOf } from './stripe-accounts.ts'
import { payoutsOf } from './stripe-payouts.ts'
import { sendRefund } from './stripe-refunds.ts'

type Options = {
  name: string
  secretKey: string
  /** The address of the server that the sandbox and tests use instead of Stripe. */
  server?: { host: string; port: number; protocol: 'http' }
}

/** Stripe Connect, by Stripe's own library. */
export function stripePayouts({ name, secretKey, server }: Options): PayoutProvider {
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 1,
    timeout: 10_000,
    telemetry: false,
    ...server,
  })
  return {
    name,
    ...payoutsOf(stripe),
    ...accountsOf(stripe),
    sendRefund: (order) => sendRefund(stripe, order),
  }
}
