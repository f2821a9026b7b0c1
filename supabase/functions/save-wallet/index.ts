import { takesToken } from '../_shared/chain/calls.ts'
import { configuredChain } from '../_shared/chain/configured.ts'
import { serviceClient } from '../_shared/clients.ts'
import { siteUrl } from '../_shared/environment.ts'
import { dataOf, Refusal } from '../_shared/errors.ts'
import { endpoint, readJson } from '../_shared/serve.ts'
import { signedIn } from '../_shared/signed-in.ts'
import { messageFor, proved, readWanted } from './save-wallet.ts'

// A creator proves with a signature that a wallet is theirs. Their orders in USDC are paid to it.
Deno.serve(
  endpoint('save-wallet', async (request, notes) => {
    const { client, profileId } = await signedIn(request)
    const wanted = readWanted(await readJson(request))
    const chain = configuredChain()
    Object.assign(notes, { act: wanted.act })
    if (wanted.act === 'begin') {
      const { nonce, expires_at } = dataOf(await client.rpc('begin_wallet')) as {
        nonce: string
        expires_at: string
      }
      const message = messageFor(siteUrl(), chain.chainId, nonce, new Date(expires_at))
      return { message, nonce, expires_at }
    }
    dataOf(await client.rpc('count_provider_request'))
    const { address, nonce } = await proved(chain, siteUrl(), wanted)
    if (!(await takesToken(chain, address))) throw new Refusal(409, 'wallet_refused')
    const given = { profile_id: profileId, nonce, address }
    return dataOf(await serviceClient().rpc('save_wallet', given)) as object
  }),
)
