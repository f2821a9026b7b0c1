import { renderTemplate } from 'local-supabase/auth/mail-template.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { LOCALES } from '../../../web/src/lib/i18n/locales.ts'
import type { MailWords } from './mail-templates.ts'

type Template = { subject: string; content_path: string }
type Sections = Record<string, Template>

const root = join(import.meta.dirname, '..', '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const wordsOf = (language: string) =>
  JSON.parse(read(`supabase/mails/${language}.json`)) as MailWords
const { auth } = parse(read('supabase/config.toml')) as unknown as {
  auth: { email: { otp_expiry: number; template: Sections; notification: Sections } }
}
const templates = Object.entries({ ...auth.email.template, ...auth.email.notification })
const languages = LOCALES.map(({ code }) => code)

const values = {
  SiteURL: 'https://kolpact.test',
  Email: 'old@x.test',
  OldEmail: 'older@x.test',
  NewEmail: 'new@x.test',
  Token: '12345678',
  TokenHash: 'hash',
}

/** A text with its placeholders filled in as in the templates. */
const filled = (text: string) =>
  text
    .replace('{email}', values.Email)
    .replace('{old_email}', values.OldEmail)
    .replace('{new_email}', values.NewEmail)
    .replace('{minutes}', String(auth.email.otp_expiry / 60))

test('every language of the client has texts for each mail of Auth', () => {
  for (const language of languages) {
    expect(Object.keys(wordsOf(language).mails)).toEqual(templates.map(([kind]) => kind))
  }
})

test.each(languages.flatMap((language) => templates.map(([kind, it]) => ({ language, kind, it }))))(
  'the mail $kind is written in $language',
  ({ language, kind, it }) => {
    const known = { ...values, Data: { locale: language } }
    const html = renderTemplate(read(it.content_path), known)
    const words = wordsOf(language).mails[kind]
    expect(renderTemplate(it.subject, known)).toBe(words?.subject)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<title>${words?.title}</title>`)
    expect(html).toContain(filled(words?.text ?? ''))
    expect(html).toContain(filled(words?.note ?? '</a>'))
    expect(html).not.toMatch(/[{}]|password>/)
  },
)

test('the subject of a mail is English for members without a language, or with a language without texts', () => {
  for (const Data of [{}, { locale: 'fr' }, { locale: 5 }]) {
    for (const [kind, { subject }] of templates) {
      expect(renderTemplate(subject, { Data })).toBe(wordsOf('en').mails[kind]?.subject)
    }
  }
})

test('each text of a mail is translated in every other language, with the same values and tags as in English', () => {
  const placesOf = (text = '') => (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).toSorted()
  for (const language of languages.filter((code) => code !== 'en')) {
    const { mails, ...shared } = wordsOf(language)
    const texts = { ...mails, shared }
    const { mails: english, ...others } = wordsOf('en')
    for (const [kind, words] of Object.entries({ ...english, shared: others })) {
      for (const [name, text] of Object.entries(words)) {
        const own = (texts as Record<string, Record<string, string>>)[kind]?.[name]
        expect(own, `${language} ${kind}.${name}`).not.toBe(text)
        expect(placesOf(own), `${language} ${kind}.${name}`).toEqual(placesOf(text))
      }
    }
  }
})
