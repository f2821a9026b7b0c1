import { post, shown, tokenOf } from '../ask.ts'
import { check } from '../check.ts'

const ADVICE: Record<string, string> = {
  mail_not_configured: 'npx supabase secrets set RESEND_API_KEY=… MAIL_FROM="Kolpact <hello@…>"',
  site_url_not_configured: 'npx supabase secrets set SITE_URL=https://…',
}

/** Sends waiting mails, as the scheduler does, and reports failures. */
export const mail = check('mail', ['secretKey'], async ({ apiUrl, secretKey }) => {
  const reply = await post(`${apiUrl}/functions/v1/send-emails`, secretKey)
  if (reply.status === 200) return []
  const advice = ADVICE[tokenOf(reply) ?? ''] ?? 'Read the log of send-emails.'
  return [{ problem: `send-emails does not send: ${shown(reply)}`, advice }]
})
