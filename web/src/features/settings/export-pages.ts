import type { Json } from '@/lib/database.types.ts'

type Page = Record<string, Json | undefined>

/** Joins all pages of an export: lists on later pages are appended to those of the first page. */
export async function fetchPages(fetchPage: (page: number) => Promise<Json>) {
  const whole: Page = {}
  for (let page = 1, more = true; more; page++) {
    const { page: _page, more: next, ...rows } = (await fetchPage(page)) as Page
    for (const [name, value] of Object.entries(rows)) {
      const known = whole[name]
      if (known === undefined) whole[name] = value
      else if (Array.isArray(known) && Array.isArray(value)) known.push(...value)
    }
    more = next === true
  }
  return whole
}
