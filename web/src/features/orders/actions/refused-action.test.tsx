import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import orders from '@/locales/en/orders.json'
import { tipBoundsQuery } from '../queries.ts'
import { RefusedAction } from './refused-action.tsx'

beforeAll(() => i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { orders } } }))

test('a tip that the wallet cannot pay names the wallet, what it has and the least tip', () => {
  const client = new QueryClient()
  client.setQueryData(tipBoundsQuery('o').queryKey, { least_minor: 100, most_minor: 40 })
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <RefusedAction
          order={{ id: 'o', currency: 'USD' } as Order}
          words="tip"
          refusal="insufficient_funds"
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(html).toContain(
    'A tip comes out of your USD wallet, which has $0.40 to spend. The least tip is $1.00.',
  )
})
