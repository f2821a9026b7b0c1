import type { SupabaseClient } from '@supabase/supabase-js'
import { siteUrl } from '../_shared/environment.ts'
import { dataOf, Refusal } from '../_shared/errors.ts'
import { withoutSecrets } from '../_shared/log.ts'
import { configuredTransport } from '../_shared/mail/transport.ts'
import { scheduled } from '../_shared/scheduled.ts'
import { drain, type Outbox } from './drain.ts'
import { render } from './render.ts'

// Sends the e-mails that wait in the outbox.
Deno.serve(
  scheduled('send-emails', async (client, until) => {
    const transport = configuredTransport()
    if (!transport) throw new Refusal(503, 'mail_not_configured')
    const site = siteUrl()
    return drain(outbox(client), transport, (email) => render(email, site), until)
  }),
)

const outbox = (client: SupabaseClient): Outbox => ({
  claim: async (batch) => dataOf(await client.rpc('claim_emails', { batch })),
  markSent: async (id) => void dataOf(await client.rpc('mark_email_sent', { id })),
  markFailed: async (id, error) =>
    void dataOf(await client.rpc('mark_email_failed', { id, error: withoutSecrets(error) })),
})
