import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { Router } from 'wouter'
import { i18n } from '@/lib/i18n/i18n.ts'
import campaigns from '@/locales/en/campaigns.json'
import common from '@/locales/en/common.json'
import { BrandSide } from './brand-side.tsx'
import { applicationsQuery, type Campaign } from './queries.ts'

beforeAll(() =>
  i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { campaigns, common } } }),
)

const applicant = (id: string, cover: string | null) => ({
  id,
  kol_id: id,
  status: 'declined',
  price_minor: 100,
  currency: 'USD',
  card: { cover, rating: null, follower_total: 0, platforms: [] },
})

/** Places for pictures in the list of these applicants, by whether they are empty. */
function places(covers: (string | null)[]) {
  const client = new QueryClient()
  const list = covers.map((cover, at) => applicant(String(at), cover))
  client.setQueryData(applicationsQuery('c').queryKey, {
    pages: [list],
    pageParams: [null],
  } as never)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <Router ssrPath="/">
          <BrandSide campaign={{ id: 'c', places_left: 1 } as Campaign} />
        </Router>
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(html.match(/<article/g)).toHaveLength(covers.length)
  return [...html.matchAll(/<article[^>]*data-pictured[^>]*><div([^>]*)>/g)].map(([, attributes]) =>
    attributes?.includes('data-empty') ? 'empty' : 'picture',
  )
}

test('applicants have a column of pictures as soon as one has a picture', () => {
  expect(places([null, null])).toEqual([])
  expect(places(['a/1.webp', null])).toEqual(['picture', 'empty'])
})
