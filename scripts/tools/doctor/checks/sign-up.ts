import { randomUUID } from 'node:crypto'
import { ask, jsonOf, post, shown, type Reply } from '../ask.ts'
import { CannotTell, check, type Finding } from '../check.ts'

/** A finding if the hook did not refuse a sign-up without an invite with the expected reason. */
export function faultOfSignUp(reply: Reply): Finding | undefined {
  if (reply.text.includes('invite_required')) return undefined
  if (reply.text.includes('captcha')) throw new CannotTell('a captcha stands before the sign-up')
  if (reply.status === 429) throw new CannotTell('Auth takes no more sign-ups at the moment')
  if (reply.status >= 500) {
    return {
      problem: `the hook before_user_created is not enabled: ${shown(reply)}`,
      advice: 'npx supabase config push. People would read a server error instead of the reason.',
    }
  }
  return {
    problem: `somebody without an invite is not refused: ${shown(reply)}`,
    advice: 'The migrations are not there: npx supabase db push --remote',
  }
}

export const signUp = check('sign-up', ['publishableKey'], async ({ apiUrl, publishableKey }) => {
  const settings = await ask(`${apiUrl}/auth/v1/settings`, { headers: { apikey: publishableKey } })
  const { mailer_autoconfirm: confirms } = jsonOf(settings) as { mailer_autoconfirm?: boolean }
  const findings: Finding[] = []
  if (confirms !== false) {
    findings.push({
      problem: 'Auth does not ask new members to confirm their address',
      advice: 'npx supabase config push ([auth.email] enable_confirmations)',
    })
  }
  const fault = faultOfSignUp(
    await post(`${apiUrl}/auth/v1/signup`, publishableKey, {
      email: `doctor-${randomUUID()}@example.com`,
      password: `Doctor-${randomUUID()}`,
    }),
  )
  return fault ? [...findings, fault] : findings
})
