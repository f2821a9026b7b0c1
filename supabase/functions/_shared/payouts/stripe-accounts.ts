import type Stripe from 'stripe'
import type { AccountState, PayoutProvider } from './provider.ts'
import { definite } from './stripe-errors.ts'

type Accounts = Pick<PayoutProvider, 'openAccount' | 'findAccount' | 'accountLink'>

/** Accounts of creators: Stripe asks for the bank account and the proofs on its own pages. */
export const accountsOf = (stripe: Stripe): Accounts => ({
  async openAccount({ profileId, email, country, sessionId }) {
    const { id } = await stripe.v2.core.accounts.create(
      {
        contact_email: email,
        dashboard: 'express',
        identity: { country: country.toLowerCase() },
        defaults: {
          responsibilities: { fees_collector: 'application', losses_collector: 'application' },
        },
        configuration: {
          recipient: {
            capabilities: { stripe_balance: { stripe_transfers: { requested: true } } },
          },
        },
        metadata: { profile_id: profileId },
        include: INCLUDE,
      },
      // Stripe returns one account for a key for 30 days. The session in the key keeps out the account of an earlier user.
      { idempotencyKey: `account-${profileId}-${country}-${sessionId}` },
    )
    // Without this setting Stripe would pay the account's money out to the bank on a schedule of its own.
    await stripe.balanceSettings.update(
      { payments: { payouts: { schedule: { interval: 'manual' } } } },
      { stripeAccount: id },
    )
    return id
  },

  async findAccount(account) {
    const [state, banks] = await definite(
      () =>
        Promise.all([
          stripe.v2.core.accounts.retrieve(account, { include: INCLUDE }),
          stripe.accounts.listExternalAccounts(account, { limit: 100 }),
        ]),
      'account_not_ready',
    )
    return accountState(state, banks.data)
  },

  async accountLink(account, returnUrl) {
    const { url } = await stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: { refresh_url: returnUrl, return_url: returnUrl },
      },
    })
    return url
  },
})

/** The fields to return: Stripe returns null for a field that is not listed here, even if it has a value. */
const INCLUDE: Stripe.V2.Core.AccountRetrieveParams.Include[] = [
  'configuration.recipient',
  'requirements',
  'identity',
  'defaults',
]

const STATUSES = { active: 'active', pending: 'pending', restricted: 'restricted' } as const

function accountState(
  account: Stripe.V2.Core.Account,
  banks: Stripe.ExternalAccount[],
): AccountState {
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance
  const wanted = [balance?.stripe_transfers?.status, balance?.payouts?.status ?? 'active']
  const requirements = (account.requirements?.entries ?? [])
    .filter(({ awaiting_action_from: from }) => from === 'user')
    .map(({ description }) => description.slice(0, 120))
  const order = ['active', 'pending', 'restricted'] as const
  // The worse status of the two capabilities counts; an unknown status counts as rejected.
  const worst = wanted.reduce<number>((most, status) => {
    const place = order.findIndex((each) => each === status)
    return Math.max(most, place === -1 ? order.length : place)
  }, 0)
  const known = order[worst]
  const paid = banks.filter(({ default_for_currency }) => default_for_currency)
  return {
    account: account.id,
    status: known ? STATUSES[known] : 'rejected',
    requirements: requirements.slice(0, 40),
    bank:
      paid
        .map(({ fingerprint, id }) => fingerprint ?? id)
        .toSorted()
        .join(' ') || null,
    isInstant:
      paid.length > 0 && paid.every((each) => each.available_payout_methods?.includes('instant')),
  }
}
