import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { htmlToText, type Mailbox } from '../mail/mailbox.ts'
import { renderTemplate } from './mail-template.ts'
import type { Issued } from './one-time-tokens.ts'
import type { User } from './users.ts'

export type LinkKind = 'signup' | 'recovery' | 'email_change'
export type Notice =
  | 'password_changed'
  | 'email_changed'
  | 'mfa_factor_enrolled'
  | 'mfa_factor_unenrolled'

export type Mailer = {
  /** Sends a mail with a link and a code. `values` are further values for the template. */
  link(kind: LinkKind, to: Reader, token: Issued, redirectTo: string, values?: Values): void
  /** Sends a mail with a code only. */
  code(to: Reader, otp: string): void
  /** Sends a notification of a change, if `[auth.email.notification.*]` switches it on. */
  notify(notice: Notice, to: Reader, values?: Values): void
}

/** The receiver. Templates read the metadata as `.Data`. */
export type Reader = Pick<User, 'email' | 'raw_user_meta_data'>

/** The sender of the auth server's mails. */
export type Sender = { name: string; email: string }

type Values = Record<string, string>

const templates: Record<LinkKind, string> = {
  signup: 'confirmation',
  recovery: 'recovery',
  email_change: 'email_change',
}
const plain = '<p>{{ .ConfirmationURL }}</p><p>{{ .Token }}</p>'

/** Sends the auth server's mails, from the same templates as a hosted project. */
export function authMailer(options: {
  config: Config['auth']['email']
  /** The folder to which the paths of templates are relative. */
  projectDir: string
  sender: Sender
  siteUrl: string
  issuer: string
  mailbox: Mailbox
}): Mailer {
  const { config, projectDir, sender, siteUrl, issuer, mailbox } = options

  function send(tag: string, to: Reader, template: Template | undefined, values: Values) {
    const source = template?.content_path
      ? readFileSync(resolve(projectDir, template.content_path), 'utf8')
      : plain
    const address = to.email ?? ''
    const data = to.raw_user_meta_data ?? {}
    const known = { SiteURL: siteUrl, Email: address, Data: data, ...values }
    const html = renderTemplate(source, known)
    mailbox.add({
      From: { Name: sender.name, Address: sender.email },
      To: [{ Name: '', Address: address }],
      Subject: renderTemplate(template?.subject ?? 'Your code: {{ .Token }}', known),
      HTML: html,
      Text: htmlToText(html),
      Tags: [tag],
    })
  }

  return {
    link(kind, to, { otp, hash }, redirectTo, values = {}) {
      const query = new URLSearchParams({ token: hash, type: kind, redirect_to: redirectTo })
      send(kind, to, config.template[templates[kind]], {
        ConfirmationURL: `${issuer}/verify?${query}`,
        Token: otp,
        TokenHash: hash,
        RedirectTo: redirectTo,
        ...values,
      })
    },
    code(to, otp) {
      send('reauthentication', to, config.template.reauthentication, { Token: otp })
    },
    notify(notice, to, values = {}) {
      const template = config.notification[notice]
      if (template?.enabled) send(notice, to, template, values)
    },
  }
}

type Template = { subject: string; content_path?: string | undefined }
