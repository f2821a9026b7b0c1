import assert from 'node:assert/strict'
import type { OutboxEmail } from './content.ts'
import { render } from './render.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { tr } from './words/tr.ts'

const site = 'https://kolpact.example'
const email: OutboxEmail = {
  id: 'e1',
  to_email: 'brand@kolpact.test',
  display_name: 'Halcyon Vaults',
  template: 'new_kol_match',
  locale: 'en',
  data: {
    profile_id: 'p1',
    profile_name: 'Maya <Okafor>',
    saved_search_name: 'DeFi & more',
    title: 'New KOL Match Found!',
    message: 'Maya matches',
  },
  unsubscribe_token: 'p1.new_kol_match.abc',
}

Deno.test('the match e-mail names the creator and the search, and leads to both ends', () => {
  const mail = render(email, site)
  assert.equal(mail.subject, 'Maya <Okafor> matches your search "DeFi & more"')
  for (const body of [mail.text, mail.html]) {
    assert.ok(body.includes(`${site}/dashboard/kol-profile/p1`))
    assert.ok(body.includes(`${site}/unsubscribe?token=p1.new_kol_match.abc`))
    assert.ok(body.includes('Halcyon Vaults'))
  }
  assert.ok(mail.html.includes('Maya &lt;Okafor&gt;') && mail.html.includes('DeFi &amp; more'))
  assert.ok(!mail.html.includes('<Okafor>'))
  assert.equal(mail.headers['List-Unsubscribe'], `<${site}/unsubscribe?token=p1.new_kol_match.abc>`)
})

Deno.test("the language is the member's, English where we do not write it", () => {
  assert.match(render({ ...email, locale: 'es-MX' }, site).subject, /coincide con tu búsqueda/)
  assert.match(render({ ...email, locale: 'tr' }, site).html, /<html lang="tr">/)
  assert.match(render({ ...email, locale: 'ko' }, site).html, /<html lang="en">/)
  assert.match(render({ ...email, locale: null }, site).subject, /matches your search/)
})

Deno.test("an order is told in words of its event, or else in the notification's", () => {
  const data = { order_id: 'o1', event: 'funded', other_name: 'Acme', pack_title: 'A thread' }
  const known = render({ ...email, template: 'order_update', locale: 'es', data }, site)
  assert.equal(known.subject, 'Nuevo pedido de Acme: A thread')
  assert.ok(known.text.includes(`${site}/dashboard/orders/o1`))
  const other = { ...data, event: 'thawed', title: 'It thawed', message: 'Slowly.' }
  assert.equal(
    render({ ...email, template: 'order_update', data: other }, site).subject,
    'It thawed',
  )
})

Deno.test('every other type says what the notification says', () => {
  const data = { title: 'You earned 90.00 USD', message: 'For A thread.', order_id: 'o1' }
  const mail = render({ ...email, template: 'payment_received', data }, site)
  assert.equal(mail.subject, 'You earned 90.00 USD')
  assert.ok(mail.text.includes('For A thread.') && mail.text.includes(`${site}/dashboard/payments`))
})

Deno.test('a digest groups matches by search and counts what it leaves out', () => {
  const data = {
    searches: [
      {
        saved_search_name: 'DeFi',
        total: 3,
        creators: [
          { profile_id: 'p1', name: 'Maya' },
          { profile_id: 'p2', name: 'Theo' },
        ],
      },
    ],
    others: [
      { type: 'invite_accepted', title: 'Invite accepted', message: 'Ada joined', data: {} },
    ],
  }
  const { text } = render({ ...email, template: 'digest', data }, site)
  assert.ok(text.includes('"DeFi": 3 new\n- Maya: '))
  assert.ok(text.includes('- and 1 more'))
  assert.ok(text.includes('Invite accepted. Ada joined'))
})

Deno.test('notifications about one subject are one e-mail, the newest first', () => {
  const about = { order_id: 'o1', other_name: 'Acme', pack_title: 'A thread' }
  const items = [
    { ...about, type: 'order_update', event: 'funded', title: 'Paid', message: 'x' },
    { ...about, type: 'payment_received', title: 'You earned 90.00 USD', message: 'On hold.' },
  ]
  const data = { ...items[0], items, total: 5 }
  const mail = render({ ...email, template: 'order_update', data }, site)
  assert.equal(mail.subject, 'You earned 90.00 USD (and 4 more)')
  const [first, second, more] = mail.text.split('\n').filter((line) => line.startsWith('- '))
  assert.equal(first, `- You earned 90.00 USD. On hold.: ${site}/dashboard/payments`)
  assert.match(second ?? '', /^- New order from Acme for A thread/)
  assert.equal(more, '- and 3 earlier')
  const one = render(
    { ...email, template: 'order_update', data: { ...data, items: [items[0]] } },
    site,
  )
  assert.equal(one.subject, 'New order from Acme for A thread')
})

Deno.test('nothing that a member wrote becomes a header, a pattern or markup', () => {
  const data = { ...email.data, profile_name: 'A\r\nBcc: x@y.z {search}', profile_id: '"><script>' }
  const mail = render({ ...email, data }, site)
  assert.ok(!/[\r\n]/.test(mail.subject))
  assert.ok(mail.subject.includes('{search}'))
  assert.ok(!mail.html.includes('<script>'))
})

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()

Deno.test('each language fills the same places', () => {
  for (const words of [es, tr]) {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      assert.deepEqual(places(words[key]), places(en[key]), key)
    }
  }
})
