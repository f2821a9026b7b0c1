import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailPages, pages } from '../../../supabase/notices/pages.ts'
import { paths } from './paths.ts'
import { routeAt, ROUTES, routesWith, SECTIONS, type RouteName } from './routes.ts'

const source = join(import.meta.dirname, '..')

test('routeAt finds the route of a path, with or without its parameter', () => {
  expect(routeAt('/')).toBe('landing')
  expect(routeAt('/dashboard')).toBe('home')
  expect(routeAt('/dashboard/orders')).toBe('orders')
  expect(routeAt('/dashboard/orders/o1')).toBe('order')
  expect(routeAt('/dashboard/messages')).toBe('messages')
  expect(routeAt('/dashboard/messages/p1')).toBe('messages')
  expect(routeAt('/dashboard/orders/o1/more')).toBeNull()
  expect(routeAt('/dashboards')).toBeNull()
})

test('routeAt finds each route by a path made from its own pattern', () => {
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const path = paths[name]
    expect(routeAt(typeof path === 'string' ? path : path('x'))).toBe(name)
  }
})

test('every notice leads to a page of members, even if the id in its data is missing', () => {
  const data = { order_id: 'o1', profile_id: 'p1', campaign_id: 'c1', other_id: 'p2' }
  for (const [kind, pathOf] of Object.entries(pages))
    for (const path of [pathOf(data), pathOf({})]) {
      const route = routeAt(path)
      expect(route && ROUTES[route].access, `${kind}: ${path}`).toBe('member')
    }
})

test('the links in e-mails lead to existing routes', () => {
  expect(sections('settings')).toContain(mailPages.settings)
  expect(routeAt(mailPages.notMe)).toBe('notMe')
  expect(routeAt(mailPages.unsubscribe)).toBe('unsubscribe')
})

test('a notice that leads to the settings or the staff page names an existing section', () => {
  const all = [...sections('settings'), ...sections('staff'), paths.settings(), paths.staff()]
  const named = Object.values(pages).map((pathOf) => pathOf({}))
  for (const path of named.filter((each) => /^settings|^staff/.test(routeAt(each) ?? '')))
    expect(all).toContain(path)
})

test('routesWith returns the routes with a value in a column, in the order of the table', () => {
  expect(routesWith('nav', 'both', 'kol')).toEqual([
    'home',
    'orders',
    'messages',
    'packs',
    'campaigns',
    'payments',
  ])
  expect(routesWith('header', true)).toContain('pricing')
})

/** The first segment of each path as it would be quoted in code: `'/dashboard`. */
const starts = [...new Set(Object.values(ROUTES).map(({ path }) => path.split('/')[1] ?? ''))]
const SPELLED = new RegExp(`['"\`]/(${starts.filter(Boolean).join('|')})(?![\\w-])`)

const others = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== join('domain', 'routes.ts'))
  .map((file) => ({ file, code: readFileSync(join(source, file), 'utf8') }))

test('no file except routes.ts contains a path as a literal', () => {
  expect(others.length).toBeGreaterThan(200)
  expect(others.filter(({ code }) => SPELLED.test(code)).map(({ file }) => file)).toEqual([])
})

/** Routes without a link in the client. Order numbers are typed, or come from papers and e-mails. */
const UNLINKED: RouteName[] = ['orderByNumber']

test('every page of members is in the navigation or is linked by another file', () => {
  const linked = new Set(others.flatMap(({ code }) => code.match(/\bpaths\.\w+/g) ?? []))
  const members = routesWith('access', 'member').filter((name) => !('nav' in ROUTES[name]))
  expect(members.filter((name) => !linked.has(`paths.${name}`))).toEqual(UNLINKED)
})

test('the redirect in index.html leads to the home page', () => {
  const html = readFileSync(join(source, '..', 'index.html'), 'utf8')
  expect(html).toContain(`location.replace('${paths.home}')`)
})

function sections(route: keyof typeof SECTIONS) {
  return SECTIONS[route].map((section) => paths[route](section))
}
