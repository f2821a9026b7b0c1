import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { MemberFileView } from './member-file.tsx'

giveWords({ common, staff })

const file = {
  account: { email: null, last_sign_in_at: null, payout_methods: [], balances: [], accounts: [] },
  orders: { total: 0, rows: [] },
  reports: [],
  reports_made: 0,
  suspensions: [],
  held: { debts: [], chargebacks: [], frozen_for: [] },
  invites: { inviter: null, total: 0, tree: 0, rows: [] },
  notes: [],
}

test('the private data of a member without debts contain the word "None" instead of an empty list', () => {
  const html = htmlOf(<MemberFileView profile={{ id: 'ann' } as never} file={file} />)
  const card = html.split('<section').find((part) => part.includes('Freeze and debts'))
  expect(card).toContain('None')
  expect(card).not.toContain('<ul')
})

test('the appeal of an earlier suspension and its answer are named', () => {
  const suspension = {
    id: 's',
    category: 'other',
    note: 'Spam.',
    appeal: 'It was not me.',
    appeal_reply: 'We looked again.',
    created_at: '2026-05-01T10:00:00Z',
    ends_at: null,
    ended_at: null,
    ended_because: null,
    by: 'Sam',
  }
  const suspensions = [suspension] as never
  const profile = { id: 'ann' } as never
  const html = htmlOf(<MemberFileView profile={profile} file={{ ...file, suspensions }} />)
  const words = html.replaceAll(/<[^>]*>/g, ' ')
  expect(words).toMatch(/Spam\.\s+Appeal\s+It was not me\.\s+Answer of staff\s+We looked again\./)
})
