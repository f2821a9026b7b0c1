import { ask, shown } from '../ask.ts'
import { check, type Finding } from '../check.ts'

const isLocal = (url: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)

/** Compares SITE_URL with the address to which Auth redirects an expired link. */
export const site = check(
  'site address',
  ['siteUrl', 'publishableKey'],
  async ({ apiUrl, siteUrl, publishableKey }) => {
    if (!URL.canParse(siteUrl)) {
      return [{ problem: `SITE_URL is no address: ${siteUrl}`, advice: 'https://your.domain' }]
    }
    const [wanted, api] = [new URL(siteUrl), new URL(apiUrl)]
    const findings: Finding[] = []
    if (wanted.protocol !== 'https:' && !isLocal(wanted)) {
      findings.push({ problem: 'the site is not served by HTTPS', advice: 'Serve it by HTTPS.' })
    }
    if (isLocal(wanted) && !isLocal(api)) {
      const advice = 'Set SITE_URL to the address that members use.'
      findings.push({ problem: `SITE_URL is an address of this machine: ${siteUrl}`, advice })
    }
    const link = `${apiUrl}/auth/v1/verify?type=signup&token=doctor`
    const reply = await ask(link, { headers: { apikey: publishableKey } })
    const location = reply.headers.get('location') ?? ''
    const origin = URL.canParse(location) ? new URL(location).origin : undefined
    if (origin !== wanted.origin) {
      findings.push({
        problem: `links of Auth lead to ${origin ?? shown(reply)}, not to ${wanted.origin}`,
        advice: `Write the ref of this project into [remotes.production] of supabase/config.toml, set SITE_URL=${wanted.origin} in the environment, then npx supabase config push.`,
      })
    }
    return findings
  },
)
