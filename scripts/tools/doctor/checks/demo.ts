import { withClient } from 'local-supabase/database.ts'
import { jsonOf, post, shown, type Reply } from '../ask.ts'
import { CannotTell, check, type Finding } from '../check.ts'
import { demoAccounts, demoInviteCode } from '../../../local/demo-accounts.ts'

const REMOVE = 'Its password is public. Delete the users of @kolpact.test in the dashboard'

/** A finding if a sign-in with the public demo password succeeded. */
export function faultOfSignIn(email: string, reply: Reply): Finding | undefined {
  if (reply.status === 200) {
    return { problem: `the demo account ${email} can sign in`, advice: `${REMOVE}.` }
  }
  if (reply.status === 400 && !reply.text.includes('captcha')) return undefined
  throw new CannotTell(`no sign-in with a demo account could be tried: ${shown(reply)}`)
}

/** Looks for demo accounts in the database; a sign-in might be blocked by a captcha or a rate limit. */
async function faultsOfAccounts(databaseUrl: string): Promise<Finding[]> {
  const sql = `select email from auth.users where email like '%@kolpact.test' order by email`
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ email: string }>(sql))
  const [first] = rows
  if (!first) return []
  const others = rows.length > 1 ? `, and ${rows.length - 1} more` : ''
  const problem = `the demo account ${first.email} is there${others}`
  return [{ problem, advice: `${REMOVE}.` }]
}

/** Finds the demo market of supabase/seed.sql, which must exist only in local stacks. */
export const demo = check('demo market', ['publishableKey'], async (deployment) => {
  const { apiUrl, publishableKey, databaseUrl } = deployment
  const findings = await faultsOfInvite(apiUrl, publishableKey)
  if (databaseUrl) return [...findings, ...(await faultsOfAccounts(databaseUrl))]
  const url = `${apiUrl}/auth/v1/token?grant_type=password`
  for (const { email, password } of demoAccounts) {
    const fault = faultOfSignIn(email, await post(url, publishableKey, { email, password }))
    if (fault) findings.push(fault)
  }
  return findings
})

async function faultsOfInvite(apiUrl: string, publishableKey: string): Promise<Finding[]> {
  const reply = await post(`${apiUrl}/rest/v1/rpc/check_invite`, publishableKey, {
    code: demoInviteCode,
  })
  if (!(jsonOf(reply) as { valid?: boolean }).valid) return []
  const advice = `Revoke it on the page of staff. ${REMOVE}, if they are there.`
  return [{ problem: `the demo invite ${demoInviteCode} lets everybody in`, advice }]
}
