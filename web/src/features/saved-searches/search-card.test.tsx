import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { Router } from 'wouter'
import { i18n } from '@/lib/i18n/i18n.ts'
import common from '@/locales/en/common.json'
import words from '@/locales/en/saved-searches.json'
import { SearchCard } from './search-card.tsx'

beforeAll(() =>
  i18n.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common, 'saved-searches': words } },
  }),
)

test('a card is named by its search, and so is its switch, which works at once', () => {
  const search = { id: 's', name: 'Turkish DeFi', filters: {}, created_at: '2026-05-01T10:00:00Z' }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <Router ssrPath="/">
          <SearchCard search={search as never} onEdit={() => {}} />
        </Router>
      </MantineProvider>
    </QueryClientProvider>,
  )
  const [, id] = /<article[^>]*aria-labelledby="([^"]*)"/.exec(html) ?? []
  expect(html).toContain(`<h2 id="${id}">Turkish DeFi</h2>`)
  expect(html).toMatch(/<input[^>]*aria-label="Tell me: Turkish DeFi"/)
})
