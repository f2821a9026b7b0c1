import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { i18n } from '@/lib/i18n/i18n.ts'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { DisputeCase } from './dispute-case.tsx'
import type { DisputedOrder } from './staff-rows.ts'

beforeAll(() =>
  i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, staff } } }),
)

test('a case names its sides by their role', () => {
  const order = { id: 'o', brand: 'Halcyon Vaults', creator: 'Samir Haddad' } as DisputedOrder
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <DisputeCase order={order} hasNews={false} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(html).toContain('Halcyon Vaults (Brand)')
  expect(html).toContain('Samir Haddad (Creator)')
})
