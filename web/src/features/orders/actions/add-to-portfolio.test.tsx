import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import orders from '@/locales/en/orders.json'
import { showingQuery } from '../queries.ts'
import { AskedToShow } from './add-to-portfolio.tsx'
import type { OrderAction } from './order-actions-query.ts'

beforeAll(() => i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { orders } } }))

test.each([
  ['2026-11-28', true, true],
  [null, true, false],
  ['2026-11-28', false, false],
])(
  'the brand of a work that was asked for at %s and may be allowed (%s) reads so: %s',
  (asked_at, allowed, says) => {
    const client = new QueryClient()
    client.setQueryData(showingQuery('order').queryKey, { asked_at })
    const html = renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MantineProvider>
          <AskedToShow
            order={{ id: 'order' } as Order}
            actions={[{ action: 'allow_to_show_work', allowed } as OrderAction]}
            otherName="Kim"
          />
        </MantineProvider>
      </QueryClientProvider>,
    )
    expect(html.includes('Kim asks to show this work')).toBe(says)
  },
)
