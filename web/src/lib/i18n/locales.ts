/** The languages of the interface; a creator's language of work is another list. */
export const LOCALES = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'tr', name: 'Türkçe' },
] as const
export type Locale = (typeof LOCALES)[number]['code']

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale.code === value)
}

export function firstLocale(stored: string | null, wanted: readonly string[]): Locale {
  if (isLocale(stored)) return stored
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? 'en'
}
