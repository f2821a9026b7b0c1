// Tests the settings that the CLI would send to a hosted project, read from its own comparison with
// a project without settings.
import { expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { readConfig } from 'local-supabase/config.ts'
import { functionNames } from '../tools/doctor/checks/functions.ts'
import { projectRoot } from '../project.ts'
import { startManagementApi } from './management-api.ts'

const environment = {
  SITE_URL: 'https://kolpact.example',
  SMTP_HOST: 'smtp.example.com',
  SMTP_USER: 'apikey',
  SMTP_PASS: 'secret',
  SMTP_FROM: 'hello@kolpact.example',
}

const api = forAllTests(startManagementApi)

/** The settings in the output of `supabase config diff`, by name. */
async function pushed(env: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const found = (await api.run(['config', 'diff'], env)).matchAll(
    /^(\S+) \[local-only\]\n {2}local: +(\S.*?)(?: \(from env \w+\))?$/gm,
  )
  return new Map([...found].map(([, name = '', value = '']) => [name, value]))
}

test('the configuration for a hosted project has its own site address and mail server, and no local address', async () => {
  const values = await pushed(environment)
  expect(Object.fromEntries([...values].filter(([name]) => /site_url|redirect|smtp/.test(name))))
    .toMatchInlineSnapshot(`
    {
      "auth.additional_redirect_urls": "[]",
      "auth.email.smtp.admin_email": ""hello@kolpact.example"",
      "auth.email.smtp.enabled": "true",
      "auth.email.smtp.host": ""smtp.example.com"",
      "auth.email.smtp.port": "465",
      "auth.email.smtp.sender_name": ""Kolpact"",
      "auth.email.smtp.user": ""apikey"",
      "auth.site_url": ""https://kolpact.example"",
    }
  `)
  expect([...values.values()].join()).not.toMatch(/127\.0\.0\.1|localhost|env\(/)
  expect(values.get('auth.hook.before_user_created.enabled')).toBe('true')
})

test('config.toml switches `verify_jwt` off for each function, because each function verifies its callers itself', () => {
  const { functions } = readConfig(projectRoot)
  const others = functionNames().filter((name) => functions[name]?.verify_jwt !== false)
  expect(others).toEqual([])
})
