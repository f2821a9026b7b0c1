import { expect, it } from 'vitest'
import { mayRule } from './case-actions.tsx'
import type { DisputedOrder } from './staff-rows.ts'

const disputed = (change: Partial<DisputedOrder>) =>
  ({ status: 'disputed', refusal: null, is_proposed: false, ...change }) as DisputedOrder

it('staff may rule on a dispute unless they may not read it, it has a ruling, or a ruling is proposed', () => {
  expect(mayRule(disputed({}))).toBe(true)
  expect(mayRule(disputed({ refusal: 'dispute_not_read' }))).toBe(false)
  expect(mayRule(disputed({ status: 'ruled' }))).toBe(false)
  expect(mayRule(disputed({ is_proposed: true }))).toBe(false)
})
