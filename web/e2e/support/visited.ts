import { routeAt, routesWith, SECTIONS, type Access } from '../../src/domain/routes.ts'

/** Routes that show the page of another route. */
const SAME_PAGE = new Set(['orderByNumber'])

const sectionsOf = (name: string): readonly string[] =>
  (SECTIONS as Record<string, readonly string[]>)[name] ?? []

/** The name of the page that a path shows, with its section. */
function pageOf(path: string): string {
  const { pathname } = new URL(path, 'http://own.invalid')
  const name = routeAt(pathname) ?? pathname
  const [first, ...others] = sectionsOf(name)
  if (first === undefined) return name
  return `${name} ${others.find((section) => pathname.endsWith(`/${section}`)) ?? first}`
}

/** Routes and their sections that none of the paths opens. */
export function notAmong(paths: string[], ...access: Access[]): string[] {
  const seen = new Set(paths.map((path) => pageOf(path)))
  return routesWith('access', ...access)
    .filter((name) => !SAME_PAGE.has(name))
    .flatMap((name) => {
      const sections = sectionsOf(name)
      return sections.length > 0 ? sections.map((section) => `${name} ${section}`) : [name]
    })
    .filter((page) => !seen.has(page))
}
