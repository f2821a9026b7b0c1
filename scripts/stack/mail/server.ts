import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Server } from 'node:http'
import { z } from 'zod'
import { htmlToText, type Mailbox } from './mailbox.ts'
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
})

const LARGEST_MAIL = 1024 * 1024
/** Allowed host names. Other names could point here (DNS rebinding), and a foreign page could then read mails and codes. */
const OWN_NAMES = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** Serves the part of Mailpit's HTTP API that tests and functions use, and a page for people. */
export function startMailServer(options: {
  mailbox: Mailbox
  port: number
  /** Second factors whose current codes the page shows. */
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
    return mail ? c.html(mailPage(mail)) : c.redirect('/')
  })
  app.get('/view/:id/html', (c) => c.html(mailbox.get(c.req.param('id'))?.HTML ?? ''))
  app.post('/delete', (c) => {
    mailbox.clear()
    return c.redirect('/', 303)
  })
  return app
}

function apiRoutes(mailbox: Mailbox): Hono {
  const app = new Hono()
  app.get('/search', (c) => c.json({ messages: mailbox.list(c.req.query('query') ?? '') }))
  app.get('/message/:id', (c) => {
    const mail = mailbox.get(c.req.param('id'))
    return mail ? c.json(mail) : c.text('message not found', 404)
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
