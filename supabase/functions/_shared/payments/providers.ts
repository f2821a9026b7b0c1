import { requiredSetting, setting } from '../environment.ts'
import { Refusal } from '../errors.ts'
import type { BalanceKeeper, PaymentProvider } from './provider.ts'
import { sandboxProvider } from './sandbox.ts'
import { stripeProvider } from './stripe.ts'

// A provider is available if its key is set. Orders in USDC are paid on the chain (pay-on-chain), by no provider.
const adapters: Record<string, () => (PaymentProvider & BalanceKeeper) | null> = {
  sandbox: () => {
    const secretKey = setting('SANDBOX_SECRET_KEY')
    if (!secretKey) return null
    return sandboxProvider({
      secretKey,
      apiUrl: requiredSetting('SANDBOX_API_URL'),
      webhookSecret: requiredSetting('SANDBOX_WEBHOOK_SECRET'),
    })
  },
  stripe: () => {
    const secretKey = setting('STRIPE_SECRET_KEY')
    if (!secretKey) return null
    const webhookSecrets = requiredSetting('STRIPE_WEBHOOK_SECRET')
      .split(/[\s,]+/)
      .filter(Boolean)
    return stripeProvider({ secretKey, webhookSecrets })
  },
}

/** The provider for payments of new orders: the one named by PAYMENT_PROVIDER, else Stripe. */
export function checkoutProvider(): PaymentProvider {
  const provider = adapters[setting('PAYMENT_PROVIDER') ?? 'stripe']?.()
  if (!provider) throw new Refusal(503, 'payments_not_configured')
  return provider
}

/** The providers whose keys are set. */
export const configuredProviders = () =>
  Object.values(adapters)
    .map((make) => make())
    .filter((provider) => provider !== null)

/** Webhooks are accepted from each provider whose keys are set; the signature identifies the provider. */
export function signingProvider(headers: Headers): {
  provider: PaymentProvider
  signature: string
} {
  const configured = configuredProviders()
  if (configured.length === 0) throw new Refusal(503, 'payments_not_configured')
  for (const provider of configured) {
    const signature = headers.get(provider.signatureHeader)
    if (signature) return { provider, signature }
  }
  throw new Refusal(400, 'bad_signature')
}
