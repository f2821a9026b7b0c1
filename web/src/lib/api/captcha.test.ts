import { expect, test, vi } from 'vitest'
import { captchaOf, loadCaptcha, type CaptchaApi } from './captcha.ts'

test('a captcha is required only if its provider and key are configured', () => {
  expect(captchaOf(undefined, undefined)).toBeNull()
  expect(captchaOf('turnstile', '')).toBeNull()
  expect(captchaOf('', 'key')).toBeNull()
  expect(captchaOf('hcaptcha', 'key')).toEqual({ provider: 'hcaptcha', siteKey: 'key' })
  expect(() => captchaOf('strange', 'key')).toThrow('VITE_CAPTCHA_PROVIDER')
})

test('the script of the captcha is loaded once, and again if loading failed', async () => {
  const scripts: { src?: string; onload?: () => void; onerror?: () => void; remove: () => void }[] =
    []
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    head: { append: (script: (typeof scripts)[number]) => scripts.push(script) },
  })
  const captcha = { provider: 'turnstile', siteKey: 'key' } as const

  const failed = loadCaptcha(captcha)
  scripts[0]?.onerror?.()
  await expect(failed).rejects.toThrow('Failed to fetch')

  const api = { render: () => 'w1' } as unknown as CaptchaApi
  vi.stubGlobal('turnstile', api)
  const [first, second] = [loadCaptcha(captcha), loadCaptcha(captcha)]
  scripts[1]?.onload?.()
  expect(await first).toBe(api)
  expect(await second).toBe(api)
  expect(scripts.map(({ src }) => src)).toEqual([
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  ])
})
