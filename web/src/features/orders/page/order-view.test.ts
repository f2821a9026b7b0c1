import { expect, test } from 'vitest'
import { escrowContext } from './order-view.ts'

test.each([
  ['in_progress', 'brand'],
  ['disputed', 'disputed'],
  ['awaiting_ruling', 'disputed'],
  ['ruled', 'ruled'],
  ['appealed', 'appealed'],
] as const)('the text about escrow of an order that is %s is that of "%s"', (status, context) => {
  expect(escrowContext(status, 'brand')).toBe(context)
})
