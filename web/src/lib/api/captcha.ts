const PROVIDERS = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    global: 'turnstile',
  },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', global: 'hcaptcha' },
} as const

export interface Captcha {
  provider: keyof typeof PROVIDERS
  siteKey: string
}

/** The common part of both services' interfaces. */
export interface CaptchaApi {
  render: (
    place: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ) => string
  reset: (widget: string) => void
  remove: (widget: string) => void
}

/** The configured captcha; null if the provider or the key is missing: then forms show no captcha. */
export function captchaOf(
  provider: string | undefined,
  siteKey: string | undefined,
): Captcha | null {
  if (!provider || !siteKey) return null
  if (provider !== 'turnstile' && provider !== 'hcaptcha')
    throw new Error(`VITE_CAPTCHA_PROVIDER is "${provider}": turnstile or hcaptcha`)
  return { provider, siteKey }
}

let loading: Promise<CaptchaApi> | null = null

/** Loads the service's script once, when the first form with a captcha is shown. */
export function loadCaptcha({ provider }: Captcha): Promise<CaptchaApi> {
  loading ??= load(PROVIDERS[provider]).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function load({ script, global }: (typeof PROVIDERS)[Captcha['provider']]): Promise<CaptchaApi> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = script
    element.async = true
    element.onload = () => {
      const api = (globalThis as unknown as Record<string, CaptchaApi | undefined>)[global]
      if (api) resolve(api)
      else reject(new Error(`${script} defines no ${global}`))
    }
    element.onerror = () => {
      element.remove()
      reject(new TypeError('Failed to fetch the human check'))
    }
    document.head.append(element)
  })
}
