import { expect, test } from 'vitest'
import { i18n } from '@/lib/i18n/i18n.ts'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { ProposalFacts } from './proposal-facts.tsx'
import type { Proposal } from './staff-rows.ts'

giveWords({ common, staff })

type Ruled = NonNullable<NonNullable<Proposal['order']>['ruled']>

const wordsOfProposal = (proposal: object) =>
  htmlOf(<ProposalFacts proposal={proposal as Proposal} />)
    .replaceAll(/<(del|ins)>/g, '[$1 ')
    .replaceAll(/<\/(del|ins)>/g, ']')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** The texts of a proposed ruling that gives the creator 3,600.00 of 10,000.00 for late work. */
const wordsOf = (ruled?: Ruled) =>
  wordsOfProposal({
    action: ruled ? 'decide_appeal' : 'resolve_dispute',
    arguments: { creator_share_minor: 360_000, clause: 'deadline', category: 'late' },
    order: { id: 'o', number: 'K-1', currency: 'USD', price_minor: 1_000_000, ruled },
  })

test('a proposed decision of an appeal is shown beside the ruling that it would replace', () => {
  const words = wordsOf({ creator_share_minor: 180_000, clause: 'conduct', category: 'other' })
  expect(words).toMatch(/\[del \$1,800\.00 \] → \[ins \$3,600\.00 \]/)
  expect(words).toContain(
    `[del ${common.ruling_category.other}] → [ins ${common.ruling_category.late}]`,
  )
  expect(words).toContain(
    `[del ${common.ruling_clause.conduct}] → [ins ${common.ruling_clause.deadline}]`,
  )
})

test('a proposed release of all payouts shows who stopped them, why, and which payouts wait', () => {
  const halt = {
    reason: 'The bank is down.',
    since: '2026-05-01T10:00:00Z',
    by: 'Ann',
    waiting: [{ currency: 'USD', payouts: 2, amount_minor: 5_000 }],
  }
  const words = wordsOfProposal({ action: 'release_payouts', arguments: { note: 'n' }, halt })
  expect(words).toMatch(/All payouts were stopped by \W?Ann/)
  expect(words).toContain('The bank is down.')
  expect(words).toContain('2 payouts, $50.00')
})

test('a proposed first ruling is shown without an earlier one', () => {
  const words = wordsOf()
  expect(words).toContain('$3,600.00')
  expect(words).not.toContain('→')
})

test.each([
  ['en', '[del 10,000 units] → [ins 9,000.5 units]'],
  ['tr', '[del 10.000 units] → [ins 9.000,5 units]'],
])(
  'a proposed setting is written in the number format of the language %s',
  async (locale, change) => {
    await i18n.changeLanguage(locale)
    const setting = { value: 10_000, unit: 'units', meaning: 'The most that one decides' }
    const asked = { value: 9_000.5 }
    expect(wordsOfProposal({ subject: 'x', setting, arguments: asked })).toContain(change)
    await i18n.changeLanguage('en')
  },
)
