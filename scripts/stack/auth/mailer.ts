import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { htmlToText, type Mailbox } from '../mail/mailbox.ts'
import { projectRoot } from '../paths.ts'
import { scope } from '../api/lite.ts'

type Kind = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication'
type Meta = { currentEmail?: string; newEmail?: string }

const templateNames: Record<Kind, string> = {
  signup: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
}
const plain = `<p>{{ .ConfirmationURL }}</p><p>{{ .Token }}</p>`

/**
 * The mails of the auth server, from the templates that a hosted project sends too. Links go
 * through the API's `/auth/v1/verify` and from there to where the client asked to be sent.
 */
export function authMailer(options: {
  auth: Config['auth']
  siteUrl: string
  apiUrl: string
  mailbox: Mailbox
}) {
  const { auth, siteUrl, apiUrl, mailbox } = options

  async function send(kind: Kind, to: string, tokenHash: string, otp: string, meta: Meta = {}) {
    const redirectTo = scope.getStore()?.redirectTo ?? siteUrl
    const link = new URL(`${apiUrl}/auth/v1/verify`)
    link.search = new URLSearchParams({
      token: tokenHash,
      type: kind,
      redirect_to: redirectTo,
    }).toString()
    const template = auth.email.template[templateNames[kind]]
    const source = template?.content_path
      ? readFileSync(resolve(projectRoot, template.content_path), 'utf8')
      : plain
    const values: Record<string, string> = {
      ConfirmationURL: link.toString(),
      Token: otp,
      TokenHash: tokenHash,
      SiteURL: siteUrl,
      RedirectTo: redirectTo,
      Email: meta.currentEmail ?? to,
      NewEmail: meta.newEmail ?? '',
    }
    const html = source.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_, name: string) =>
      escape(values[name] ?? ''),
    )
    mailbox.add({
      From: { Name: 'Kolpact', Address: 'no-reply@kolpact.test' },
      To: [{ Name: '', Address: to }],
      Subject: template?.subject ?? `Your code: ${otp}`,
      HTML: html,
      Text: htmlToText(html),
      Tags: [kind],
    })
  }

  return {
    sendConfirmation: (to: string, hash: string, otp: string, meta?: Meta) =>
      send('signup', to, hash, otp, meta),
    sendRecovery: (to: string, hash: string, otp: string, meta?: Meta) =>
      send('recovery', to, hash, otp, meta),
    sendMagicLink: (to: string, hash: string, otp: string, meta?: Meta) =>
      send('magiclink', to, hash, otp, meta),
    sendEmailChange: (to: string, hash: string, otp: string, meta?: Meta) =>
      send('email_change', to, hash, otp, meta),
    sendReauthentication: (to: string, otp: string) => send('reauthentication', to, '', otp),
  }
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
}
