import { requiredSetting, setting } from '../environment.ts'
import { Refusal } from '../errors.ts'
import type { PayoutProvider } from './provider.ts'
import { stripePayouts } from './stripe.ts'

// A provider is available when its key is set. The sandbox has the same API as Stripe.
const adapters: Record<string, () => PayoutProvider | null> = {
  sandbox: () => {
    const secretKey = setting('SANDBOX_SECRET_KEY')
    if (!secretKey) return null
    const { hostname: host, port } = new URL(requiredSetting('SANDBOX_API_URL'))
    const server = { host, port: Number(port), protocol: 'http' as const }
    return stripePayouts({ name: 'sandbox', secretKey, server })
  },
  stripe: () => {
    const secretKey = setting('STRIPE_SECRET_KEY')
    return secretKey ? stripePayouts({ name: 'stripe', secretKey }) : null
  },
}

/** The provider at which new accounts are opened; null if staff send all payouts by hand. */
export const accountProvider = (): PayoutProvider | null =>
  payoutProvider(setting('PAYOUT_PROVIDER') ?? '')

export const payoutProvider = (name: string): PayoutProvider | null => adapters[name]?.() ?? null

/** The providers that can send, because their keys are set. */
export function sendingProviders(): Map<string, PayoutProvider> {
  const all = Object.keys(adapters).flatMap((name) => payoutProvider(name) ?? [])
  if (all.length === 0) throw new Refusal(503, 'payouts_not_configured')
  return new Map(all.map((provider) => [provider.name, provider]))
}
