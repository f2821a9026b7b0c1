import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { reload } from './reload.ts'

test('a row that is added while a list is loading for the first time is in the list after a reload', async () => {
  const client = new QueryClient()
  const rows: string[] = []
  const before = Promise.withResolvers<void>()
  const list = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: async () => {
      const read = [...rows]
      await before.promise
      return read
    },
  })
  const stop = list.subscribe(() => {})
  rows.push('new')
  const reloaded = reload(client, ['list'])
  before.resolve()
  await reloaded
  expect(list.getCurrentResult().data).toEqual(['new'])
  stop()
})
