import { paymentBook } from '../_shared/chain/payment-book.ts'
import { configuredChain } from '../_shared/chain/configured.ts'
import { endpoint, readJson } from '../_shared/serve.ts'
import { signedIn } from '../_shared/signed-in.ts'
import { readWanted, sign, start } from './pay-on-chain.ts'

// A brand pays an order on the chain in two calls: the first returns the data to sign, the second sends the signature.
Deno.serve(
  endpoint('pay-on-chain', async (request, notes) => {
    const { client, profileId } = await signedIn(request)
    const wanted = readWanted(await readJson(request))
    const chain = configuredChain()
    Object.assign(notes, { act: wanted.act })
    const book = paymentBook(chain, client, profileId)
    return wanted.act === 'start'
      ? await start(chain, book, wanted.order_id, wanted.payer)
      : await sign(chain, book, wanted)
  }),
)
