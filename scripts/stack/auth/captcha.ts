import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Asked } from './context.ts'
import { AuthError, read } from './errors.ts'

const body = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
})
const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

const verifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

// The secrets that the providers publish for tests. They are checked here, without the network.
const testSecrets: Record<string, (token: string) => boolean> = {
  '0x0000000000000000000000000000000000000000': (token) =>
    token === '10000000-aaaa-bbbb-cccc-000000000001',
  '1x0000000000000000000000000000000AA': () => true,
  '2x0000000000000000000000000000000AA': () => false,
}

/** Refuses a request without a solved captcha, where `[auth.captcha]` is switched on. */
export async function assertPerson(captcha: Config['auth']['captcha'], asked: Asked) {
  if (!captcha?.enabled || asked.keyRole === 'service_role') return
  const token = read(body, asked.body).gotrue_meta_security?.captcha_token?.trim()
  if (!token) throw refused('no captcha_token found')
  const test = testSecrets[captcha.secret]
  if (test) {
    if (!test(token)) throw refused('invalid-input-response')
    return
  }
  const response = await fetch(verifyUrls[captcha.provider], {
    method: 'POST',
    body: new URLSearchParams({
      secret: captcha.secret,
      response: token,
      remoteip: asked.address,
    }),
  })
  const { success, 'error-codes': codes } = verdict.parse(await response.json())
  if (!success) throw refused(codes.join(', '))
}

const refused = (why: string) =>
  new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)
