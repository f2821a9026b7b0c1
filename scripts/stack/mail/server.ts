import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Server } from 'node:http'
import { z } from 'zod'
import { htmlToText, type Mail, type Mailbox } from './mailbox.ts'
import { secondsLeft, totpCode } from '../auth/totp.ts'
import type { SecondFactor } from './second-factors.ts'
import { listPage, mailPage, type ShownCode } from './pages.ts'

const address = z.object({ Email: z.string(), Name: z.string().default('') })
const sendRequest = z.object({
  From: address,
  To: z.array(address).min(1),
  Subject: z.string().default(''),
  Text: z.string().default(''),
  HTML: z.string().default(''),
  Tags: z.array(z.string()).default([]),
  Headers: z.record(z.string(), z.string()).default({}),
})

const LARGEST_MAIL = 1024 * 1024
/** The page shows codes and mails: a page of another name that leads here must not read them. */
const OWN_NAMES = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** The part of Mailpit's HTTP API that tests and functions use, and a page for people. */
export function startMailServer(options: {
  mailbox: Mailbox
  port: number
  /** The page shows the current code of each of them. */
  secondFactors?: SecondFactor[]
}): Promise<{ stop(): Promise<void> }> {
  const { mailbox, port, secondFactors = [] } = options
  const app = new Hono()
  app.use('*', async (c, next) => {
    if (!OWN_NAMES.test(c.req.header('host') ?? '')) return c.text('unknown host', 403)
    return next()
  })
  app.route('/', pageRoutes(mailbox, secondFactors))
  app.route('/api/v1', apiRoutes(mailbox))

  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
      resolve({
        stop: () =>
          new Promise((done) => {
            server.close(() => done())
            ;(server as Server).closeAllConnections()
          }),
      }),
    )
    server.once('error', reject)
  })
}

function pageRoutes(mailbox: Mailbox, secondFactors: SecondFactor[]): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    const query = c.req.query('query')
    return c.html(listPage(mailbox.list(query), query ?? '', codesOf(secondFactors)))
  })
  app.get('/view/:id', (c) => {
    const mail = mailbox.get(c.req.param('id'))
    if (!mail) return c.redirect('/')
    mailbox.markRead(mail.ID)
    return c.html(mailPage(mail))
  })
  app.get('/view/:id/html', (c) => c.html(mailbox.get(c.req.param('id'))?.HTML ?? ''))
  app.post('/delete', (c) => {
    mailbox.delete()
    return c.redirect('/', 303)
  })
  return app
}

function apiRoutes(mailbox: Mailbox): Hono {
  const app = new Hono()
  app.get('/messages', (c) => c.json(page(mailbox.list(), mailbox, c.req.query())))
  app.get('/search', (c) =>
    c.json(page(mailbox.list(c.req.query('query') ?? ''), mailbox, c.req.query())),
  )
  app.get('/message/:id', (c) => {
    const id = c.req.param('id')
    const mail = id === 'latest' ? mailbox.list()[0] : mailbox.get(id)
    if (!mail) return c.text('message not found', 404)
    mailbox.markRead(mail.ID)
    return c.json(full(mail))
  })
  app.delete('/messages', async (c) => {
    const body: unknown = await c.req.json().catch(() => ({}))
    const { IDs } = z.object({ IDs: z.array(z.string()).optional() }).parse(body)
    mailbox.delete(IDs && IDs.length > 0 ? IDs : undefined)
    return c.text('ok')
  })
  app.delete('/search', (c) => {
    mailbox.delete(mailbox.list(c.req.query('query') ?? '').map(({ ID }) => ID))
    return c.text('ok')
  })
  app.post('/send', bodyLimit({ maxSize: LARGEST_MAIL }), async (c) => {
    const request = sendRequest.safeParse(await c.req.json().catch(() => null))
    if (!request.success) return c.json({ Error: z.prettifyError(request.error) }, 400)
    const { From, To, HTML, Text, ...rest } = request.data
    const named = ({ Email, Name }: { Email: string; Name: string }) => ({ Address: Email, Name })
    const mail = mailbox.add({
      ...rest,
      From: named(From),
      To: To.map(named),
      HTML,
      Text: Text || htmlToText(HTML),
    })
    return c.json({ ID: mail.ID })
  })
  return app
}

function codesOf(factors: SecondFactor[]): ShownCode[] {
  return factors.map(({ email, secret }) => ({
    email,
    code: totpCode(secret),
    seconds: secondsLeft(),
  }))
}

function page(
  mails: Mail[],
  mailbox: Mailbox,
  { start = '0', limit = '50' }: Record<string, string>,
) {
  const shown = mails.slice(Number(start), Number(start) + Number(limit))
  const all = mailbox.list()
  return {
    total: all.length,
    unread: all.filter(({ Read }) => !Read).length,
    count: shown.length,
    messages_count: mails.length,
    start: Number(start),
    tags: [],
    messages: shown.map(summary),
  }
}

function summary({ ID, MessageID, From, To, Subject, Created, Tags, Text, HTML, Read }: Mail) {
  return {
    ID,
    MessageID,
    Read,
    From,
    To,
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject,
    Created,
    Tags,
    Size: Text.length + HTML.length,
    Attachments: 0,
    Snippet: Text.replaceAll(/\s+/g, ' ').slice(0, 250),
  }
}

function full(mail: Mail) {
  const { ID, MessageID, From, To, Subject, Created, Tags, Text, HTML } = mail
  return {
    ID,
    MessageID,
    From,
    To,
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    ReturnPath: From.Address,
    Subject,
    Date: Created,
    Tags,
    Text,
    HTML,
    Size: Text.length + HTML.length,
    Inline: [],
    Attachments: [],
  }
}
