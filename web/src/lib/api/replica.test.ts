import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REPLICA_LAG_MS } from '../constants.ts'
import { env } from '../env.ts'
import { addressOf, type Fetch } from './fetch.ts'
import { noteChange, noteReturn, withReplica } from './replica.ts'
import { inAddress, read } from './supabase.ts'

const READS = 'https://all.test'
const kept: Record<string, string> = {}
/** Requests in their order: the server, the path, and the position that the replica must have. */
let asked: string[]
/** Responses of the servers, by the start of a request. */
let answers: Record<string, () => Response>

const answer = (request: string) => {
  asked.push(request)
  const found = Object.entries(answers).find(([start]) => request.startsWith(start))
  return Promise.resolve(found ? found[1]() : Response.json([]))
}
const send = vi.fn<Fetch>((input, init) =>
  answer(`primary ${init?.method ?? 'GET'} ${addressOf(input).replace(env.supabaseUrl, '')}`),
)
const ask = withReplica(send)
const get = (path = '/rest/v1/packs') => ask(env.supabaseUrl + path)
const write = (path = '/rest/v1/rpc/accept_order') =>
  ask(env.supabaseUrl + path, { method: 'POST' })
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(() => {
  asked = []
  answers = { 'primary GET /rest/v1/rpc/written_position': () => Response.json('16/B0') }
  for (const key in kept) delete kept[key]
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  })
  vi.spyOn(env, 'readUrl', 'get').mockReturnValue(READS)
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const address = addressOf(input)
    const [server, at] = address.startsWith(READS)
      ? ['replica', READS]
      : ['primary', env.supabaseUrl]
    const position = new Headers(init?.headers).get('x-written-position')
    return answer([server, 'GET', address.replace(at, ''), position].filter(Boolean).join(' '))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a member who has changed nothing reads from a replica', async () => {
  await get()
  expect(asked).toEqual(['replica GET /rest/v1/packs'])
})

test('after a write the primary answers until the position is known, and then a replica that has it', async () => {
  await write()
  await get()
  await settled()
  await get()
  expect(asked).toEqual([
    'primary POST /rest/v1/rpc/accept_order',
    'primary GET /rest/v1/rpc/written_position',
    'primary GET /rest/v1/packs',
    'replica GET /rest/v1/packs 16/B0',
  ])
})

test('a payment at the page of the provider is a change, and a plain visit is none', async () => {
  noteReturn('')
  await get()
  noteReturn('?result=paid')
  await get()
  expect(asked).toEqual([
    'replica GET /rest/v1/packs',
    'primary GET /rest/v1/rpc/written_position',
    'primary GET /rest/v1/packs',
  ])
})

test('a write that got no answer may have happened', async () => {
  send.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(write()).rejects.toThrow('Failed to fetch')
  await get()
  expect(asked).toContain('primary GET /rest/v1/packs')
})

test('the position of a change says nothing of a later one', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  noteChange()
  await get()
  noteChange()
  resolve(Response.json('16/A0'))
  await settled()
  await get()
  expect(asked).toEqual(['primary GET /rest/v1/packs', 'primary GET /rest/v1/packs'])
})

test.each([
  ['lacks what was written', 503],
  ['does not know the row yet', 406],
])('the primary is asked when a replica %s', async (_what, status) => {
  answers['replica'] = () => Response.json({ code: 'x' }, { status })
  await get()
  expect(asked).toEqual(['replica GET /rest/v1/packs', 'primary GET /rest/v1/packs'])
})

test('the primary answers when no replica does', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await get()
  expect(asked).toEqual(['primary GET /rest/v1/packs'])
})

test('after a change of long ago reads go to a replica again', async () => {
  vi.useFakeTimers()
  noteChange()
  vi.advanceTimersByTime(REPLICA_LAG_MS)
  await get()
  expect(asked).toEqual(['replica GET /rest/v1/packs'])
})

test('files and functions are always requested from the primary', async () => {
  await get('/storage/v1/object/messages/x')
  expect(asked).toEqual(['primary GET /storage/v1/object/messages/x'])
})

test('a write succeeds in a browser without storage', async () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  expect((await write()).ok).toBe(true)
  await get()
  expect(asked.slice(0, 2)).toEqual([
    'primary POST /rest/v1/rpc/accept_order',
    'primary GET /rest/v1/rpc/written_position',
  ])
  expect(asked).toContain('primary GET /rest/v1/packs')
})

test('search texts that a member types are never in a URL', async () => {
  const method = async (name: 'find_anything' | 'my_orders' | 'staff_list', args: object) => {
    const sent = vi.fn<Fetch>(() => Promise.resolve(Response.json([])))
    vi.stubGlobal('fetch', sent)
    await read(name as 'inbox', args as never)
    return sent.mock.calls.at(-1)?.[1]?.method
  }
  expect(await method('find_anything', { query: 'secret' })).toBe('POST')
  expect(await method('staff_list', { list: 'members', search: { term: 'a@b.c' } })).toBe('POST')
  expect(await method('my_orders', { term: '', page_size: 20 })).toBe('GET')
})

test('arguments are in a URL in the format of the database', () => {
  expect(
    inAddress({
      ids: ['a,b', 'c"\\d'],
      filters: { q: 'x', n: [1] },
      after: [0, '2026-01-01', 'a'],
      term: null,
      most: 5,
      on: false,
    }),
  ).toEqual({
    ids: '{"a,b","c\\"\\\\d"}',
    filters: '{"q":"x","n":[1]}',
    after: '[0,"2026-01-01","a"]',
    most: '5',
    on: 'false',
  })
})

test('functions that only read, and no others, are called by read()', () => {
  const root = join(import.meta.dirname, '..', '..', '..', '..')
  const all = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .filter((file) => !file.includes('.test.'))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
  const reading = new Set(
    [
      ...all('supabase/schemas/*/*.sql').matchAll(
        /create function public\.(\w+)\((?:[^$]*?)\blanguage \w+ (volatile|stable|immutable)/g,
      ),
    ].flatMap(([, name = '', kind]) => (kind === 'volatile' ? [] : [name])),
  )
  const client = all('web/src/**/*.{ts,tsx}')
  const named = (call: RegExp) => [...client.matchAll(call)].map(([, name = '']) => name)
  expect(named(/\bread\(\s*'(\w+)'/g).filter((name) => !reading.has(name))).toEqual([])
  expect(named(/\bsupabase\s*\.rpc\(\s*'(\w+)'/g).filter((name) => reading.has(name))).toEqual([])
  expect(reading.size).toBeGreaterThan(40)
})
