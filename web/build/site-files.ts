// Files and tags for search engines, messengers and home screens: robots.txt, the sitemap and the tags
// in each page's head. All are made from the table of routes.
import { ROUTES, routesWith } from '../src/domain/routes.ts'

/** The origin at which the site will be served: VITE_SITE_URL, see .env.example. */
export function siteOf(env: Record<string, string | undefined>): string {
  return new URL(env['VITE_SITE_URL'] || 'https://kolpact.example').origin
}

const publicPaths = () => routesWith('access', 'public').map((name) => ROUTES[name].path)

/** Beginnings of the application's paths, which need a sign-in or have a token in the address. */
function privatePaths(): string[] {
  const all = routesWith('access', 'member', 'onboarding', 'open', 'signed-in')
  const bases = all.map((name) => ROUTES[name].path.split('/:')[0] ?? '')
  const isWithin = (path: string) => bases.some((base) => path.startsWith(`${base}/`))
  return [...new Set(bases)].filter((path) => !isWithin(path))
}

export function siteFiles(site: string): Record<string, string> {
  const disallowed = privatePaths().map((path) => `Disallow: ${path}\n`)
  const urls = publicPaths().map((path) => `  <url><loc>${site}${path}</loc></url>\n`)
  return {
    'robots.txt': `User-agent: *\n${disallowed.join('')}\nSitemap: ${site}/sitemap.xml\n`,
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
  }
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * Tags for the head of a public page. A page has one address for all languages, because the browser chooses the
 * language; search engines read the English text.
 */
export function publicTags(
  site: string,
  { path, title, description }: { path: string; title: string; description: string },
): string[] {
  const address = `${site}${path}`
  const open = {
    type: 'website',
    site_name: 'Kolpact',
    url: address,
    title,
    description,
    image: `${site}/og.png`,
    'image:width': '1200',
    'image:height': '630',
  }
  return [
    `<link rel="canonical" href="${address}" />`,
    `<link rel="alternate" hreflang="en" href="${address}" />`,
    `<link rel="alternate" hreflang="x-default" href="${address}" />`,
    ...Object.entries(open).map(
      ([name, content]) => `<meta property="og:${name}" content="${escape(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
}
