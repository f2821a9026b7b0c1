// The content security policy and the other security headers, for the development server, the preview and the
// hosting: what our pages may load, and which other pages may frame them.
import { storageSite } from '../src/lib/storage-site.ts'

/** The other servers that a build calls. */
export interface Sites {
  api: string
  /** The server for reads from replicas. */
  reads: string | undefined
  hasChat: boolean
  analytics: string | undefined
  /** The server that receives reports of errors. */
  errors: string | undefined
  captcha: string | undefined
  /** The relay of WalletConnect, and the nodes that are read for its wallets. */
  wallets: string[]
}

/** Sources for inline scripts and styles: hashes of a build, or the nonce of a development server. */
export interface Inline {
  scripts: string[]
  styles?: string[]
  /** The address of a development server's websocket, and the node of the local chain, which its demo wallets ask. */
  socket?: string
  node?: string | undefined
}

const CAPTCHA_SITES: Record<string, string[]> = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
}
const WALLET_SITES = [
  'wss://relay.walletconnect.org',
  'https://mainnet.base.org',
  'https://sepolia.base.org',
]
const CHAT_SITES = ['https://chat.stream-io-api.com', 'wss://chat.stream-io-api.com']

type Environment = Record<string, string | undefined>

export function sitesOf(env: Environment): Sites {
  return {
    api: new URL(env.VITE_SUPABASE_URL || 'http://127.0.0.1:54321').origin,
    reads: env.VITE_SUPABASE_READ_URL ? new URL(env.VITE_SUPABASE_READ_URL).origin : undefined,
    hasChat: Boolean(env.VITE_STREAM_API_KEY),
    analytics: env.VITE_ANALYTICS_URL ? new URL(env.VITE_ANALYTICS_URL).origin : undefined,
    errors: env.VITE_SENTRY_DSN ? new URL(env.VITE_SENTRY_DSN).origin : undefined,
    captcha: env.VITE_CAPTCHA_PROVIDER || undefined,
    wallets: walletSites(env),
  }
}

function walletSites({ VITE_WALLETCONNECT_PROJECT_ID, VITE_CHAIN_RPC_URL: node }: Environment) {
  if (!VITE_WALLETCONNECT_PROJECT_ID) return []
  return node ? [...WALLET_SITES, new URL(node).origin] : WALLET_SITES
}

export function contentSecurityPolicy(sites: Sites, inline: Inline): string {
  const captcha = captchaSites(sites.captcha)
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts, ...captcha],
    'style-src': ["'self'", ...(inline.styles ?? []), ...captcha],
    // Pictures of conversations are read with the session and shown from memory.
    'img-src': ["'self'", 'data:', 'blob:', sites.api],
    'font-src': ["'self'"],
    'media-src': [sites.api],
    'connect-src': [
      "'self'",
      sites.api,
      sites.api.replace(/^http/, 'ws'),
      ...(sites.hasChat ? CHAT_SITES : []),
      ...(storageSite(sites.api) === sites.api ? [] : [storageSite(sites.api)]),
      ...[sites.reads, sites.analytics, sites.errors].filter((site) => site !== undefined),
      ...captcha,
      ...sites.wallets,
      ...[inline.socket, inline.node].filter((site) => site !== undefined),
    ],
    'frame-src': captcha.length > 0 ? captcha : ["'none'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

function captchaSites(provider: string | undefined): string[] {
  if (!provider) return []
  const sites = CAPTCHA_SITES[provider]
  if (sites) return sites
  const known = Object.keys(CAPTCHA_SITES).join(' or ')
  throw new Error(`VITE_CAPTCHA_PROVIDER=${provider} is not known; it is ${known}.`)
}

/** Features of the browser that none of our pages uses. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
]

export function securityHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    // Links in mails contain tokens, so other sites must not receive the address of our page.
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

/** Two years, as browsers require; only for the hosting, which serves HTTPS. */
export const STRICT_TRANSPORT = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
}
