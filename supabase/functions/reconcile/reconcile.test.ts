import assert from 'node:assert/strict'
import { reconcile, type Books } from './reconcile.ts'

const hourAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

function fakes(from: string) {
  const calls: string[] = []
  const throughs: string[] = []
  const books: Books = {
    begin: () => Promise.resolve(calls.push('begin')),
    readFrom: () => Promise.resolve(from),
    recordLines: (_name, _lines, through) => {
      if (through) throughs.push(through)
      return Promise.resolve()
    },
    recordBalances: (name) => Promise.resolve(calls.push(`balance ${name}`)),
    finish: () => Promise.resolve(calls.push('finish')),
  }
  const provider = (name: string) => ({
    name,
    findBalances: () => Promise.resolve({ USD: 1 }),
    async *listLines() {
      yield await Promise.resolve([])
    },
  })
  return { books, calls, throughs, provider }
}

Deno.test('the lines of a provider are read in windows of ten minutes until now', async () => {
  const { books, throughs, provider } = fakes(hourAgo(2.5))
  await reconcile([provider('a')], books, Date.now() + 60_000, () => {})
  assert.equal(throughs.length, 16)
  assert.ok(Math.abs(Date.parse(throughs[15] ?? '') - Date.now()) < 2000)
})

Deno.test('after the time of a run is up no more lines are read, and the balance is still read', async () => {
  const { books, calls, throughs, provider } = fakes(hourAgo(2.5))
  await reconcile([provider('a')], books, Date.now() - 1, () => {})
  assert.deepEqual(throughs, [])
  assert.deepEqual(calls, ['begin', 'balance a', 'finish'])
})

Deno.test('a window of lines whose pages take longer than the run is not recorded as read', async () => {
  const { books, calls, throughs, provider } = fakes(hourAgo(0.1))
  const until = Date.now() + 50
  let pages = 0
  const slow = {
    ...provider('a'),
    async *listLines() {
      for (; pages < 9; pages += 1) {
        await new Promise((resolve) => setTimeout(resolve, 40))
        yield []
      }
    },
  }
  await reconcile([slow], books, until, () => {})
  assert.deepEqual(throughs, [])
  assert.ok(pages < 3)
  assert.deepEqual(calls, ['begin', 'balance a', 'finish'])
})

Deno.test('the balance of a provider is read although its lines cannot be recorded', async () => {
  const { books, calls, provider } = fakes(hourAgo(0.1))
  const recordLines = () => Promise.reject(new Error('refused'))
  const counts = await reconcile(
    [provider('a')],
    { ...books, recordLines },
    Date.now() + 60_000,
    () => {},
  )
  assert.deepEqual(counts, { read: 0, failed: 1 })
  assert.deepEqual(calls, ['begin', 'balance a', 'finish'])
})

Deno.test('a provider that cannot be reached does not stop the others', async () => {
  const { books, calls, provider } = fakes(hourAgo(1))
  const broken = { ...provider('a'), findBalances: () => Promise.reject(new Error('down')) }
  const faults: string[] = []
  const counts = await reconcile([broken, provider('b')], books, Date.now() + 60_000, (fault) =>
    faults.push(fault),
  )
  assert.deepEqual(counts, { read: 1, failed: 1 })
  assert.deepEqual(faults, ['down'])
  assert.deepEqual(calls, ['begin', 'balance b', 'finish'])
})
