import { createHash } from 'node:crypto'
import { ask, shown, type Reply } from '../ask.ts'
import { check, type Finding } from '../check.ts'

const SECRET = /sb_secret_\w{10,}/

/** Headers that every page must have, with the required values. */
const WANTED: [name: string, value: RegExp][] = [
  ['x-content-type-options', /nosniff/],
  ['x-frame-options', /DENY/],
  ['referrer-policy', /same-origin/],
  ['permissions-policy', /camera=\(\)/],
  ['cross-origin-opener-policy', /same-origin/],
  ['cross-origin-resource-policy', /same-origin/],
]
/** Sources in a content security policy that allow any script; `https://*.its.domain` of a captcha is none of them. */
const ANYTHING = /^('unsafe-.*|\*|(https?|data|blob):(\/\/\*)?)$/
const SEND = 'Send the headers of web/dist/_headers with every answer of the hosting.'

/** Faults in the headers of one page. */
export function faultsOfPage(page: Reply, siteUrl: string, apiUrl: string): Finding[] {
  const wanted: typeof WANTED = siteUrl.startsWith('https:')
    ? [...WANTED, ['strict-transport-security', /max-age=\d{7,}/]]
    : WANTED
  const missing = wanted
    .filter(([name, value]) => !value.test(page.headers.get(name) ?? ''))
    .map(([name]) => ({ problem: `the site sends no fitting ${name}`, advice: SEND }))
  return [...missing, ...faultsOfPolicy(page, apiUrl)]
}

function faultsOfPolicy(page: Reply, apiUrl: string): Finding[] {
  const policy = page.headers.get('content-security-policy') ?? ''
  if (!policy) return [{ problem: 'the site has no content security policy', advice: SEND }]
  const findings: Finding[] = []
  const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  if (script.split(' ').some((source) => ANYTHING.test(source))) {
    findings.push({ problem: `the policy allows any script: ${script}`, advice: SEND })
  }
  if (!policy.includes(new URL(apiUrl).origin)) {
    const advice = `Build the client with VITE_SUPABASE_URL=${apiUrl} and deploy web/dist with its headers.`
    findings.push({ problem: 'the policy does not allow the address of the project', advice })
  }
  if (hashesOf(page.text).some((hash) => !script.includes(hash))) {
    const advice = `${SEND} They belong to one build; the host must not change the HTML.`
    findings.push({ problem: 'the policy refuses a script of the page itself', advice })
  }
  return findings
}

const hashesOf = (html: string) =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

export const headers = check('hosting', ['siteUrl'], async ({ apiUrl, siteUrl }) => {
  const base = siteUrl.replace(/\/$/, '')
  const home = await ask(`${base}/`)
  if (home.status !== 200) {
    const advice = 'Deploy web/dist (docs/operating.md, "The client").'
    return [{ problem: `the site does not answer: ${shown(home)}`, advice }]
  }
  const findings = faultsOfPage(home, base, apiUrl)
  // The hosting must answer a path without a file with the client's page.
  const deep = await ask(`${base}/dashboard/orders`, { headers: { accept: 'text/html' } })
  if (deep.status !== 200 || !deep.text.includes('<script')) {
    findings.push({
      problem: `${base}/dashboard/orders is not the client: ${deep.status}`,
      advice: 'Rewrite what has no file to app.html (docs/operating.md, "The client").',
    })
  }
  return [...findings, ...(await secretsOf(base, home.text))]
})

/** Searches the scripts that a page loads at its start for secret keys. */
async function secretsOf(base: string, html: string): Promise<Finding[]> {
  const paths = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  const texts = await Promise.all(paths.map(async (path) => (await ask(base + path)).text))
  if (![html, ...texts].some((text) => SECRET.test(text))) return []
  const advice =
    'Rotate the secret key now, then build the client with the publishable one. Everybody could read everything.'
  return [{ problem: 'the client was built with a secret key', advice }]
}
