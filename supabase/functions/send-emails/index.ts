import { requireService, serviceClient } from '../_shared/clients.ts'
import { siteUrl } from '../_shared/environment.ts'
import { dataOf, Refusal } from '../_shared/errors.ts'
import { withoutSecrets } from '../_shared/log.ts'
import { configuredTransport } from '../_shared/mail/transport.ts'
import { endpoint } from '../_shared/serve.ts'
import { drain, type Outbox } from './drain.ts'
import { render } from './render.ts'

// Functions are stopped after a while; what is left over is the next call's.
const LONGEST_MS = 25_000

// Called by the scheduler: drains the outbox.
Deno.serve(
  endpoint('send-emails', async (request, notes) => {
    requireService(request)
    const transport = configuredTransport()
    if (!transport) throw new Refusal(503, 'mail_not_configured')
    const site = siteUrl()
    const counts = await drain(
      outbox(),
      transport,
      (email) => render(email, site),
      Date.now() + LONGEST_MS,
    )
    Object.assign(notes, counts)
    return counts
  }),
)

function outbox(): Outbox {
  const client = serviceClient()
  return {
    claim: async (batch) => dataOf(await client.rpc('claim_emails', { batch })),
    markSent: async (id) => void dataOf(await client.rpc('mark_email_sent', { id })),
    markFailed: async (id, error) =>
      void dataOf(await client.rpc('mark_email_failed', { id, error: withoutSecrets(error) })),
  }
}
