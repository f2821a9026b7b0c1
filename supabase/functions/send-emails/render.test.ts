import assert from 'node:assert/strict'
import { noticeEvents, type NoticeEvent } from '../../notices/events.ts'
import type { Notice } from '../../notices/render.ts'
import type { OutboxEmail } from './content.ts'
import { render } from './render.ts'
import { languageOf } from './words.ts'

const site = 'https://kolpact.example'
/** Values that the texts of the events below contain. */
const values = {
  order_id: 'o1',
  profile_id: 'p1',
  campaign_id: 'c1',
  other_id: 'p2',
  other_name: 'Acme',
  profile_name: 'Maya <Okafor>',
  pack_title: 'A thread',
  campaign_title: 'Launch',
  saved_search_name: 'DeFi & more',
  file_name: 'brief.pdf',
  destination: 'DE00 1234',
  rating: 4,
  amount_minor: 123_450,
  total_minor: 123_450,
  creator_minor: 123_450,
  creator_fee_minor: 13_717,
  price_minor: 200_000,
  currency: 'USD',
  due_at: '2026-03-04T05:06:00+00:00',
}
const notice = (event: NoticeEvent | null, data: object = values): Notice => ({
  event,
  title: 'An English title',
  message: 'An English message.',
  data,
})
const email: OutboxEmail = {
  id: 'e1',
  to_email: 'brand@kolpact.test',
  display_name: 'Halcyon Vaults',
  template: 'new_kol_match',
  locale: 'en',
  notices: [notice('creator_matched')],
  notice_count: 1,
  digest: null,
  unsubscribe_token: 'p1.new_kol_match.abc',
  not_me_token: null,
}
const about = (event: NoticeEvent | null, locale = 'en', data?: object) =>
  render({ ...email, locale, notices: [notice(event, data)] }, site)

Deno.test('the e-mail about a match names the creator and the search, and has links to both', () => {
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

Deno.test('a mail about the account has the link that needs no sign-in', () => {
  const notices = [notice('payout_method_added', { method: 'IBAN •••• 3000' })]
  const guard = { ...email, notices, not_me_token: 'p1.not_me.abc', unsubscribe_token: null }
  const mail = render(guard, site)
  for (const body of [mail.text, mail.html]) {
    assert.ok(body.includes(`${site}/not-me?token=p1.not_me.abc`))
    assert.ok(!body.includes('/unsubscribe') && !body.includes('No more e-mails of this kind'))
  }
  assert.deepEqual(mail.headers, {})
  assert.ok(!render({ ...email, notices }, site).text.includes('/not-me'))
})

Deno.test('a mail about an order has its number, in the language of the reader', () => {
  const data = { ...values, order_number: 'K-7F3Q9' }
  assert.match(about('order_delivered', 'en', data).text, /^Order K-7F3Q9$/m)
  assert.match(about('order_delivered', 'tr', data).text, /^Sipariş K-7F3Q9$/m)
  assert.doesNotMatch(about('order_delivered', 'en').text, /K-|Order undefined/)
  const notices = [notice('order_funded', data), notice('order_delivered', data)]
  const joined = render({ ...email, notices, notice_count: 2 }, site)
  assert.equal(joined.text.match(/- K-7F3Q9 · /g)?.length, 2)
})

/** A value for each placeholder in the texts of an event. */
function valuesOf(event: NoticeEvent): Record<string, unknown> {
  const places = JSON.stringify(languageOf('en').words.events[event]).matchAll(/\{(\w+)\}/g)
  const value = (key: string) => {
    if (key.endsWith('_minor')) return values.amount_minor
    return key.endsWith('_at') ? values.due_at : `${key} of a member`
  }
  return {
    currency: 'USD',
    ...Object.fromEntries([...places].map(([, key = '']) => [key, value(key)])),
  }
}

Deno.test('every event has a subject and a text in every language', () => {
  for (const event of Object.keys(noticeEvents) as NoticeEvent[]) {
    const english = about(event, 'en', valuesOf(event))
    for (const locale of ['es', 'tr']) {
      const mail = about(event, locale, valuesOf(event))
      assert.notEqual(mail.subject, english.subject, `${locale} ${event}`)
      for (const [line] of english.text.matchAll(/[A-Z][^\n:]{12,}/g)) {
        assert.ok(!mail.text.includes(line), `${locale} ${event}: ${line}`)
      }
      for (const body of [mail.subject, mail.text, mail.html]) {
        assert.ok(!/\{\w+\}|undefined|An English/.test(body), `${locale} ${event}: ${body}`)
      }
    }
  }
})

Deno.test("an e-mail is in the member's language, or in English if there are no texts in that language", () => {
  assert.match(about('creator_matched', 'es-MX').subject, /coincide con tu búsqueda/)
  assert.match(about('creator_matched', 'tr').html, /<html lang="tr">/)
  assert.match(about('creator_matched', 'ko').html, /<html lang="en">/)
  assert.match(render({ ...email, locale: null }, site).subject, /matches your search/)
  assert.equal(languageOf('constructor').code, 'en')
})

Deno.test('amounts and times in an e-mail follow the language, and times are in UTC', () => {
  assert.equal(about('order_earned').subject, 'You earned $1,234.50')
  assert.match(about('order_earned', 'es').subject, /^Has ganado 1234,50\sUS\$$/)
  assert.match(about('review_reminder').text, /accepted on Mar 4, 2026, 5:06\sAM UTC\./)
  assert.match(about('review_reminder', 'es').text, /se aceptará el 4 mar 2026, 5:06 UTC\./)
})

Deno.test('an e-mail about a notice without an event, or with a missing value, shows the text of the database', () => {
  for (const mail of [about(null, 'es'), about('order_earned', 'es', { order_id: 'o1' })]) {
    assert.equal(mail.subject, 'An English title')
    assert.ok(mail.text.includes('An English title\n\nAn English message.'))
  }
})

Deno.test('the button of an e-mail leads to the page of the event', () => {
  const pages = {
    order_delivered: '/dashboard/orders/o1',
    payout_sent: '/dashboard/payments',
    chargeback_opened: '/dashboard/staff/chargebacks',
    campaign_matched: '/dashboard/campaigns/c1',
    invite_accepted: '/dashboard/settings/invites',
    file_removed: '/dashboard/messages/p2',
  } satisfies { [event in NoticeEvent]?: string }
  for (const [event, path] of Object.entries(pages)) {
    assert.ok(about(event as NoticeEvent).text.includes(`: ${site}${path}\n`), event)
  }
})

const digest = {
  searches: [
    {
      saved_search_name: 'DeFi',
      total: 3,
      creators: [
        { profile_id: 'p1', name: 'Maya' },
        { profile_id: 'p2', name: 'Theo' },
      ],
    },
    { saved_search_name: 'NFT', total: 1, creators: [{ profile_id: 'p1', name: 'Maya' }] },
  ],
  others: [notice('invite_accepted'), notice(null)],
}

Deno.test('a digest groups matches by search and counts what it leaves out', () => {
  const { text } = render({ ...email, template: 'digest', notices: [], digest }, site)
  assert.ok(text.includes(`"DeFi": 3 new\n- Maya: ${site}/dashboard/kol-profile/p1`))
  assert.ok(text.includes('- and 1 more'))
  assert.ok(text.includes('- Invite accepted. Maya <Okafor> joined with your invite: '))
  assert.ok(text.includes('- An English title. An English message.: '))
})

Deno.test('a digest is in the language of the member, with its plural forms', () => {
  const mail = render({ ...email, locale: 'es', template: 'digest', notices: [], digest }, site)
  assert.equal(mail.subject, 'Tu resumen de Kolpact')
  assert.ok(mail.text.includes('«DeFi»: 3 nuevos\n') && mail.text.includes('«NFT»: 1 nuevo\n'))
  assert.ok(mail.text.includes('- Invitación aceptada. Maya <Okafor> se ha unido'))
})

Deno.test('several notices about one subject are listed in one e-mail, the newest first', () => {
  const notices = [notice('order_funded'), notice('order_earned')]
  const several = { ...email, template: 'order_update', notices, notice_count: 5 }
  const mail = render(several, site)
  assert.equal(mail.subject, 'You earned $1,234.50 (and 4 more)')
  const [first, second, more] = mail.text.split('\n').filter((line) => line.startsWith('- '))
  assert.match(
    first ?? '',
    /^- You earned \$1,234.50. For A thread, after our fee of \$137.17\. .*: .*\/dashboard\/payments$/,
  )
  assert.match(second ?? '', /^- New order from Acme for A thread\. \$2,000.00 is in escrow/)
  assert.equal(more, '- and 3 earlier')
  assert.match(render({ ...several, notice_count: 3, locale: 'es' }, site).text, /- y 1 anterior\n/)
})

Deno.test('a text of a member cannot become a header, a placeholder or markup of an e-mail', () => {
  const mail = about('creator_matched', 'en', {
    ...values,
    profile_name: 'A\r\nBcc: x@y.z {saved_search_name}',
    profile_id: '"><script>',
  })
  assert.ok(!/[\r\n]/.test(mail.subject))
  assert.ok(mail.subject.includes('{saved_search_name}'))
  assert.ok(!mail.html.includes('<script>'))
})
