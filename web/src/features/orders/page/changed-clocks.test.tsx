import { afterEach, expect, test, vi } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import terms from '@/locales/en/changed-terms.json'
import checkout from '@/locales/en/checkout.json'
import common from '@/locales/en/common.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { ChangedClocks } from './changed-clocks.tsx'

giveWords({ checkout, common, 'changed-terms': terms })
afterEach(() => vi.unstubAllGlobals())

function notice(state: unknown, status: Order['status'] = 'pending_payment') {
  vi.stubGlobal('history', { state })
  const windows = { acceptance_window: 20, review_window: 30 }
  const html = htmlOf(<ChangedClocks order={{ status, windows } as unknown as Order} />)
  return html.includes('role="alert"') ? html : null
}

test('an unpaid order shows its time limits if they differ from those shown before it was placed', () => {
  expect(notice({ clocksChanged: true })).toContain('20 hours to accept the order, 30 hours')
  expect(notice({ clocksChanged: false })).toBeNull()
  expect(notice(null)).toBeNull()
  expect(notice({ clocksChanged: true }, 'funded'), 'it is paid').toBeNull()
})
