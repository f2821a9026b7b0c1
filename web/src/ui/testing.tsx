// Shared by the tests of components.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ResourceLanguage } from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll } from 'vitest'
import { Router } from 'wouter'
import { i18n } from '@/lib/i18n/i18n.ts'

/** Gives the tests of a file these words of English, by namespace. */
export const giveWords = (words: ResourceLanguage) =>
  beforeAll(() =>
    i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: words } }),
  )

/** The HTML of a part of a page; the client holds the answers to its queries. */
export const htmlOf = (part: ReactNode, client = new QueryClient()) =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <Router ssrPath="/">{part}</Router>
      </MantineProvider>
    </QueryClientProvider>,
  )
