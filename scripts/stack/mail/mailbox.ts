import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Address = { Name: string; Address: string }
export type Mail = {
  ID: string
  From: Address
  To: Address[]
  Subject: string
  Created: string
  Text: string
  HTML: string
  Tags: string[]
}
export type NewMail = Omit<Mail, 'ID' | 'Created'>

export type Mailbox = {
  add(mail: NewMail): Mail
  /** Lists mails, newest first; `query` supports the part of Mailpit's search language that tests need. */
  list(query?: string): Mail[]
  get(id: string): Mail | undefined
  clear(): void
}

/** Opens a mailbox. Each mail is a file, so that it survives a restart and can be read with any program. */
export function openMailbox(folder: string): Mailbox {
  mkdirSync(folder, { recursive: true })
  const mails = new Map<string, Mail>()
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const mail = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mail
    mails.set(mail.ID, mail)
  }
  const file = (id: string) => join(folder, `${id}.json`)
  let last = 0

  return {
    add(mail) {
      // Every mail has a later time than the one before, so that the order of mails is unambiguous.
      last = Math.max(Date.now(), last + 1)
      const added = { ...mail, ID: randomUUID(), Created: new Date(last).toISOString() }
      mails.set(added.ID, added)
      writeFileSync(file(added.ID), JSON.stringify(added, null, 2))
      return added
    },
    list(query = '') {
      return [...mails.values()]
        .filter(matcher(query))
        .toSorted((a, b) => b.Created.localeCompare(a.Created))
    },
    get: (id) => mails.get(id),
    clear() {
      for (const id of mails.keys()) rmSync(file(id), { force: true })
      mails.clear()
    },
  }
}

/** A filter for a query such as `to:ada@x.y subject:"hello there" word`: every term must match. */
function matcher(query: string): (mail: Mail) => boolean {
  const terms = [...query.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)].map(
    ([, field = '', quoted, plain]) => ({
      field: field.toLowerCase(),
      text: (quoted ?? plain ?? '').toLowerCase(),
    }),
  )
  return (mail) =>
    terms.every(({ field, text }) => {
      const fields: Record<string, string> = {
        to: mail.To.map(({ Address }) => Address).join(' '),
        from: mail.From.Address,
        subject: mail.Subject,
        body: mail.Text,
        tag: mail.Tags.join(' '),
      }
      const searched = fields[field] ?? Object.values(fields).join(' ')
      return searched.toLowerCase().includes(text)
    })
}

/** Converts an HTML mail to plain text; the address of a link follows its text. */
export function htmlToText(html: string): string {
  return html
    .replace(/<(style|head)[\s\S]*?<\/\1>/gi, '')
    .replace(
      /<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a\s*>/gi,
      (_, href: string, words: string) => `${words} ( ${href} )`,
    )
    .replace(/<(br|\/p|\/h\d|\/tr|\/div)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
