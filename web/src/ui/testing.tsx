// Helpers for tests of components.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import type { ResourceLanguage } from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll } from 'vitest'
import { Router } from 'wouter'
import { i18n } from '@/lib/i18n/i18n.ts'

/** Loads English texts for the tests in a file, by namespace. */
export const giveWords = (words: ResourceLanguage) =>
  beforeAll(() =>
    i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: words } }),
  )

/** A query and its data; for a list in pages, the data of the first page. */
export type Answer = readonly [query: { queryKey: QueryKey }, data: unknown]

/** Renders a component to HTML, with data for its queries. */
export function htmlOf(part: ReactNode, ...answers: Answer[]) {
  const client = new QueryClient()
  for (const [query, data] of answers) {
    const isPaged = 'initialPageParam' in query
    client.setQueryData(query.queryKey, isPaged ? { pages: [data], pageParams: [null] } : data)
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <Router ssrPath="/">{part}</Router>
      </MantineProvider>
    </QueryClientProvider>,
  )
}
