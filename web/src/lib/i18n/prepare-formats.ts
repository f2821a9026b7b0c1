const FORMATS = [
  (locale: string) => new Intl.NumberFormat(locale),
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  (locale: string) => new Intl.RelativeTimeFormat(locale),
  (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }),
]

/**
 * Makes one format of each kind, each in a task of its own. The first one of a kind makes the browser look through the data
 * of all languages, which takes a phone up to a tenth of a second, so it is done while the code of the page is on its way.
 */
export function prepareFormats(locale: string): void {
  for (const make of FORMATS) setTimeout(() => make(locale))
}
