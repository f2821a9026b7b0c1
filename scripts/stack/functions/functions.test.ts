import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadTokens, type Tokens } from '../tokens.ts'
import { startFunctions, type Functions } from './functions.ts'

let folder: string
let tokens: Tokens
let functions: Functions
const lines: string[] = []

function write(name: string, source: string) {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'index.ts'), source)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stack-functions-'))
  tokens = await loadTokens(folder)
  mkdirSync(join(folder, '_shared'))
  writeFileSync(join(folder, '_shared', 'word.ts'), `export const word = 'one'`)
  write(
    'open',
    `
    import { word } from '../_shared/word.ts'
    Deno.serve(async (request) => {
      if (request.url.endsWith('/crash')) Deno.exit(3)
      return Response.json({
        word,
        path: new URL(request.url).pathname,
        method: request.method,
        body: await request.text(),
        signature: request.headers.get('sandbox-signature'),
        setting: Deno.env.get('SITE_URL'),
        secret: Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')?.slice(0, 10),
      }, { status: 201, headers: { 'x-own': 'yes' } })
    })`,
  )
  write(
    'guarded',
    `Deno.serve(() => new Response('inside', { headers: { 'access-control-allow-origin': '*' } }))`,
  )
  write(
    'exporting',
    `
    import { word } from '../_shared/word.ts'
    export default {
      fetch: async (request: Request) => Response.json({ word, body: await request.text() }),
    }`,
  )
  write('broken', `throw new Error('not today')`)
  functions = await startFunctions({
    folder,
    config: {
      open: { verify_jwt: false },
      exporting: { verify_jwt: false },
      broken: { verify_jwt: false },
    },
    tokens,
    environment: { SITE_URL: 'http://site' },
    log: (line) => lines.push(line),
  })
})
afterAll(async () => {
  await functions.stop()
  rmSync(folder, { recursive: true })
})

const call = (path: string, init: RequestInit = {}) =>
  functions.fetch(path, new Request(`http://127.0.0.1/functions/v1/${path}`, init))

test('the function gets the request unchanged, and its response is returned', async () => {
  const headers = { 'sandbox-signature': 't=1' }
  const response = await call('open/deeper?x=1', { method: 'POST', body: 'hello', headers })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-own')).toBe('yes')
  expect(await response.json()).toEqual({
    word: 'one',
    path: '/open/deeper',
    method: 'POST',
    body: 'hello',
    signature: 't=1',
    setting: 'http://site',
    secret: 'sb_secret_',
  })
})

test('a function may export its handler instead of calling Deno.serve', async () => {
  const response = await call('exporting', { method: 'POST', body: 'hello' })
  expect(await response.json()).toEqual({ word: 'one', body: 'hello' })
})

test('verify_jwt requires a valid session, except for a CORS preflight', async () => {
  expect((await call('guarded')).status).toBe(401)
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  expect((await call('guarded', bearer('a.b.c'))).status).toBe(401)
  expect((await call('guarded', bearer(tokens.publishableKey))).status).toBe(401)
  expect(
    (await call('guarded', bearer(await tokens.sign({ role: 'authenticated', sub: 'x' }, -1))))
      .status,
  ).toBe(401)
  const valid = await tokens.sign({ role: 'authenticated', sub: 'x' }, 60)
  expect(await (await call('guarded', bearer(valid))).text()).toBe('inside')
  expect((await call('guarded', { method: 'OPTIONS' })).status).toBe(200)
})

test('a function that does not exist or does not start is reported', async () => {
  expect((await call('nothing')).status).toBe(404)
  expect((await call('../open')).status).toBe(404)
  expect((await call('broken')).status).toBe(503)
  expect(lines.join('\n')).toContain('not today')
})

test('a crashed function starts again at the next call', async () => {
  await call('open')
  expect((await call('open/crash')).status).toBe(502)
  expect((await call('open')).status).toBe(201)
  expect(lines.join('\n')).toContain('The function open ended with code 3')
})

test('an edited function is served without a restart of the stack', async () => {
  await call('open')
  writeFileSync(join(folder, '_shared', 'word.ts'), `export const word = 'two'`)
  await vi.waitFor(
    async () => expect(await (await call('open')).json()).toMatchObject({ word: 'two' }),
    10_000,
  )
})
