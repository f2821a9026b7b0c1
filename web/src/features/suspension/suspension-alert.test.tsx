import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Tables } from '@/lib/database.types.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import common from '@/locales/en/common.json'
import words from '@/locales/en/suspension.json'
import { ownSuspensionQuery } from './queries.ts'
import { SuspensionAlert } from './suspension-alert.tsx'

beforeAll(() =>
  i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { common, suspension: words } } }),
)

function alertOf(suspension: Partial<Tables<'suspensions'>>) {
  const client = new QueryClient()
  const row = { category: 'spam', note: 'To forty brands.', profile_id: 'p', ...suspension }
  client.setQueryData(ownSuspensionQuery('p').queryKey, row as Tables<'suspensions'>)
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <SuspensionAlert profileId="p" />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('a suspended member may appeal once', () => {
  expect(alertOf({})).toContain(`>${words.appeal}<`)
  const waits = alertOf({ appeal: 'They had asked me.', appeal_due_at: '2026-12-01T10:00:00Z' })
  expect(waits).toContain('You appealed. Our staff decide until')
  expect(waits).not.toContain('<button')
})

test('an appeal that was refused shows the answer', () => {
  const refused = alertOf({ appeal: 'They had asked me.', appeal_reply: 'None of them had.' })
  expect(refused).toContain(words.upheld)
  expect(refused).toContain('None of them had.')
  expect(refused).not.toContain('<button')
})
