import { setting } from '../environment.ts'

export type Mail = {
  /** The mail's id in the outbox, sent as the idempotency key: a repeated attempt does not send the mail twice. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** Takes one mail, or throws with the reason why it was not taken. */
export type MailTransport = (mail: Mail) => Promise<void>

/** Sends by Resend if its key is set, else to the local mailbox; null if neither is configured. */
export function configuredTransport(): MailTransport | null {
  const from = setting('MAIL_FROM') ?? 'Kolpact <hello@kolpact.test>'
  const key = setting('RESEND_API_KEY')
  if (key) return resendTransport(key, from)
  const url = setting('MAIL_TRANSPORT_URL')
  return url ? mailboxTransport(url, from) : null
}

export function resendTransport(
  key: string,
  from: string,
  url = 'https://api.resend.com/emails',
): MailTransport {
  return ({ id, to, subject, text, html, headers }) =>
    post(
      url,
      { from, to: [to], subject, text, html, headers },
      {
        authorization: `Bearer ${key}`,
        'idempotency-key': id,
      },
    )
}

/** Sends to the mailbox of a developer's machine by the API of Mailpit. */
export function mailboxTransport(url: string, from: string): MailTransport {
  const address = url.endsWith('/send') ? url : `${url.replace(/\/$/, '')}/api/v1/send`
  return ({ to, subject, text, html, headers }) =>
    post(address, {
      From: parseAddress(from),
      To: [{ Email: to, Name: '' }],
      Subject: subject,
      Text: text,
      HTML: html,
      Headers: headers,
    })
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`)
}

export function parseAddress(text: string): { Name: string; Email: string } {
  const [, name = '', email = text] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(text) ?? []
  return { Name: name, Email: email.trim() }
}
