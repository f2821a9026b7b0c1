import assert from 'node:assert/strict'
import { requireService } from './clients.ts'

const request = (headers: Record<string, string>) => new Request('http://127.0.0.1/', { headers })

Deno.test('only a caller with the secret key of the project is accepted as the service', () => {
  Deno.env.set('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_one')
  requireService(request({ apikey: 'sb_secret_one' }))
  requireService(request({ authorization: 'Bearer sb_secret_one' }))
  const others: Record<string, string>[] = [
    {},
    { apikey: '' },
    { apikey: 'sb_publishable_one' },
    { apikey: 'sb_secret_on' },
    { apikey: 'sb_publishable_one', authorization: 'Bearer sb_secret_on3' },
  ]
  for (const headers of others) {
    assert.throws(() => requireService(request(headers)), { token: 'not_allowed', status: 403 })
  }
  Deno.env.delete('SUPABASE_SERVICE_ROLE_KEY')
})

Deno.test('the key of the scheduler is accepted if one is set', () => {
  const asked = request({ 'x-clock-key': 'clock' })
  assert.throws(() => requireService(asked), { token: 'not_allowed' })
  assert.throws(() => requireService(request({ 'x-clock-key': '' })), { token: 'not_allowed' })
  Deno.env.set('CLOCK_KEY', 'clock')
  requireService(asked)
  assert.throws(() => requireService(request({ 'x-clock-key': 'cloc' })), { token: 'not_allowed' })
  assert.throws(() => requireService(request({ apikey: 'clock' })), { token: 'not_allowed' })
  Deno.env.delete('CLOCK_KEY')
})
