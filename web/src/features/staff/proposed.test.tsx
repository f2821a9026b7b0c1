import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { bookMonthsQuery } from './book-queries.ts'
import { Books } from './books.tsx'
import { ChargebackWords } from './chargebacks.tsx'
import { MemberRow } from './members.tsx'
import { PayoutControls } from './payout-controls.tsx'
import { proposedTrustQuery } from './queries.ts'
import { staffListQuery } from './staff-list-query.ts'

giveWords({ common, staff })

/** The address of the link to the list of proposals; null if there is no such link. */
function linkIn(html: string) {
  const [, after] = html.split(staff.decision_proposed)
  return after === undefined ? null : (/href="([^"]*)"/.exec(after)?.[1] ?? null)
}

test.each([
  [true, '/dashboard/staff/proposals?q=2026-05-01'],
  [false, null],
])(
  'a month has a link to the proposal instead of a button to close it only if its closing is proposed: %s',
  (is_proposed, link) => {
    const month = { month: '2026-05-01', closed_at: null, can_be_closed: true, is_proposed }
    const html = htmlOf(<Books />, [bookMonthsQuery(), [month]])
    expect(linkIn(html)).toBe(link)
    expect(html.includes(`>${staff.books_close}<`)).toBe(!is_proposed)
  },
)

test.each([
  [true, '/dashboard/staff/proposals'],
  [false, null],
])(
  'the stop of all payouts has a link to the proposal instead of a button only if its end is proposed: %s',
  (is_release_proposed, link) => {
    const page = {
      rows: [],
      next: null,
      total: 0,
      counted_most: 10_000,
      halted: 'The bank is down.',
      is_release_proposed,
    }
    const html = htmlOf(<PayoutControls />, [staffListQuery('alarms'), page])
    expect(html).toContain('The bank is down.')
    expect(linkIn(html)).toBe(link)
    expect(html.includes(`>${staff.payouts_release_all}<`)).toBe(!is_release_proposed)
  },
)

test.each([
  [true, '/dashboard/staff/proposals?q=p'],
  [false, null],
])(
  'the row of a member has a link to the proposal only if an act about the member is proposed: %s',
  (is_proposed, link) => {
    const profile = { id: 'p', display_name: 'Ann', created_at: '2026-05-01', is_proposed } as never
    expect(linkIn(htmlOf(<MemberRow profile={profile} />))).toBe(link)
  },
)

test.each([
  [true, '/dashboard/staff/proposals'],
  [false, null],
])(
  'a chargeback has a link to the proposals only if a decision about it is proposed: %s',
  (is_proposed, link) => {
    const row = { status: 'lost', kind: 'dispute', currency: 'USD', amount_minor: 5_000 }
    const sums = { brand_minor: 0, suspense_minor: 0, loss_minor: 0, owed_minor: 0, repay_minor: 0 }
    const rest = { created_at: '2026-05-01', evidence: { state: 'impossible' }, is_proposed }
    const chargeback = { ...row, ...sums, ...rest, brand_id: null } as never
    expect(linkIn(htmlOf(<ChargebackWords chargeback={chargeback} />))).toBe(link)
  },
)

test.each([
  ['p', 'A change to “Trusted” waits for a second member of staff:', true],
  ['another', staff.decision_proposed, false],
])(
  'if a trust level is proposed for member %s, the row of member p names it only if it is for p',
  (subject, line, isClosed) => {
    const member = { id: 'p', display_name: 'Ann', created_at: '2026-05-01', is_proposed: true }
    const html = htmlOf(<MemberRow profile={member as never} />, [
      proposedTrustQuery(),
      [{ subject, level: 'trusted' }],
    ])
    expect(html).toContain(line)
    expect(/<input[^>]*disabled/.test(html)).toBe(isClosed)
  },
)
