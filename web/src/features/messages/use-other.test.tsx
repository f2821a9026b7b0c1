import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { memberQuery } from '@/domain/members/members.ts'
import { inboxQuery } from './queries.ts'
import { useOther } from './use-other.ts'

const IsNamed = () => String(useOther('b').isNamed)

test('a member is called unknown only when neither the market nor the inbox has a name', () => {
  const client = new QueryClient()
  const isNamed = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <IsNamed />
      </QueryClientProvider>,
    )
  expect(isNamed()).toBe('false')
  client.setQueryData(memberQuery('b').queryKey, null)
  expect(isNamed()).toBe('false')
  const none = { pages: [[]], pageParams: [] }
  client.setQueryData(inboxQuery().queryKey, none)
  client.setQueryData(inboxQuery({ with_id: 'b' }).queryKey, none)
  expect(isNamed()).toBe('true')
})
