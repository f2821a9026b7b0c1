// Makes the mail templates of Supabase Auth from the texts of supabase/mails. Auth has one template for all languages,
// so each text has a condition on the locale in the user's metadata. A sign-up sets that locale, and a
// trigger (private.copy_locale) keeps it equal to the member's.
import { ROUTES } from '../../../web/src/domain/routes.ts'

export type MailWords = {
  code: string
  note: string
  new_password: string
  mails: Record<string, Mail>
}
type Mail = { subject: string; title: string; text: string; action?: string; note?: string }

/** The texts by language; English is for all other languages. */
export type Catalogues = { en: MailWords } & Record<string, MailWords>

/** The page to which the button of a mail leads. Links contain a token hash, see docs/auth.md. */
const LINKS: Record<string, { path: string; type: string }> = {
  confirmation: { path: ROUTES.authCallback.path, type: 'signup' },
  recovery: { path: ROUTES.resetPassword.path, type: 'recovery' },
  email_change: { path: ROUTES.authCallback.path, type: 'email_change' },
}

const PLACES: Record<string, string> = {
  email: '{{ .Email }}',
  new_email: '{{ .NewEmail }}',
  old_email: '{{ .OldEmail }}',
}
const CODE = '<strong style="letter-spacing: 2px">{{ .Token }}</strong>'
const BUTTON =
  'display: inline-block; background: #0b7a5b; color: #ffffff; text-decoration: none; font-weight: 600; padding: 12px 20px; border-radius: 8px'

/** The subject and the HTML of every mail. `minutes` is the time for which links and codes are valid. */
export function mailTemplates(
  words: Catalogues,
  minutes: number,
): Record<string, { subject: string; html: string }> {
  const kinds = Object.keys(words.en.mails)
  return Object.fromEntries(
    kinds.map((kind) => {
      const say = textReader(words, kind, minutes)
      return [kind, { subject: say(({ mail }) => mail.subject), html: page(kind, say) }]
    }),
  )
}

type Texts = { words: MailWords; mail: Mail; language: string }
type Say = (pick: (texts: Texts) => string) => string

function textReader(words: Catalogues, kind: string, minutes: number): Say {
  const places: Record<string, string> = { ...PLACES, minutes: String(minutes) }
  return (pick) => {
    const textIn = (language: string) => {
      const own = words[language]
      const mail = own?.mails[kind]
      if (!own || !mail) throw new Error(`no words: ${language}, ${kind}`)
      return pick({ words: own, mail, language }).replace(/\{(\w+)\}/g, (_, name: string) => {
        const place = places[name]
        if (!place) throw new Error(`${language}, ${kind}: {${name}} is unknown`)
        return place
      })
    }
    return byLanguage(Object.keys(words), textIn)
  }
}

/** Chooses a text by the locale. Members may store any value there, so `printf` makes it a text that `eq` can compare. */
function byLanguage(languages: string[], textIn: (language: string) => string): string {
  const others = languages.filter((language) => language !== 'en')
  const branches = others.map((language, index) => {
    const condition = `eq (printf "%v" .Data.locale) "${language}"`
    return `{{ ${index ? 'else if' : 'if'} ${condition} }}${textIn(language)}`
  })
  return `${branches.join('')}{{ else }}${textIn('en')}{{ end }}`
}

function page(kind: string, say: Say): string {
  const title = say(({ mail }) => mail.title)
  const text = say(({ mail }) => mail.text)
  return `<!doctype html>
<html lang="${say(({ language }) => language)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
  </head>
  <body style="margin: 0; padding: 24px 12px; background: #fbfaf7; color: #171a18; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif">
    <div style="max-width: 520px; margin: 0 auto; background: #ffffff; border: 1px solid #e5e1d6; border-radius: 12px; padding: 32px">
      <p style="margin: 0 0 24px; font-weight: 700">Kolpact</p>
      <h1 style="margin: 0 0 12px; font-size: 22px; line-height: 1.3">${title}</h1>
      <p style="margin: 0 0 12px">${text}${kind === 'reauthentication' ? ` ${CODE}` : ''}</p>
${button(kind, say)}      <p style="margin: 24px 0 0; color: #666c67; font-size: 14px">${note(kind, say)}</p>
    </div>
  </body>
</html>
`
}

function button(kind: string, say: Say): string {
  const link = LINKS[kind]
  if (!link) return ''
  const href = `{{ .SiteURL }}${link.path}?token_hash={{ .TokenHash }}&amp;type=${link.type}`
  return `      <p style="margin: 24px 0">
        <a href="${href}" style="${BUTTON}">${say(({ mail }) => mail.action ?? '')}</a>
      </p>
      <p style="margin: 0 0 12px">${say(({ words }) => words.code)} ${CODE}</p>
`
}

function note(kind: string, say: Say): string {
  if (LINKS[kind]) return say(({ words, mail }) => `${words.note} ${mail.note}`)
  const link = `<a href="{{ .SiteURL }}${ROUTES.forgotPassword.path}">`
  return say(({ words, mail }) => mail.note ?? words.new_password)
    .replaceAll('<password>', link)
    .replaceAll('</password>', '</a>')
}

/** Writes the subjects into the sections of config.toml. */
export function withSubjects(config: string, subjects: Record<string, string>): string {
  const section = /(\[auth\.email\.(?:template|notification)\.(\w+)\]\n(?:[^[].*\n)*?subject = ).*/g
  return config.replace(section, (all, start: string, kind: string) => {
    const subject = subjects[kind]
    return subject ? start + JSON.stringify(subject) : all
  })
}
