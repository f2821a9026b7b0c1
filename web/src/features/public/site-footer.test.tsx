import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { routesWith } from '@/domain/routes.ts'
import common from '@/locales/en/common.json'
import site from '@/locales/en/site.json'
import { giveWords } from '@/ui/testing.tsx'
import { SiteFooter } from './site-footer.tsx'

giveWords({ common, site })

test('the footer links to every public page, and announces coming pages without a link', () => {
  const footer = renderToStaticMarkup(
    <Router ssrPath="/">
      <SiteFooter />
    </Router>,
  )
  const targets = [...footer.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, target]) => target)
  const pages = routesWith('access', 'public').filter((name) => name !== 'landing')
  expect(targets).toEqual(expect.arrayContaining(pages.map((name) => paths[name])))
  expect(targets).toContain(paths.home)
  expect(targets.filter((target) => target?.startsWith('mailto:'))).toHaveLength(1)
  expect(targets.some((target) => target?.startsWith('https://x.com'))).toBe(true)
  expect(targets.some((target) => target?.includes('linkedin.com'))).toBe(true)
  for (const name of ['Blog', 'Case Studies', 'Careers', 'Press', 'Partners'])
    expect(footer).toMatch(new RegExp(`<li[^>]*>${name} <small>coming soon</small></li>`))
})
