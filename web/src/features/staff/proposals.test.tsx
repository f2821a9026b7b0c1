import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { Proposals } from './proposals.tsx'
import { staffListQuery } from './staff-list-query.ts'

giveWords({ common, staff })

test.each([true, false])(
  'a proposal says that it is void, and has no button to confirm it, only if its author may no longer decide: %s',
  (is_void) => {
    const proposal = {
      id: 'p',
      action: 'suspend_profile',
      subject: 'm',
      proposer: 'Sam',
      is_mine: false,
      is_void,
      arguments: {},
      created_at: '2026-05-01T10:00:00Z',
      expires_at: '2026-05-08T10:00:00Z',
    }
    const page = { rows: [proposal], next: null, total: 1, counted_most: 10_000 }
    const html = htmlOf(<Proposals />, [staffListQuery('proposals', {}), page])
    expect(html.includes(staff.proposal_void)).toBe(is_void)
    expect(html.includes(`>${common.confirm}<`)).toBe(!is_void)
    expect(html).toContain(staff.turn_down)
  },
)
