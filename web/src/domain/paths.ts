import { ROUTES, type RouteName } from './routes.ts'

type Routes = typeof ROUTES
/** A path, or a function for a path with a parameter, which may be omitted if the route allows it. */
type Path<Pattern extends string> = Pattern extends `${string}/:${string}?`
  ? (parameter?: string) => string
  : Pattern extends `${string}/:${string}`
    ? (parameter: string) => string
    : Pattern

function pathOf(pattern: string): string | ((parameter?: string) => string) {
  const [base = '', parameter] = pattern.split('/:')
  return parameter ? (value?: string) => (value ? `${base}/${value}` : base) : pattern
}

/** The path of every route, for links: `paths.orders`, `paths.order(id)`, `paths.settings()`. */
export const paths = Object.fromEntries(
  Object.entries(ROUTES).map(([name, { path }]) => [name, pathOf(path)]),
) as { [Name in RouteName]: Path<Routes[Name]['path']> }

export const RETURN_TO = 'returnTo'

/** An absolute path. A second slash is refused: "//evil.example" is another host, and "/.//evil.example" resolves to it. */
const OWN_PATH = /^\/(?![/\\])/

/** Returns the value if it is a path of this site; "//evil.example" and "https:" are not. */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null
  try {
    const url = new URL(value, 'http://own.invalid')
    const isOwn = url.origin === 'http://own.invalid' && OWN_PATH.test(url.pathname)
    return isOwn ? `${url.pathname}${url.search}${url.hash}` : null
  } catch {
    return null
  }
}

export function withReturnTo(path: string, returnTo: string | null | undefined): string {
  const safe = safeReturnTo(returnTo)
  if (!safe || safe === paths.home) return path
  return `${path}?${new URLSearchParams({ [RETURN_TO]: safe })}`
}

export function loginPath(returnTo?: string | null): string {
  return withReturnTo(paths.login, returnTo)
}

export function returnToOf(search: string): string | null {
  return safeReturnTo(new URLSearchParams(search).get(RETURN_TO))
}
