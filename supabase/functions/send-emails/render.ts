import type { Mail } from '../_shared/mail/transport.ts'
import { mailPages } from '../../notices/pages.ts'
import { contentOf, sayer, type Content, type OutboxEmail } from './content.ts'
import { languageOf } from './words.ts'

/** An e-mail of the outbox as it is sent: subject, text and HTML in the member's language. */
export function render(mail: OutboxEmail, site: string): Mail {
  const content = contentOf(mail, site)
  const language = languageOf(mail.locale)
  const say = sayer(language)
  const name = mail.display_name
  const greeting = name ? say('greeting', { name }) : say('greeting_nameless')
  const unsubscribeUrl =
    mail.unsubscribe_token &&
    `${site}${mailPages.unsubscribe}?token=${encodeURIComponent(mail.unsubscribe_token)}`
  const footer: Footer = {
    why: say('why'),
    links: [
      ...(unsubscribeUrl ? [{ label: say('unsubscribe'), url: unsubscribeUrl }] : []),
      { label: say('settings'), url: site + mailPages.settings },
    ],
  }
  return {
    id: mail.id,
    to: mail.to_email,
    subject: oneLine(content.subject),
    text: textOf(greeting, content, footer),
    html: htmlOf(language.code, greeting, content, footer),
    headers: unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>` } : {},
  }
}

type Footer = { why: string; links: { label: string; url: string }[] }

function textOf(greeting: string, content: Content, footer: Footer): string {
  const lists = content.lists.map(({ title, items }) =>
    [title, ...items.map(({ label, url }) => `- ${label}${url ? `: ${url}` : ''}`)].join('\n'),
  )
  const action = `${content.action.label}: ${content.action.url}`
  const links = footer.links.map(({ label, url }) => `${label}: ${url}`)
  const end = ['--', footer.why, ...links].join('\n')
  return [greeting, ...content.paragraphs, ...lists, action, end].join('\n\n')
}

// Many mail programs ignore style sheets, so every element has its styles inline.
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const CARD = 'max-width:560px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px'
const BUTTON =
  'display:inline-block;background:#0b7a5b;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px'

function htmlOf(language: string, greeting: string, content: Content, footer: Footer): string {
  const paragraphs = [greeting, ...content.paragraphs].map(
    (line) => `<p style="margin:0 0 16px">${escape(line)}</p>`,
  )
  const lists = content.lists.map(({ title, items }) => {
    const lines = items.map(
      ({ label, url }) => `<li>${url ? link(url, label) : escape(label)}</li>`,
    )
    return `<h2 style="font-size:16px;margin:24px 0 8px">${escape(title)}</h2><ul style="margin:0 0 16px;padding-left:20px">${lines.join('')}</ul>`
  })
  const { action } = content
  const button = `<p style="margin:24px 0"><a href="${escape(action.url)}" style="${BUTTON}">${escape(action.label)}</a></p>`
  const links = footer.links.map(({ label, url }) => link(url, label))
  const end = `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e3e5ec;font-size:13px;color:#5b6070">${escape(footer.why)}<br>${links.join(' · ')}</p>`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(content.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f6fa;color:#14151a;font-size:16px;line-height:1.5;${FONT}">
<div style="${CARD}">
<p style="margin:0 0 24px;font-weight:700;color:#0b7a5b">Kolpact</p>
${[...paragraphs, ...lists, button, end].join('\n')}
</div>
</body>
</html>
`
}

const link = (url: string, label: string) =>
  `<a href="${escape(url)}" style="color:#0b7a5b">${escape(label)}</a>`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/** A subject is one line: a name with a line break in it must not become a header. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()
