import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../project.ts'
import { freePort } from 'local-supabase/ports.ts'
import { startWebClient } from './web-client.ts'

// Tests that the client's development server serves no secrets. The stack's folder is in the repository, as usual.
const SECRET = 'sb_secret_of_the_test'
let stateDir: string
let url: string
let web: Awaited<ReturnType<typeof startWebClient>>

beforeAll(async () => {
  mkdirSync(join(projectRoot, '.stack'), { recursive: true })
  stateDir = mkdtempSync(join(projectRoot, '.stack', 'web-test-'))
  for (const name of ['secrets.json', 'stack.json', 'notes.txt', '.env'])
    writeFileSync(join(stateDir, name), JSON.stringify({ secretKey: SECRET }))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  web = await startWebClient({
    mode: 'dev',
    port,
    apiUrl: 'http://127.0.0.1:9',
    publishableKey: 'sb_publishable_test',
    environment: {},
    stateDir,
    log: () => {},
  })
})
afterAll(async () => {
  await web.stop()
  rmSync(stateDir, { recursive: true, force: true })
})

describe('development server', () => {
  const suffixes = ['', '?raw', '?import&raw', '?url', '?raw??', '?import&raw??', '?inline', '?x']
  test.each(['secrets.json', 'stack.json', 'notes.txt', '.env'])(
    'the development server never serves %s',
    async (name) => {
      const file = join(stateDir, name)
      const inside = file.slice(projectRoot.length)
      const addresses = suffixes.flatMap((suffix) => [
        `/@fs${file}${suffix}`,
        `/@fs/${encodeURIComponent(file)}${suffix}`,
        `/@fs${projectRoot}/web/../${inside}${suffix}`,
        `/@fs${projectRoot}/web/%2e%2e/${inside}${suffix}`,
        `/..${inside}${suffix}`,
        `/%2e%2e${inside}${suffix}`,
        `/@id/${file}${suffix}`,
        `${inside}${suffix}`,
      ])
      for (const address of addresses) {
        const body = await (await fetch(url + address)).text()
        expect(body, address).not.toContain(SECRET)
      }
    },
  )

  test('the development server serves what the client imports, and no other file of the repository', async () => {
    for (const path of [
      'web/src/main.tsx',
      'supabase/errors.json?import',
      'supabase/notices/en.json?import',
    ])
      expect((await fetch(`${url}/@fs${projectRoot}/${path}`)).status, path).toBe(200)
    for (const path of ['package.json', 'supabase/config.toml?raw', 'supabase/seed.sql?raw'])
      expect((await fetch(`${url}/@fs${projectRoot}/${path}`)).status, path).toBe(403)
  })

  test('the development server sends the content security policy, with a nonce for its own scripts and styles', async () => {
    const response = await fetch(url)
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain('connect-src')
    const scripts = [...(await response.text()).matchAll(/<script[^>]*>/g)].map(String)
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  })
})
