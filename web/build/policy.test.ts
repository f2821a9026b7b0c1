import { describe, expect, it } from 'vitest'
import { networkOf } from '../src/domain/chain/networks.ts'
import { hostingFiles, inlineHashes } from './headers.ts'
import { contentSecurityPolicy, securityHeaders, sitesOf, STRICT_TRANSPORT } from './policy.ts'

const hosted = { VITE_SUPABASE_URL: 'https://ref.supabase.co/rest' }
const policyOf = (env: Record<string, string>) =>
  contentSecurityPolicy(sitesOf({ ...hosted, ...env }), { scripts: ["'sha256-x'"] })

describe('the content security policy', () => {
  it('the policy allows connections to the API, its websocket and its Storage, and to no other server', () => {
    const policy = policyOf({})
    expect(policy).toContain(
      "connect-src 'self' https://ref.supabase.co wss://ref.supabase.co https://ref.storage.supabase.co; frame-src 'none'",
    )
    expect(policy).toContain("script-src 'self' 'sha256-x'; style-src 'self'; ")
    expect(policy).toContain("img-src 'self' data: blob: https://ref.supabase.co; ")
    expect(policy).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/)
  })

  it('the policy allows the relay of wallets and the nodes of the chains only with a WalletConnect project', () => {
    const project = { VITE_WALLETCONNECT_PROJECT_ID: 'p' }
    const nodes = [8453, 84532].map((chain) => networkOf(chain)?.rpc)
    expect(policyOf(project)).toContain(
      ` ${['wss://relay.walletconnect.org', ...nodes].join(' ')}; frame-src 'none'`,
    )
    const local = { VITE_CHAIN_RPC_URL: 'http://127.0.0.1:8545/' }
    expect(policyOf({ ...project, ...local })).toContain(' http://127.0.0.1:8545;')
    expect(policyOf(local)).toBe(policyOf({}))
  })

  it('the policy allows the servers of replicas, chat, page counts, error reports and captcha if configured', () => {
    expect(policyOf({ VITE_SUPABASE_READ_URL: 'https://ref-all.supabase.co' })).toContain(
      'https://ref.storage.supabase.co https://ref-all.supabase.co;',
    )
    expect(policyOf({ VITE_STREAM_API_KEY: 'k' })).toContain('wss://chat.stream-io-api.com')
    expect(policyOf({ VITE_ANALYTICS_URL: 'https://count.example/in' })).toContain(
      'https://count.example;',
    )
    expect(policyOf({ VITE_SENTRY_DSN: 'https://key@o1.ingest.example/7' })).toContain(
      'https://o1.ingest.example;',
    )
    expect(policyOf({ VITE_CAPTCHA_PROVIDER: 'turnstile' })).toContain(
      'frame-src https://challenges.cloudflare.com;',
    )
    expect(() => policyOf({ VITE_CAPTCHA_PROVIDER: 'x' })).toThrow(/turnstile or hcaptcha/)
  })

  it('the policy with every service configured is short enough for a line of a _headers file', () => {
    const env = {
      VITE_SUPABASE_READ_URL: 'https://ref-all.supabase.co',
      VITE_STREAM_API_KEY: 'k',
      VITE_ANALYTICS_URL: 'https://count.example/in',
      VITE_SENTRY_DSN: 'https://key@o1.ingest.example/7',
      VITE_CAPTCHA_PROVIDER: 'hcaptcha',
      VITE_WALLETCONNECT_PROJECT_ID: 'p',
    }
    expect(policyOf(env).length).toBeLessThan(1900)
  })

  it('the policy is sent together with the other security headers', () => {
    expect(Object.keys({ ...securityHeaders(''), ...STRICT_TRANSPORT })).toEqual([
      'Content-Security-Policy',
      'Referrer-Policy',
      'Permissions-Policy',
      'X-Content-Type-Options',
      'X-Frame-Options',
      'Cross-Origin-Opener-Policy',
      'Cross-Origin-Resource-Policy',
      'Strict-Transport-Security',
    ])
  })
})

it('each different inline script and style sheet of the pages has one hash, equal to that of browsers', () => {
  const empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
  const pages = ['<script></script>', '<b></b><script></script><style></style><style>b{}</style>']
  expect(inlineHashes('script', pages)).toEqual([empty])
  expect(inlineHashes('style', pages)).toHaveLength(2)
  expect(inlineHashes('script', ['<script type="module" src="/a.js"></script>'])).toEqual([])
})

it('the files for the hosting set the headers and rewrite paths without a file to app.html', () => {
  const files = hostingFiles({ 'X-A': 'b' })
  const forever = 'public, max-age=31536000, immutable'
  expect(files['_headers']).toBe(`/*\n  X-A: b\n/assets/*\n  Cache-Control: ${forever}\n`)
  expect(files['_redirects']).toBe('/* /app.html 200\n')
  expect(JSON.parse(files['vercel.json'] ?? '')).toEqual({
    cleanUrls: true,
    rewrites: [{ source: '/(.*)', destination: '/app' }],
    headers: [
      { source: '/(.*)', headers: [{ key: 'X-A', value: 'b' }] },
      { source: '/assets/(.*)', headers: [{ key: 'Cache-Control', value: forever }] },
    ],
  })
})
