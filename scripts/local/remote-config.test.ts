// What the CLI would send to a hosted project, read from its own comparison with one that has
// nothing set. The project is a small server here; no account is asked.
import { serve } from '@hono/node-server'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from 'local-supabase/config.ts'
import { functionNames } from '../doctor/checks/functions.ts'
import { projectRoot } from '../project.ts'

const REF = 'abcdefghijklmnopqrst'
const environment = {
  SITE_URL: 'https://kolpact.example',
  SMTP_HOST: 'smtp.example.com',
  SMTP_USER: 'apikey',
  SMTP_PASS: 'secret',
  SMTP_FROM: 'hello@kolpact.example',
}

const folder = mkdtempSync(join(tmpdir(), 'kolpact-remote-'))
const profile = join(folder, 'profile.yaml')
const server = serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) =>
    Response.json(
      url.endsWith('/config')
        ? { data: { attributes: {} } }
        : { id: REF, ref: REF, name: 'Kolpact', region: 'eu-west-1' },
    ),
})
beforeAll(async () => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lines = ['name: test', `api_url: ${url}`, `dashboard_url: ${url}`, `docs_url: ${url}`]
  writeFileSync(profile, [...lines, 'project_host: supabase.test'].join('\n'))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The lines `name` → value of `supabase config diff`. */
async function pushed(env: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')
  const options = ['--profile', profile, '--workdir', projectRoot]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, 'config', 'diff', `--remote=${REF}`, ...options],
    {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NO_COLOR: '1',
        // Of the form that the CLI asks for; nobody knows it.
        SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
        ...env,
      },
    },
  )
  const found = stdout.matchAll(
    /^(\S+) \[local-only\]\n {2}local: +(\S.*?)(?: \(from env \w+\))?$/gm,
  )
  return new Map([...found].map(([, name = '', value = '']) => [name, value]))
}

test('a hosted project gets its own addresses and mail server', async () => {
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

test('each function verifies its callers itself: the platform does not know our signing keys', () => {
  const { functions } = readConfig(projectRoot)
  const others = functionNames().filter((name) => functions[name]?.verify_jwt !== false)
  expect(others).toEqual([])
})
