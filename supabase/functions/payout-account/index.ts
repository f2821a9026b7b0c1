import { serviceClient } from '../_shared/clients.ts'
import { siteUrl } from '../_shared/environment.ts'
import { dataOf, Refusal } from '../_shared/errors.ts'
import type { PayoutProvider } from '../_shared/payouts/provider.ts'
import { accountProvider } from '../_shared/payouts/providers.ts'
import { recordAccount } from '../_shared/payouts/reports.ts'
import { endpoint, readJson } from '../_shared/serve.ts'
import { signedIn } from '../_shared/signed-in.ts'
import { readWanted } from './payout-account.ts'

// Opens a creator's account at the payout provider, and returns which data the provider still needs.
Deno.serve(
  endpoint('payout-account', async (request, notes) => {
    const { client, profileId, sessionId } = await signedIn(request)
    const wanted = readWanted(await readJson(request))
    const provider = accountProvider()
    if (!provider) {
      if (wanted.act === 'look') return { provider: null }
      throw new Refusal(503, 'payouts_not_configured')
    }
    Object.assign(notes, { provider: provider.name, act: wanted.act })
    if (wanted.act === 'look') dataOf(await client.rpc('count_provider_request'))
    const known = await accountOf(provider, profileId)
    if (wanted.act === 'look') {
      if (known) await look(provider, profileId, known)
      return { provider: provider.name }
    }
    const { email } = dataOf(await client.rpc('begin_payout_account')) as { email: string }
    const { country } = wanted
    const account = known ?? (await provider.openAccount({ profileId, email, country, sessionId }))
    await look(provider, profileId, account)
    return { url: await provider.accountLink(account, `${siteUrl()}/dashboard/payments`) }
  }),
)

async function accountOf({ name }: PayoutProvider, profile_id: string): Promise<string | null> {
  const rows = dataOf(
    await serviceClient().rpc('payout_account_of', { provider: name, profile_id }),
  ) as { account_ref: string }[]
  return rows[0]?.account_ref ?? null
}

async function look(provider: PayoutProvider, profileId: string, account: string) {
  const state = await provider.findAccount(account)
  await recordAccount(serviceClient(), provider.name, profileId, state)
}
