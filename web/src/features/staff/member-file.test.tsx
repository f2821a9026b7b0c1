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
