import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderNotification, type NotificationRow, type Translate } from './notification-text.ts'

const words = (locale: string, namespace: string): object =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../locales', locale, `${namespace}.json`), 'utf8'),
  )
const locales = ['en', 'es', 'tr']
const i18n = i18next.createInstance()
const say = (row: NotificationRow, role: string | null, locale = 'en') =>
  renderNotification(row, role, i18n.getFixedT(locale) as Translate, locale)

beforeAll(() =>
  i18n.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['notifications', 'common'],
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      locales.map((locale) => [
        locale,
        {
          notifications: words(locale, 'notifications'),
          common: words(locale, 'common'),
        },
      ]),
    ),
  }),
)

const ORDER = {
  order_id: 'o',
  pack_title: 'One thread',
  other_id: 'p',
  price_minor: 9000,
  currency: 'USD',
}
const order = (
  event: string,
  other_name: string,
  title: string,
  message: string,
  more: object = {},
): NotificationRow => ({
  type: ['disputed', 'settled', 'settlement_proposed'].includes(event)
    ? 'dispute_update'
    : 'order_update',
  title,
  message,
  data: { ...ORDER, event, other_name, ...more },
})

// Every row that the database writes, with the reader's role: English says what the row says,
// but for amounts and times, which every language writes in its own way.
const ROWS: [role: string, row: NotificationRow][] = [
  [
    'kol',
    order(
      'funded',
      'Acme',
      'New order from Acme for One thread',
      '90.00 USD is in escrow. Accept or decline the order.',
      { amount_minor: 9000 },
    ),
  ],
  [
    'brand',
    order('accepted', 'Ada', 'Ada accepted your order for One thread', 'The work has begun.'),
  ],
  [
    'brand',
    order(
      'declined',
      'Ada',
      'Ada declined your order for One thread',
      '91.50 USD is back in your wallet.',
      { amount_minor: 9150 },
    ),
  ],
  [
    'brand',
    order('delivered', 'Ada', 'Ada delivered One thread', 'Accept the work or ask for a revision.'),
  ],
  [
    'kol',
    order(
      'revision_requested',
      'Acme',
      'Acme asked for a revision of One thread',
      'Read what should change, then deliver again.',
    ),
  ],
  [
    'brand',
    order('expired', 'Ada', 'Your order for One thread expired', 'It was not paid in time.', {
      reason: 'unpaid',
    }),
  ],
  [
    'brand',
    order(
      'expired',
      'Ada',
      'Your order for One thread expired',
      '90.00 USD is back in your wallet.',
      { amount_minor: 9000 },
    ),
  ],
  [
    'kol',
    order(
      'expired',
      'Acme',
      'The order from Acme for One thread expired',
      'It was not accepted in time.',
    ),
  ],
  [
    'brand',
    order(
      'cancelled',
      'Ada',
      'Your order for One thread was cancelled',
      'The payment was charged back.',
      { reason: 'chargeback' },
    ),
  ],
  [
    'brand',
    order(
      'cancelled',
      'Ada',
      'Your order for One thread was cancelled',
      '90.00 USD is back in your wallet.',
      { amount_minor: 9000 },
    ),
  ],
  [
    'kol',
    order(
      'cancelled',
      'Acme',
      'The order from Acme for One thread was cancelled',
      'The work is off.',
    ),
  ],
  [
    'kol',
    order('completed', 'Acme', 'Project completed! One thread for Acme', 'Thank you for the work.'),
  ],
  [
    'brand',
    order(
      'completed',
      'Ada',
      'Project completed by Ada!',
      'Tell others how it went: write a review.',
    ),
  ],
  [
    'kol',
    order(
      'review_extended',
      'Acme',
      'More time to review One thread',
      'The brand extended the review, once.',
    ),
  ],
  [
    'kol',
    order(
      'cancel_requested',
      'Acme',
      'Cancel the order for One thread?',
      'The other side asks to cancel. It is cancelled if you agree.',
    ),
  ],
  [
    'brand',
    order(
      'disputed',
      'Ada',
      'Dispute about One thread',
      'The money stays in escrow until the dispute is settled.',
    ),
  ],
  [
    'kol',
    order(
      'settlement_proposed',
      'Acme',
      'A settlement for One thread is proposed',
      '40.00 USD of 90.00 USD for the creator.',
      { amount_minor: 4000 },
    ),
  ],
  [
    'brand',
    order(
      'settled',
      'Ada',
      'The dispute about One thread is settled',
      '50.00 USD is back in your wallet.',
      { amount_minor: 5000 },
    ),
  ],
  [
    'kol',
    order(
      'settled',
      'Acme',
      'The dispute about One thread is settled',
      '36.000001 USDC is yours.',
      {
        amount_minor: 36_000_001,
        currency: 'USDC',
      },
    ),
  ],
  [
    'kol',
    {
      type: 'payment_received',
      title: 'You earned 81.00 USD',
      message: 'For One thread. It becomes available when the hold ends.',
      data: { ...ORDER, event: 'completed', amount_minor: 8100 },
    },
  ],
  [
    'kol',
    {
      type: 'payment_received',
      title: '81.00 USD is on its way to you',
      message: 'Sent to DE00 1234.',
      data: {
        event: 'payout_sent',
        amount_minor: 8100,
        currency: 'USD',
        destination: 'DE00 1234',
      },
    },
  ],
  [
    'kol',
    {
      type: 'dispute_update',
      title: 'A payment of 81.00 USD was charged back',
      message: 'Look at the brand and decide whether it may spend again.',
      data: { event: 'chargeback', amount_minor: 8100, currency: 'USD', other_name: 'Acme' },
    },
  ],
  [
    'brand',
    {
      type: 'dispute_update',
      title: 'A payment of 81.00 USD was charged back',
      message: 'You cannot order, pay or take money back until our staff have looked at it.',
      data: { event: 'account_frozen', amount_minor: 8100, currency: 'USD', other_name: 'Acme' },
    },
  ],
  [
    'kol',
    {
      type: 'payment_received',
      title: 'Your payout of 81.00 USD could not be sent',
      message: 'The money is back in your balance.',
      data: { event: 'payout_failed', amount_minor: 8100, currency: 'USD' },
    },
  ],
  [
    'kol',
    {
      type: 'review_received',
      title: 'You were reviewed for One thread',
      message: 'Write your own review to read it.',
      data: { ...ORDER, event: 'review_waiting' },
    },
  ],
  [
    'kol',
    {
      type: 'review_received',
      title: 'Acme reviewed your work together',
      message: '4 of 5',
      data: { event: 'review_visible', other_name: 'Acme', rating: 4 },
    },
  ],
  [
    'brand',
    {
      type: 'new_kol_match',
      title: 'New KOL Match Found!',
      message: 'Ada matches your saved search "DeFi & more"',
      data: { profile_name: 'Ada', saved_search_name: 'DeFi & more' },
    },
  ],
  [
    'kol',
    {
      type: 'campaign_match',
      title: 'A campaign for you',
      message: 'Acme is looking for creators like you: "Launch"',
      data: { campaign_title: 'Launch', profile_name: 'Acme' },
    },
  ],
  [
    'brand',
    {
      type: 'application_update',
      title: 'New application',
      message: 'Ada applied to "Launch"',
      data: { campaign_title: 'Launch', status: 'sent', profile_name: 'Ada' },
    },
  ],
  [
    'kol',
    {
      type: 'application_update',
      title: 'Application accepted',
      message: 'Your application to "Launch" was accepted',
      data: { campaign_title: 'Launch', status: 'accepted' },
    },
  ],
  [
    'kol',
    {
      type: 'application_update',
      title: 'Application declined',
      message: 'Your application to "Launch" was declined',
      data: { campaign_title: 'Launch', status: 'declined' },
    },
  ],
  [
    'kol',
    {
      type: 'invite_accepted',
      title: 'Invite accepted',
      message: 'Ada joined with your invite',
      data: { profile_name: 'Ada' },
    },
  ],
  [
    'kol',
    {
      type: 'profile_approved',
      title: 'Your profile is approved',
      message: 'Brands can find you now.',
      data: {},
    },
  ],
  [
    'brand',
    {
      type: 'file_removed',
      title: 'A file was removed',
      message: 'brief.pdf is not the kind of file that it says it is.',
      data: { file_name: 'brief.pdf', bucket: 'attachments', other_id: 'p' },
    },
  ],
]

const asEnglishWrites = (text: string) => text.replaceAll(/([\d.]+) USD\b/g, '$$$1')

describe.each(ROWS)('to a %s: $title', (role, row) => {
  it('says in English what the row says', () => {
    expect(say(row, role)).toEqual(englishOf(row))
  })

  it.each(['es', 'tr'])('says all of it in %s', (locale) => {
    const told = say(row, role, locale)
    expect(told.title).not.toBe(row.title)
    expect(told.message).not.toBe(row.message)
    expect(`${told.title} ${told.message}`).not.toMatch(/\{\{|undefined|null/)
  })
})

function englishOf(row: NotificationRow) {
  return { title: asEnglishWrites(row.title), message: asEnglishWrites(row.message) }
}

describe('what a language writes in its own way', () => {
  const refund = order('declined', 'Ada', 'T', 'M', { amount_minor: 123_450 })

  it('amounts', () => {
    expect(say(refund, 'brand').message).toBe('$1,234.50 is back in your wallet.')
    expect(say(refund, 'brand', 'es').message).toMatch(/^1234,50\sUS\$ han vuelto a tu monedero\.$/)
  })

  it('times, which are the reader’s', () => {
    const row = order('review_reminder', 'Ada', 'T', 'M', { due_at: '2026-03-04T05:06:00+00:00' })
    const due = new Intl.DateTimeFormat('es', { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date('2026-03-04T05:06Z'),
    )
    expect(say(row, 'brand', 'es').message).toBe(`Si no respondes, se aceptará el ${due}.`)
  })
})

describe('every value comes from the data', () => {
  const row = (type: string, title: string, message: string, data: object): NotificationRow => ({
    type,
    title,
    message,
    data,
  })

  it('whatever the English says', () => {
    const sent = row('payment_received', '1.00 USD is on its way to you', 'Sent to Mars.', {
      event: 'payout_sent',
      amount_minor: 8100,
      currency: 'USD',
      destination: 'DE00 1234',
    })
    expect(say(sent, 'kol')).toEqual({
      title: '$81.00 is on its way to you',
      message: 'Sent to DE00 1234.',
    })
    const applied = row('application_update', 'New application', 'Eve applied to "Moon"', {
      status: 'sent',
      campaign_title: 'Launch',
      profile_name: 'Ada',
    })
    expect(say(applied, 'brand').message).toBe('Ada applied to "Launch"')
  })

  it('and of a proposal the price beside the amount', () => {
    const proposed = order('settlement_proposed', 'Acme', 'T', '1.00 USD of 2.00 USD', {
      amount_minor: 4000,
    })
    expect(say(proposed, 'kol').message).toBe('$40.00 of $90.00 for the creator.')
  })

  it.each([
    order('funded', 'Acme', 'T', '90.00 USD is in escrow.'),
    order('declined', 'Ada', 'T', '90.00 USD is back in your wallet.'),
    order('expired', 'Ada', 'T', '90.00 USD is back in your wallet.'),
    order('cancelled', 'Ada', 'T', '90.00 USD is back in your wallet.'),
    order('settled', 'Ada', 'T', '90.00 USD is back in your wallet.'),
    order('declined', 'Ada', 'T', 'Too much to be exact.', { amount_minor: 2 ** 53 }),
    order('review_reminder', 'Ada', 'T', 'It is accepted on 2026-03-04 05:06 UTC.'),
    row('payment_received', 'You earned 81.00 USD', 'M', { ...ORDER, event: 'completed' }),
    row('payment_received', '81.00 USD is on its way', 'Sent to DE00 1234.', {
      event: 'payout_sent',
      amount_minor: 8100,
      currency: 'USD',
    }),
    row('review_received', 'Acme reviewed your work together', '4 of 5', {
      event: 'review_visible',
      rating: 4,
    }),
    row('application_update', 'T', 'Ada applied to "Launch"', {
      campaign_title: 'Launch',
      status: 'sent',
    }),
  ])('and a row without it says what it said: $title $message', (old) => {
    expect(say(old, 'brand', 'es')).toEqual({ title: old.title, message: old.message })
  })
})

describe('what is not known here', () => {
  const own = { title: 'T', message: 'M' }
  const row = (type: string, data: unknown): NotificationRow => ({ type, data, ...own })

  it('stays as the row has it', () => {
    expect(say(row('order_update', { ...ORDER, event: 'toasted' }), 'brand', 'es')).toEqual(own)
    expect(say(row('moon_landing', {}), 'brand', 'es')).toEqual(own)
    expect(say(row('application_update', { status: 'lost' }), 'kol', 'es')).toEqual(own)
    expect(say(row('order_update', null), null, 'es')).toEqual(own)
  })

  it('a name that is gone has its fall-back', () => {
    const nameless = row('order_update', { ...ORDER, event: 'delivered', other_name: null })
    expect(say(nameless, 'brand').title).toBe('Unknown Creator delivered One thread')
  })

  it('and what a member typed is never read as a place or a key', () => {
    const odd = order('delivered', '{{amount}} $t(common:retry)', 'T', 'M')
    expect(say(odd, 'brand').title).toBe('{{amount}} $t(common:retry) delivered One thread')
  })
})
