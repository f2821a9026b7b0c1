import en from '../../notices/en.json' with { type: 'json' }
import es from '../../notices/es.json' with { type: 'json' }
import tr from '../../notices/tr.json' with { type: 'json' }
import type { NoticeWords, Text } from '../../notices/render.ts'

type Catalogue = {
  events: NoticeWords
  /** Texts of e-mails around the notices. */
  email: { [key in keyof typeof en.email]: key extends 'pages' ? typeof en.email.pages : Text }
}
export type Language = { code: string; words: Catalogue }

const catalogues: Record<string, Catalogue> = { en, es, tr }
const english: Language = { code: 'en', words: en }

/** The texts in a member's language: Spanish for `es-MX`, English if there are no texts in that language. */
export function languageOf(locale: string | null): Language {
  const code = locale?.split('-')[0]?.toLowerCase() ?? ''
  const words = Object.hasOwn(catalogues, code) ? catalogues[code] : undefined
  return words ? { code, words } : english
}
