const FORMATS = [
  (locale: string) => new Intl.NumberFormat(locale),
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  (locale: string) => new Intl.RelativeTimeFormat(locale),
  (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }),
]

/**
 * Creates one formatter of each kind, each in a task of its own, while the code of the page is loading. The first
 * formatter of a kind makes the browser read the data of all languages, which takes a phone up to a tenth of a second.
 */
export function prepareFormats(locale: string): void {
  for (const make of FORMATS) setTimeout(() => make(locale))
}
