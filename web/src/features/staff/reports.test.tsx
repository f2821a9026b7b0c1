import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { Router } from 'wouter'
import { i18n } from '@/lib/i18n/i18n.ts'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { Reports } from './reports.tsx'
import { staffListQuery } from './staff-list-query.ts'

beforeAll(() =>
  i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, staff } } }),
)

function rendered(can_suspend: boolean) {
  const report = {
    id: 'm',
    sender_id: 's',
    sender_name: 'Ann',
    created_at: '2026-05-01T10:00:00Z',
    can_suspend,
    reports_of_sender: 1,
    reports: [],
  }
  const client = new QueryClient()
  const page = { rows: [report], next: null, total: 1, counted_most: 10_000 }
  client.setQueryData(staffListQuery('reports', {}).queryKey, {
    pages: [page],
    pageParams: [null],
  } as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <Router ssrPath="/">
          <Reports />
        </Router>
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test('the checkbox of a row has an accessible name and no visible label', () => {
  const html = rendered(true)
  expect(html).toMatch(/<input[^>]*aria-label="Choose Ann, May 1, 2026/)
  expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toContain('Choose')
})

test('a sender who can be suspended is offered for it, a deleted one is not', () => {
  expect(rendered(true)).toContain(staff.suspend)
  expect(rendered(false)).not.toContain(staff.suspend)
})
