import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REPLICA_LAG_MS } from '../constants.ts'
import { env } from '../env.ts'
import { addressOf, type Fetch } from './fetch.ts'
import { noteChange, noteReturn, withReplica } from './replica.ts'
import { argumentsInUrl, read } from './supabase.ts'

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

test('a browser that has changed nothing reads from a replica', async () => {
  await get()
  expect(asked).toEqual(['replica GET /rest/v1/packs'])
})

test('after a write the primary answers reads until its position is known, then a replica with that position', async () => {
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

test('a return from the pay page of the provider counts as a change, a visit without a result does not', async () => {
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

test('after a write without a response the primary answers reads, because the write may have happened', async () => {
  send.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(write()).rejects.toThrow('Failed to fetch')
  await get()
  expect(asked).toContain('primary GET /rest/v1/packs')
})

test('the primary answers reads until the position of the last change is known, not only of an earlier one', async () => {
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
  ['has not reached the position', 503],
  ['does not have the row yet', 406],
])('the primary is asked when a replica %s', async (_what, status) => {
  answers['replica'] = () => Response.json({ code: 'x' }, { status })
  await get()
  expect(asked).toEqual(['replica GET /rest/v1/packs', 'primary GET /rest/v1/packs'])
})

test('the primary answers reads if no replica can be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await get()
  expect(asked).toEqual(['primary GET /rest/v1/packs'])
})

test('a change that is older than the largest lag of replicas no longer sends reads to the primary', async () => {
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

test('in a browser without storage a write succeeds, and reads after it go to the primary', async () => {
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

test('read() sends search texts that a member typed by POST, so that they are in no URL', async () => {
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

test('arrays, objects and numbers in a URL are written in the format that the database reads', () => {
  expect(
    argumentsInUrl({
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

test('the client calls functions that only read by read(), and all others by rpc()', () => {
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
