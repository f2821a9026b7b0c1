import { ask, post, shown, type Reply } from '../ask.ts'
import { check, type Finding } from '../check.ts'

export type KindOfKey = 'publishable' | 'secret' | 'unknown'

/** The kind of an API key: new keys have it in their prefix, older keys are tokens with a role. */
export function kindOfKey(key: string): KindOfKey {
  if (key.startsWith('sb_publishable_')) return 'publishable'
  if (key.startsWith('sb_secret_')) return 'secret'
  const role = roleOf(key)
  if (role === 'anon') return 'publishable'
  return role === 'service_role' ? 'secret' : 'unknown'
}

function roleOf(token: string): unknown {
  const [, payload = ''] = token.split('.')
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { role?: unknown }).role
  } catch {
    return undefined
  }
}

const KEYS = 'Copy both from the project: Settings, API keys.'
const adviceFor = ({ status }: Reply) =>
  status === 0 ? 'Is the address of the project right?' : KEYS

/** Checks that the publishable key gives no rights of the service, and that the secret key is one. */
export const keys = check(
  'keys',
  ['publishableKey', 'secretKey'],
  async ({ apiUrl, publishableKey, secretKey }) => {
    const findings: Finding[] = []
    if (kindOfKey(publishableKey) !== 'publishable') {
      const advice = `A secret key in the client gives everybody everything: rotate it at once. ${KEYS}`
      findings.push({ problem: 'SUPABASE_PUBLISHABLE_KEY is not a publishable key', advice })
    }
    if (kindOfKey(secretKey) !== 'secret') {
      findings.push({ problem: 'SUPABASE_SECRET_KEY is not a secret key', advice: KEYS })
    }
    if (findings.length > 0) return findings
    const currencies = `${apiUrl}/rest/v1/currencies?select=code&limit=1`
    const read = await ask(currencies, { headers: { apikey: publishableKey } })
    if (read.status !== 200) {
      findings.push({
        problem: `the publishable key reads nothing: ${shown(read)}`,
        advice: adviceFor(read),
      })
    }
    const health = await post(`${apiUrl}/rest/v1/rpc/market_health`, secretKey)
    if (health.status !== 200) {
      findings.push({
        problem: `the secret key is refused: ${shown(health)}`,
        advice: adviceFor(health),
      })
    }
    return findings
  },
)
