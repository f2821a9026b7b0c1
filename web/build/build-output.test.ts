// What a build has to be, whatever it is made of: few files before a page, little on public pages.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { ROUTES, routesWith, type RouteName } from '../src/domain/routes.ts'
import { besideWords, wordsOf } from '../src/domain/words.ts'
import type { Described } from './describe-build.ts'

const MOST_FILES = 12
/** Of a visitor, whose forms come with it. */
const MOST_FILES_OF_SIGN_IN = 13
/** Of a page that is a form itself: what forms are made of, and what they share with other pages. */
const MOST_FILES_OF_FORMS = 18
const MOST_PUBLIC_BYTES = 20_000
/** Gzipped, with words and styles; the font comes after them. */
const MOST_FIRST_BYTES = 248_000
const MOST_SIGN_IN_BYTES = 260_000
/** The page that brands open first. */
const MOST_DISCOVER_BYTES = 220_000
const MOST_FILES_WHEN_IDLE = 25

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

/** Of the application's start and a page's; the entry's sheet is inside the page itself. */
function firstFiles(name: RouteName): string[] {
  const page = built.pages[name]
  const words = built.words[name]
  const parts = [built.entry, ...(words ? [words] : []), ...(page ? [page] : [])]
  const all = parts.flatMap(({ scripts, styles }) => [...scripts, ...styles])
  return [...new Set(all)].filter((file) => !built.entry.styles.includes(file))
}

const bytesOf = (name: RouteName) =>
  firstFiles(name).reduce((sum, file) => sum + gzipSync(read(file)).length, 0)

const holds = (name: RouteName, part: string) =>
  built.pages[name]?.modules.some((module) => module.includes(part))

/** The pages that members open first. */
const FIRST = [
  'home',
  'discover',
  'creator',
  'orders',
  'order',
  'messages',
  'notifications',
  'staff',
] as const

describe('the first screen of a page', () => {
  it('is known for every page of the application', () => {
    const names = routesWith('access', 'member', 'onboarding', 'open', 'signed-in', 'signed-out')
    expect(Object.keys(built.pages)).toEqual(expect.arrayContaining(names))
  })

  it.each(routesWith('access', 'member'))('of %s comes in few files', (name) => {
    const withFont = firstFiles(name).length + 1
    const most = holds(name, '@floating-ui') ? MOST_FILES_OF_FORMS : MOST_FILES
    expect(withFont).toBeLessThanOrEqual(most)
  })

  it.each(['login', 'signup'] as const)('of %s comes in few files', (name) => {
    expect(firstFiles(name).length + 1).toBeLessThanOrEqual(MOST_FILES_OF_SIGN_IN)
  })

  it.each(FIRST)('of %s waits for no form and no overlay, and for little code', (name) => {
    expect(bytesOf(name)).toBeLessThan(MOST_FIRST_BYTES)
    expect(holds(name, 'react-hook-form')).toBe(false)
    expect(holds(name, '@floating-ui')).toBe(false)
  })

  it.each(['login', 'signup', 'forgotPassword'] as const)(
    'of %s waits for no overlay, and for little code',
    (name) => {
      expect(holds(name, '@floating-ui')).toBe(false)
      expect(holds(name, '/Modal/')).toBe(false)
      expect(bytesOf(name)).toBeLessThan(MOST_SIGN_IN_BYTES)
    },
  )

  it('of discover waits for the least', () => {
    expect(bytesOf('discover')).toBeLessThan(MOST_DISCOVER_BYTES)
  })

  it('shares no code of ours that none of them imports', () => {
    const imported = new Set([
      ...[...FIRST, 'login' as const].flatMap((name) => built.sources[name] ?? []),
      ...built.publicSite.modules,
    ])
    const shared = built.pages.discover?.modules.filter((id) =>
      /(?<!node_modules.*)\.tsx?$/.test(id),
    )
    expect(shared).not.toHaveLength(0)
    expect(shared?.filter((id) => !imported.has(id))).toEqual([])
  })

  /** Refusals wait for their words by themselves, and so do the settings of a sign-in. */
  const WAITED_FOR = ['refusals', 'auth']

  it.each(routesWith('access', 'member'))('of %s has its words with it', (name) => {
    const texts = (built.sources[name] ?? [])
      .filter((id) => id.endsWith('.tsx'))
      .map((id) => readFileSync(id, 'utf8'))
    const named = texts.flatMap((text) =>
      [...text.matchAll(/useTranslation\(([^)]+)\)/g)].flatMap(([, names = '']) =>
        [...names.matchAll(/'([\w-]+)'/g)].map(([, catalogue = '']) => catalogue),
      ),
    )
    expect(named).not.toHaveLength(0)
    const there = [...WAITED_FOR, ...['common', ...wordsOf(name)].flatMap(besideWords)]
    expect([...new Set(named)].filter((catalogue) => !there.includes(catalogue))).toEqual([])
  })

  it('is followed by few files, which come while nobody waits', () => {
    const { scripts, styles } = built.idle
    const sheets = styles.filter((each) => !built.entry.styles.includes(each))
    const all = new Set([...scripts, ...sheets, ...(built.words.settings?.scripts ?? [])])
    expect(all.size + 1).toBeLessThanOrEqual(MOST_FILES_WHEN_IDLE)
  })

  it('waits for the chat service on no page', () => {
    for (const name of Object.keys(built.pages) as RouteName[])
      expect(holds(name, 'stream-chat')).toBe(false)
  })

  it('waits neither for sign-in and live changes nor for toasts', () => {
    for (const name of Object.keys(built.pages) as RouteName[])
      for (const part of ['auth-js', 'realtime-js', 'storage-js', 'react-toastify'])
        expect(holds(name, part), `${name}: ${part}`).toBe(false)
  })

  it('is compiled while it comes', () => {
    for (const script of built.pages.discover?.scripts ?? [])
      expect(read(script).split('\n', 1)).toEqual(['//# allFunctionsCalledOnLoad'])
  })

  it('is preloaded by the page that starts the application, inside the frame of the dashboard', () => {
    const page = read('app.html')
    for (const file of firstFiles('discover').filter((each) => !built.entry.scripts.includes(each)))
      expect(page).toContain(file)
    expect(page).toContain('<div id="shell"')
    expect(page.indexOf('modulepreload')).toBeLessThan(page.indexOf('<script'))
  })
})

describe('a public page', () => {
  const paths = routesWith('access', 'public').map((name) => ROUTES[name].path)
  const page = (path: string) => read(path === '/' ? 'index.html' : `${path.slice(1)}.html`)

  it.each(paths)('%s runs little JavaScript', (path) => {
    const inline = [...page(path).matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text)
    const bytes = built.entry.gzipped + gzipSync(inline.join('')).length
    expect(bytes).toBeLessThan(MOST_PUBLIC_BYTES)
  })

  it.each(paths)('%s needs no other file before it is seen', (path) => {
    expect(page(path)).not.toMatch(/<link rel="stylesheet"/)
    expect(page(path)).toContain('<style>')
  })

  it.each(paths)('%s says where it stands and what a link to it shows', (path) => {
    const address = `https://kolpact.example${path}`
    expect(page(path)).toContain(`<link rel="canonical" href="${address}" />`)
    expect(page(path)).toContain(`hreflang="x-default" href="${address}"`)
    for (const property of ['title', 'description', 'url', 'image'])
      expect(page(path)).toMatch(new RegExp(`<meta property="og:${property}" content="[^"]+"`))
    expect(page(path).match(/<meta\s+name="description"/g)).toHaveLength(1)
  })

  it('is in the sitemap, and what is behind a sign-in is closed to search engines', () => {
    const listed = [...read('sitemap.xml').matchAll(/<loc>https:\/\/kolpact\.example([^<]*)</g)]
    expect(listed.map(([, path]) => path)).toEqual(paths)
    const robots = read('robots.txt')
    expect(robots).toContain('Disallow: /dashboard\n')
    expect(robots).toContain('Sitemap: https://kolpact.example/sitemap.xml')
    for (const path of paths) expect(robots).not.toContain(`Disallow: ${path}\n`)
  })

  it('can be put on a home screen', () => {
    const { icons } = JSON.parse(read('manifest.webmanifest')) as { icons: { src: string }[] }
    for (const { src } of icons) expect(() => read(src.slice(1))).not.toThrow()
    expect(page('/')).toContain('rel="manifest"')
  })

  it('shows in another language without the code of the application', () => {
    const modules = built.publicSite.modules.join(' ')
    expect(modules).not.toContain('@supabase')
    expect(modules).not.toContain('@mantine')
  })
})

test('a rule of ours stands after the library rule that it overrides', () => {
  const sheet = globSync('assets/app-*.css', { cwd: outDir })
    .map((name) => read(name))
    .join('')
  const ours = sheet.indexOf('_bottomItem')
  expect(ours).toBeGreaterThan(0)
  // The last sheet of mantine-styles.ts.
  expect(ours).toBeGreaterThan(sheet.lastIndexOf('.m_f898399f'))
})

describe('a sheet of the library', () => {
  /** Others bring them along; of these only `Mark` is shown, as browsers mark a text. */
  const UNSTYLED = new Set(['Mark', 'CheckboxCard', 'CheckboxIndicator'])
  const styles = join(import.meta.dirname, '..', '..', 'node_modules', '@mantine', 'core', 'styles')
  const parts = globSync('*.css', { cwd: styles }).flatMap(
    (name) => /^([A-Z]\w+)\.css$/.exec(name)?.[1] ?? [],
  )
  /** Their classes stand in scripts by themselves: no other part has them. */
  const classesOf = (part: string) =>
    readFileSync(join(styles, `${part}.css`), 'utf8').match(/\bm_[0-9a-f]+/g) ?? []

  it('is loaded when its part is used, and only then', () => {
    const scripts = globSync('assets/*.js', { cwd: outDir }).map(read).join('')
    const root = join(import.meta.dirname, '..')
    const loaded = readFileSync(join(root, 'src', 'app', 'mantine-styles.ts'), 'utf8')
    const isUsed = (part: string) =>
      !UNSTYLED.has(part) && classesOf(part).some((each) => scripts.includes(each))
    const isLoaded = (part: string) => loaded.includes(`/${part}.css`)
    expect(parts.filter(isLoaded)).toEqual(parts.filter(isUsed))
  })
})
