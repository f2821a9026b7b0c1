import { jsonOf, post } from '../ask.ts'
import { check, type Finding } from '../check.ts'
import { demoAccounts, demoInviteCode } from '../../local/demo-accounts.ts'

const REMOVE = 'Its password is public. Delete the users of @kolpact.test in the dashboard'

/** The demo market of supabase/seed.sql is for a local stack. */
export const demo = check('demo market', ['publishableKey'], async ({ apiUrl, publishableKey }) => {
  const signIns = demoAccounts.map(async ({ email, password }): Promise<Finding[]> => {
    const url = `${apiUrl}/auth/v1/token?grant_type=password`
    const { status } = await post(url, publishableKey, { email, password })
    if (status !== 200) return []
    return [{ problem: `the demo account ${email} can sign in`, advice: `${REMOVE}.` }]
  })
  const findings = (await Promise.all(signIns)).flat()
  const invite = await post(`${apiUrl}/rest/v1/rpc/check_invite`, publishableKey, {
    code: demoInviteCode,
  })
  if ((jsonOf(invite) as { valid?: boolean }).valid) {
    const advice = `Revoke it on the page of staff. ${REMOVE}, if they are there.`
    findings.push({ problem: `the demo invite ${demoInviteCode} lets everybody in`, advice })
  }
  return findings
})
