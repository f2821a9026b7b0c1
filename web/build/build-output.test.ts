// Tests a finished build: how many bytes a page may load before it is shown, and what the files must not contain.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import own from '../../package.json' with { type: 'json' }
import en from '../src/locales/en/common.json' with { type: 'json' }
import es from '../src/locales/es/common.json' with { type: 'json' }
import tr from '../src/locales/tr/common.json' with { type: 'json' }
import { ROUTES, routesWith } from '../src/domain/routes.ts'
import type { Described } from './describe-build.ts'

const MOST_PUBLIC_BYTES = 20_000
/** The limit for code, texts and styles of a page's first screen, compressed. Fonts load later and do not count. */
const MOST_FIRST_BYTES = 250_000
/** The limit for the code that requests the first page's data while the rest of the code is still loading. */
const MOST_BYTES_BEFORE_DATA = 64_000
/** The limit for a page with a form, which also loads the code of forms. */
const MOST_FORM_BYTES = 330_000

const outDir = mkdtempSync(join(tmpdir(), 'kolpact-build-'))
afterAll(() => rmSync(outDir, { recursive: true }))
const read = (name: string) => readFileSync(join(outDir, name), 'utf8')

let built: Described
beforeAll(() => {
  const script = join(import.meta.dirname, 'describe-build.ts')
  const { NODE_ENV: _, VITEST: __, VITE_SITE_URL: ___, ...env } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, [script, outDir], {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 26,
  })
  if (!stdout) throw new Error(stderr)
  built = JSON.parse(stdout) as Described
}, 120_000)

/** The pages with a form on their first screen. */
const FORMS = [
  'campaigns/campaign-page.tsx',
  'onboarding/onboarding-page.tsx',
  'ordering/ordering-page.tsx',
  'orders/brief/edit-brief-page.tsx',
  'packs/packs-page.tsx',
  'payments/figures-page.tsx',
  'payments/payments-page.tsx',
  'saved-searches/saved-searches-page.tsx',
  'settings/settings-page.tsx',
  'shortlist/shortlist-page.tsx',
  'staff/staff-member-page.tsx',
  'staff/staff-page.tsx',
]

const mostOf = (page: string) => (FORMS.includes(page) ? MOST_FORM_BYTES : MOST_FIRST_BYTES)

/** Returns the pages that load a module whose path contains `part` before they are shown. */
const waitingFor = (part: string) =>
  Object.keys(built.pages).filter((page) =>
    built.pages[page]?.modules.some((module) => module.includes(part)),
  )

describe('pages of the application', () => {
  it('the first screen of each page loads no more bytes than its limit', () => {
    expect(Object.keys(built.pages)).toEqual(expect.arrayContaining(FORMS))
    const tooMuch = Object.entries(built.pages).filter(([page, { size }]) => size > mostOf(page))
    expect(tooMuch.map(([page, { size }]) => [page, size])).toEqual([])
  })

  it.each(['stream-chat', 'auth-js', 'realtime-js', 'storage-js', 'react-toastify'])(
    'no page loads %s before its first screen',
    (part) => expect(waitingFor(part)).toEqual([]),
  )

  it.each(['orders/page/order-page.tsx', 'messages/messages-page.tsx'])(
    'the page %s does not load the code of the list of creators',
    (page) => expect(waitingFor('discover/discover-page.tsx')).not.toContain(page),
  )

  it('no first screen loads the library viem, and no file of the build contains the demo wallets of developers', () => {
    expect(waitingFor('node_modules/viem')).toEqual([])
    const scripts = globSync('assets/*.js', { cwd: outDir }).map(read).join('')
    expect(scripts).toContain('eip6963:requestProvider')
    expect(scripts).not.toContain('Demo wallet')
  })

  it('a build without addresses for error reports and the relay of wallets has no code for them', () => {
    const scripts = globSync('assets/*.js', { cwd: outDir }).map(read).join('')
    expect(scripts).not.toContain('sentry_key')
    expect(scripts).not.toContain('com.walletconnect')
  })

  it('app.html preloads a small file that requests the first data, and contains the frame of the dashboard', () => {
    const page = read('app.html')
    for (const file of built.firstData.names) expect(page).toContain(`"/${file}"`)
    expect(built.firstData.size).toBeLessThan(MOST_BYTES_BEFORE_DATA)
    expect(built.firstData.modules.join(' ')).not.toContain('react-dom')
    expect(page, 'every page needs React').toMatch(/modulepreload[^>]*react-dom/)
    expect(page.indexOf('modulepreload')).toBeLessThan(page.indexOf('<script'))
    expect(page).toContain('rel="preconnect"')
    expect(page).toContain('<div id="shell"')
    for (const { slow } of [en, es, tr]) expect(page).toContain(slow)
    expect(page).toContain(`<meta name="release" content="${own.version}" />`)
  })
})

describe('public pages', () => {
  const paths = routesWith('access', 'public').map((name) => ROUTES[name].path)
  const page = (path: string) => read(path === '/' ? 'index.html' : `${path.slice(1)}.html`)

  it.each(paths)('the page %s runs less JavaScript than the limit for public pages', (path) => {
    const inline = [...page(path).matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text)
    const bytes = built.entry.size + gzipSync(inline.join('')).length
    expect(bytes).toBeLessThan(MOST_PUBLIC_BYTES)
  })

  it.each(paths)(
    'the page %s contains its styles, so it is shown without another request',
    (path) => {
      expect(page(path)).not.toMatch(/<link rel="stylesheet"/)
      expect(page(path)).toContain('<style>')
    },
  )

  it.each(paths)(
    'the page %s has its canonical address, a description and the tags for link previews',
    (path) => {
      const address = `https://kolpact.example${path}`
      expect(page(path)).toContain(`<link rel="canonical" href="${address}" />`)
      expect(page(path)).toContain(`hreflang="x-default" href="${address}"`)
      for (const property of ['title', 'description', 'url', 'image'])
        expect(page(path)).toMatch(new RegExp(`<meta property="og:${property}" content="[^"]+"`))
      expect(page(path).match(/<meta\s+name="description"/g)).toHaveLength(1)
    },
  )

  it('the sitemap lists all public pages, and robots.txt disallows only pages behind a sign-in', () => {
    const listed = [...read('sitemap.xml').matchAll(/<loc>https:\/\/kolpact\.example([^<]*)</g)]
    expect(listed.map(([, path]) => path)).toEqual(paths)
    const robots = read('robots.txt')
    expect(robots).toContain('Disallow: /dashboard\n')
    expect(robots).toContain('Sitemap: https://kolpact.example/sitemap.xml')
    for (const path of paths) expect(robots).not.toContain(`Disallow: ${path}\n`)
  })

  it('the start page links a manifest whose icons exist, so that it can be put on a home screen', () => {
    const { icons } = JSON.parse(read('manifest.webmanifest')) as { icons: { src: string }[] }
    for (const { src } of icons) expect(() => read(src.slice(1))).not.toThrow()
    expect(page('/')).toContain('rel="manifest"')
  })

  it('public pages can be rendered in another language without the code of Mantine and Supabase', () => {
    const modules = built.publicSite.modules.join(' ')
    expect(modules).not.toContain('@supabase')
    expect(modules).not.toContain('@mantine')
  })
})

test('our style rules come after the rules of Mantine that they override', () => {
  const sheet = globSync('assets/application-*.css', { cwd: outDir })
    .map((name) => read(name))
    .join('')
  const ours = sheet.indexOf('_bottomItem')
  expect(ours).toBeGreaterThan(0)
  // A class of the last style sheet in mantine-styles.ts.
  expect(ours).toBeGreaterThan(sheet.lastIndexOf('.m_f898399f'))
})

describe('style sheets of Mantine', () => {
  /** Parts that other parts import. Of these only `Mark` is shown, and the browser's own style for it is enough. */
  const UNSTYLED = new Set(['Mark', 'CheckboxCard', 'CheckboxIndicator'])
  const styles = join(import.meta.dirname, '..', '..', 'node_modules', '@mantine', 'core', 'styles')
  const parts = globSync('*.css', { cwd: styles }).flatMap(
    (name) => /^([A-Z]\w+)\.css$/.exec(name)?.[1] ?? [],
  )
  /** The class names in the style sheet of a part. Only the code of that part contains them. */
  const classesOf = (part: string) =>
    readFileSync(join(styles, `${part}.css`), 'utf8').match(/\bm_[0-9a-f]+/g) ?? []

  it('mantine-styles.ts imports the style sheets of exactly those components that the build contains', () => {
    const scripts = globSync('assets/*.js', { cwd: outDir }).map(read).join('')
    const classes = new Set(scripts.match(/\bm_[0-9a-f]+/g))
    const root = join(import.meta.dirname, '..')
    const loaded = readFileSync(join(root, 'src', 'app', 'mantine-styles.ts'), 'utf8')
    const isUsed = (part: string) =>
      !UNSTYLED.has(part) && classesOf(part).some((each) => classes.has(each))
    const isLoaded = (part: string) => loaded.includes(`/${part}.css`)
    expect(parts.filter(isLoaded)).toEqual(parts.filter(isUsed))
  })
})
