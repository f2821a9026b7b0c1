import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { tr } from './tr.ts'

const languages: Record<string, Words> = { en, es, tr }

/** `es-MX` reads Spanish; a language that we do not write reads English. */
export function wordsOf(locale: string | null): Words {
  return languages[locale?.split('-')[0]?.toLowerCase() ?? ''] ?? en
}

export function languageOf(locale: string | null): string {
  const language = locale?.split('-')[0]?.toLowerCase() ?? ''
  return language in languages ? language : 'en'
}

/** Puts values in the places of `{name}`. A value is never read as a pattern. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
}
