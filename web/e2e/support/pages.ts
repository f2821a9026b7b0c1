import { readFileSync } from 'node:fs'
import { paths } from '../../src/domain/paths.ts'
import {
  ROUTES,
  routesWith,
  SECTIONS,
  type Named,
  type RouteName,
} from '../../src/domain/routes.ts'

/** Replaces the route names that are the keys of a table by their paths. */
function byPath<Name extends keyof typeof paths, Value>(table: Record<Name, Value>) {
  return Object.fromEntries(
    Object.entries<Value>(table).map(([name, value]) => {
      const path = paths[name as Name] as string | (() => string)
      return [typeof path === 'string' ? path : path(), value]
    }),
  )
}

/** The texts of an English translation file. */
function wordsOf(file: string): unknown {
  const words = new URL(`../../src/locales/en/${file}.json`, import.meta.url)
  return JSON.parse(readFileSync(words, 'utf8'))
}

const { title: PUBLIC_TITLES } = wordsOf('site') as {
  title: Record<Named<'access', 'public'>, string>
}
const OPEN_TITLES: Record<Named<'access', 'open'>, string> = {
  resetPassword: 'Enter the code of the mail · Kolpact',
  authCallback: 'Enter the code of the mail · Kolpact',
  notMe: 'Was this not you? · Kolpact',
  unsubscribe: 'Stop these e-mails? · Kolpact',
}
const SIGNED_OUT_TITLES: Record<Named<'access', 'signed-out'>, string> = {
  login: 'Welcome back · Kolpact',
  signup: 'Join with your invite · Kolpact',
  forgotPassword: 'Reset your password · Kolpact',
}
const { nav: NAV } = wordsOf('common') as { nav: Record<string, string | undefined> }
/** Headings that are not in the translation file of their page, or that contain the name of the reader. */
const OTHER_HEADINGS: Partial<Record<RouteName, string | RegExp>> = {
  home: /^Hello, /,
  deadlines: 'Deadlines',
  figures: 'Over time',
}
/** The heading of a page: `title` in its translation file, or its name in the navigation. */
function headingOf(name: RouteName): string | RegExp {
  const file = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const { title } = wordsOf(file) as { title?: string }
  const heading = OTHER_HEADINGS[name] ?? title ?? NAV[name]
  if (heading === undefined) throw new Error(`no title in en/${file}.json`)
  return heading
}

/** The member pages whose path needs no id. */
const MEMBER_PAGES = routesWith('access', 'member').filter(
  (name) => name !== 'staff' && !/\/:\w+$/.test(ROUTES[name].path),
)
const MEMBER_HEADINGS = Object.fromEntries(
  MEMBER_PAGES.map((name) => [name, headingOf(name)]),
) as Record<(typeof MEMBER_PAGES)[number], string | RegExp>

/** Every prerendered public page, with its title. */
const PUBLIC = byPath(PUBLIC_TITLES)
/** Every page that anybody can open, with its title. */
export const OPEN = { ...PUBLIC, ...byPath(OPEN_TITLES) }
export const SIGNED_OUT_ONLY = byPath(SIGNED_OUT_TITLES)
export const SIGNED_IN_ONLY = [
  paths.chooseLanguage,
  paths.onboarding(),
  ...['select-role', 'profile-setup', 'choose-language'].map(paths.onboarding),
  paths.home,
  `${paths.orders}?tab=completed`,
  `${paths.home}/no/such/page`,
]
/** Every dashboard page whose path needs no id, with its heading. */
export const DASHBOARD = { ...byPath(MEMBER_HEADINGS), [paths.settings('security')]: 'Settings' }
/** The paths of the sections of the staff page. */
export const STAFF = [paths.staff(), ...SECTIONS.staff.slice(1).map(paths.staff)]
