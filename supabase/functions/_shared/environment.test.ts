import assert from 'node:assert/strict'
import { publishableKey, requiredSetting, secretKey, secretKeys, siteUrl } from './environment.ts'

function withEnvironment(values: Record<string, string>, then: () => void) {
  for (const [name, value] of Object.entries(values)) Deno.env.set(name, value)
  try {
    then()
  } finally {
    for (const name of Object.keys(values)) Deno.env.delete(name)
  }
}

Deno.test('the named keys of a hosted project take precedence over its legacy keys', () => {
  const single = { SUPABASE_ANON_KEY: 'anon', SUPABASE_SERVICE_ROLE_KEY: 'service' }
  withEnvironment(single, () => {
    assert.deepEqual(
      [publishableKey(), secretKey(), secretKeys()],
      ['anon', 'service', ['service']],
    )
  })
  const named = {
    ...single,
    SUPABASE_PUBLISHABLE_KEYS: '{"web":"p2","default":"p1"}',
    SUPABASE_SECRET_KEYS: '{"cron":"s2","default":"s1"}',
  }
  withEnvironment(named, () => {
    assert.deepEqual([publishableKey(), secretKey()], ['p1', 's1'])
    assert.deepEqual(secretKeys(), ['s1', 's2', 'service'])
  })
})

Deno.test('the error for a missing setting names it', () => {
  assert.throws(() => requiredSetting('KOLPACT_NOT_SET'), /KOLPACT_NOT_SET/)
})

Deno.test('the address of the site is required, and must be a web address', () => {
  for (const wrong of ['', 'kolpact.example', 'https://', 'env(SITE_URL)']) {
    withEnvironment({ SITE_URL: wrong }, () => {
      assert.throws(siteUrl, { status: 503, token: 'site_url_not_configured' }, wrong)
    })
  }
  withEnvironment({ SITE_URL: 'https://kolpact.example/' }, () => {
    assert.equal(siteUrl(), 'https://kolpact.example')
  })
})
