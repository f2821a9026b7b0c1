import { html, raw } from 'hono/html'
import type { Mail } from './mailbox.ts'

const style = raw(`<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  header { display: flex; gap: 1rem; align-items: center; flex-wrap: wrap; }
  h1 { font-size: 1.25rem; margin: 0 auto 0 0; }
  input, button { font: inherit; padding: .35rem .7rem; }
  ul { list-style: none; padding: 0; }
  li a { display: grid; grid-template-columns: 14rem 1fr auto; gap: 1rem; padding: .6rem .2rem;
    border-top: 1px solid #8884; color: inherit; text-decoration: none; }
  li a:hover { background: #8882; }
  time, dt { color: #888; }
  dl { display: grid; grid-template-columns: 5rem 1fr; gap: .2rem 1rem; }
  dd { margin: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 32rem; border: 1px solid #8884; background: #fff; }
  @media (max-width: 40rem) { li a { grid-template-columns: 1fr; gap: 0; } }
</style>`)

function layout(title: string, content: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        ${content}
      </body>
    </html>`
}

export type ShownCode = { email: string; code: string; seconds: number }

/** HTML with the current codes of second factors; the page reloads when they change. */
function codeList(codes: ShownCode[]) {
  if (codes.length === 0) return ''
  const next = Math.min(...codes.map(({ seconds }) => seconds))
  return html`<meta http-equiv="refresh" content="${next}" />
    <p>
      ${codes.map(
        ({ email, code, seconds }) =>
          html`Code of ${email}: <code id="totp">${code}</code> (for ${seconds} s)<br />`,
      )}
    </p>`
}

export function listPage(mails: Mail[], query: string, codes: ShownCode[] = []) {
  const items = mails.map(
    (mail) =>
      html`<li>
        <a href="/view/${mail.ID}">
          <span>${mail.To.map(({ Address }) => Address).join(', ')}</span>
          <span>${mail.Subject}</span>
          <time>${mail.Created.slice(0, 19).replace('T', ' ')}</time>
        </a>
      </li>`,
  )
  return layout(
    'Mailbox',
    html`<header>
        <h1>Mailbox of the local stack</h1>
        <form>
          <input name="query" value="${query}" placeholder="to:someone@…" aria-label="Search" />
        </form>
        <form method="post" action="/delete"><button>Delete all</button></form>
      </header>
      ${codeList(codes)}
      ${
        mails.length > 0
          ? html`<ul>
              ${items}
            </ul>`
          : html`<p>No mail. Everything the product sends lands here.</p>`
      }`,
  )
}

export function mailPage(mail: Mail) {
  return layout(
    mail.Subject,
    html`<p><a href="/">All mail</a></p>
      <h1>${mail.Subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${mail.From.Name} ${mail.From.Address}</dd>
        <dt>To</dt>
        <dd>${mail.To.map(({ Address }) => Address).join(', ')}</dd>
        <dt>Sent</dt>
        <dd>${mail.Created}</dd>
      </dl>
      ${
        mail.HTML
          ? html`<iframe
              src="/view/${mail.ID}/html"
              title="Message"
              sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
            ></iframe>`
          : ''
      }
      <pre>${mail.Text}</pre>`,
  )
}
