import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import en from '../../../../supabase/notices/en.json'
import es from '../../../../supabase/notices/es.json'
import { noticeEvents } from '../../../../supabase/notices/events.ts'
import { pages } from '../../../../supabase/notices/pages.ts'
import { fill } from '../../../../supabase/notices/render.ts'
import tr from '../../../../supabase/notices/tr.json'
import { paths } from '../paths.ts'
import {
  noticePath,
  renderNotification,
  eventTitle,
  type NoticeEvent,
} from './notification-text.ts'

const i18n = i18next.createInstance()
beforeAll(async () => {
  await i18n.init({
    lng: 'en',
    resources: { en: { notices: en }, es: { notices: es }, tr: { notices: tr } },
  })
})

const own = { title: 'T', message: 'M' }
const ORDER = {
  order_id: 'o',
  pack_title: 'One thread',
  other_name: 'Ada',
  amount_minor: 123_450,
  price_minor: 200_000,
  total_minor: 200_000,
  creator_minor: 90_000,
  creator_fee_minor: 10_000,
  fees_minor: 10_000,
  brand_minor: 100_000,
  due_at: '2026-03-04T05:06:00+00:00',
  currency: 'USD',
}

async function say(event: NoticeEvent | null, data: unknown = ORDER, locale = 'en') {
  await i18n.changeLanguage(locale)
  const { title, message } = renderNotification({ ...own, event, data }, i18n)
  return { title, message }
}

it('a right-to-left name in a notification is isolated from the text around it', async () => {
  const { title } = await say('order_cancelled_unpaid', { ...ORDER, other_name: 'نور 5' })
  expect(title).toBe('\u2068نور 5\u2069 cancelled your order for One thread')
})

describe('a notification', () => {
  it('a notification is rendered in the language of the reader', async () => {
    expect(await say('order_accepted')).toEqual({
      title: 'Ada accepted your order for One thread',
      message: 'The work has begun.',
    })
    expect((await say('order_delivered', ORDER, 'es')).title).toBe('Ada ha entregado One thread')
    expect((await say('order_delivered', ORDER, 'tr')).title).toBe('Ada teslim etti: One thread')
  })

  it('a notification keeps its English text if its event is missing or unknown, or a value is missing', async () => {
    expect(await say(null, ORDER, 'es')).toEqual(own)
    expect(await say('moon_landing' as NoticeEvent, ORDER, 'es')).toEqual(own)
    expect(await say('toString' as NoticeEvent, ORDER, 'es')).toEqual(own)
    expect(await say('order_delivered', null, 'es')).toEqual(own)
    expect(await say('order_delivered', { ...ORDER, other_name: null }, 'es')).toEqual(own)
    expect(await say('order_funded', { ...ORDER, creator_minor: 2 ** 53 }, 'es')).toEqual(own)
    expect(await say('order_funded', { ...ORDER, currency: null }, 'es')).toEqual(own)
  })

  it('a placeholder or key that a member typed is shown as plain text in a notification', async () => {
    const odd = { ...ORDER, other_name: '{amount_minor} $t(common:retry) {{x}} $&' }
    expect((await say('order_delivered', odd)).title).toBe(
      '{amount_minor} $t(common:retry) {{x}} $& delivered One thread',
    )
  })
})

describe('formats of a notification', () => {
  it('amounts in a notification are formatted for the language of the reader', async () => {
    expect((await say('order_declined')).message).toBe('$1,000.00 goes back to your wallet.')
    expect((await say('order_declined', ORDER, 'es')).message).toMatch(
      /^1000,00\sUS\$ vuelven a tu monedero\.$/,
    )
    const usdc = { ...ORDER, creator_minor: 36_000_001, currency: 'USDC' }
    expect((await say('order_earned', usdc)).title).toBe('You earned 36.000001 USDC')
    expect((await say('settlement_proposed')).message).toBe(
      "Of $2,000.00 held for the order: $900.00 to you, $1,000.00 back to the brand's wallet, $100.00 our fee.",
    )
  })

  it('times in a notification are in the language and the time zone of the reader', async () => {
    const due_at = '2026-03-04T05:06:00+00:00'
    const due = new Intl.DateTimeFormat('es', {
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(new Date(due_at))
    expect((await say('review_reminder', { ...ORDER, due_at }, 'es')).message).toBe(
      `Si no respondes, se aceptará el ${due}.`,
    )
  })

  it('numbers in a notification and their plurals follow the language of the reader', () => {
    const days = { one: '{count} día', many: '{count} de días', other: '{count} días' }
    const say = (count: number) => fill(days, { count }, { locale: 'es' })
    expect([0, 1, 2, 12_345, 1_000_000].map(say)).toEqual([
      '0 días',
      '1 día',
      '2 días',
      '12.345 días',
      '1.000.000 de días',
    ])
    expect(fill('{rating} of 5', { rating: 4.5 }, { locale: 'tr' })).toBe('4,5 of 5')
  })
})

it('the title of an event without a notification contains the names of member and pack', async () => {
  await i18n.changeLanguage('en')
  const names = { other_name: 'Acme', pack_title: 'One thread' }
  const title = (event: NoticeEvent) => eventTitle(event, names, i18n)
  expect(title('order_funded')).toBe('New order from Acme for One thread')
  expect(title('order_completed_creator')).toBe('Project completed! One thread for Acme')
  expect(title('order_completed_brand')).toBe('Project completed by Acme!')
})

describe('the page to which a notification leads', () => {
  it('a notification leads to an existing page of the client', () => {
    const id = { order_id: 'x', profile_id: 'x', campaign_id: 'x', other_id: 'x' }
    expect(Object.fromEntries(Object.entries(pages).map(([page, of]) => [page, of(id)]))).toEqual({
      order: paths.order('x'),
      payments: paths.payments,
      home: paths.home,
      suspensions: paths.staff('suspensions'),
      chargebacks: paths.staff('chargebacks'),
      creator: paths.creator('x'),
      campaign: paths.campaign('x'),
      packs: paths.packs,
      payouts: paths.staff('payouts'),
      invites: paths.settings('invites'),
      conversation: paths.messages('x'),
      notifications: paths.notifications,
    })
  })

  it('a notification without the id of its page leads to a list', () => {
    expect(noticePath({ event: 'creator_matched', data: {} })).toBe(paths.savedSearches)
    expect(noticePath({ event: 'campaign_matched', data: null })).toBe(paths.campaigns)
    expect(noticePath({ event: 'order_delivered', data: { order_id: '' } })).toBe(paths.orders)
    expect(noticePath({ event: 'file_removed', data: { other_id: null } })).toBe(paths.settings())
    const ofCampaign = { other_id: null, bucket: 'attachments' }
    expect(noticePath({ event: 'file_removed', data: ofCampaign })).toBe(paths.campaigns)
    expect(noticePath({ event: null, data: { order_id: 'o' } })).toBe(paths.notifications)
  })

  it('a notification leads to a path of the client even if its data contain parts of another address', () => {
    for (const event of Object.keys(noticeEvents)) {
      const data = { order_id: '../x', profile_id: '//x', campaign_id: '"><b>', other_id: '?x' }
      expect(noticePath({ event, data })).toMatch(/^(\/[\w-]+)+(\/[\w.%-]*)?$/)
    }
  })
})
