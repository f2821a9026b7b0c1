import { expect, test, vi } from 'vitest'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { FailedPayoutText } from './payouts.tsx'

vi.mock('@/shared/members/profile.tsx', () => ({ useProfile: () => ({ profile: { id: 'me' } }) }))

giveWords({ staff })

test.each([
  ['me', staff.payout_fail_text],
  ['colleague', staff.payout_fail_text_two],
  [null, staff.payout_fail_text_two],
])(
  'the text on a failed payout that was taken by %s says when its money returns',
  (taken_by, words) => {
    expect(htmlOf(<FailedPayoutText payout={{ taken_by }} />)).toContain(words)
  },
)
