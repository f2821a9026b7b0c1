import type { Asked } from './context.ts'

export type Redirects = {
  /** The address to which a link of this request leads: the one it asks for, if that is allowed. */
  of(asked: Pick<Asked, 'query' | 'headers'>): string
}

/** Allows redirects to the site and to `additional_redirect_urls`; any other address is replaced by the site. */
export function redirects(siteUrl: string, allowed: string[]): Redirects {
  const patterns = allowed.map(asPattern)
  const site = new URL(siteUrl)

  function isAllowed(address: string): boolean {
    if (!URL.canParse(address)) return false
    const { origin, username, password, href } = new URL(address)
    if (username || password) return false
    if (origin === site.origin) return true
    const withoutHash = href.replace(/#.*$/s, '')
    return patterns.some((pattern) => pattern.test(withoutHash))
  }

  return {
    of({ query, headers }) {
      const wanted = query.get('redirect_to') ?? headers.get('redirect_to')
      return wanted && isAllowed(wanted) ? wanted : siteUrl
    },
  }
}

/** Converts a glob: `**` matches anything, `*` anything but `.` and `/`, `?` one character. */
function asPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === '**') return '.*'
    if (found === '*') return '[^./]*'
    return found === '?' ? '[^./]' : `\\${found}`
  })
  return new RegExp(`^${source}$`)
}
