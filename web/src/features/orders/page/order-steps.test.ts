import { expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '@/domain/orders/orders.ts'
import type { OrderEvent } from '../queries.ts'
import { stepsOf } from './order-steps.ts'

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T10:00:00+00:00`

/** Moves of an order through these states, one each day. */
const movesTo = (...states: OrderStatus[]) =>
  states.map(
    (to_status, index) =>
      ({
        id: index,
        kind: 'move',
        from_status: states[index - 1] ?? null,
        to_status,
        created_at: day(index + 1),
      }) as OrderEvent,
  )

/** The steps as text: `+` marks a step that is done, `>` the present one; later steps have no mark. */
const shown = (
  states: OrderStatus[],
  { milestone_count = 0, needs_draft = false, starts_when_paid = false } = {},
  events = movesTo(...states),
) => {
  const status = states.at(-1) ?? 'pending_payment'
  const order = {
    status,
    created_at: day(1),
    terms: { needs_draft },
    milestone_count,
    starts_when_paid,
  }
  return stepsOf(order, events)
    .map(({ kind, number = '', state }) => {
      const mark = state === 'done' ? '+' : state === 'current' ? '>' : ''
      return `${mark}${kind}${number}`
    })
    .join(' ')
}

const WORKED: OrderStatus[] = ['pending_payment', 'funded', 'in_progress', 'delivered']

/** For each state the states before it, and the expected steps. */
const STATES: Record<OrderStatus, [before: OrderStatus[], steps: string]> = {
  pending_payment: [[], '+placed >paid accepted work end'],
  funded: [WORKED.slice(0, 1), '+placed +paid >accepted work end'],
  in_progress: [WORKED.slice(0, 2), '+placed +paid +accepted >work end'],
  draft_review: [WORKED.slice(0, 3), '+placed +paid +accepted >draft work end'],
  draft_revision: [
    [...WORKED.slice(0, 3), 'draft_review'],
    '+placed +paid +accepted >draft work end',
  ],
  draft_approved: [
    [...WORKED.slice(0, 3), 'draft_review'],
    '+placed +paid +accepted +draft >work end',
  ],
  delivered: [WORKED.slice(0, 3), '+placed +paid +accepted +work >end'],
  in_revision: [WORKED, '+placed +paid +accepted >work end'],
  completed: [WORKED, '+placed +paid +accepted +work +end'],
  disputed: [WORKED, '+placed +paid +accepted +work >dispute end'],
  awaiting_ruling: [[...WORKED, 'disputed'], '+placed +paid +accepted +work >dispute end'],
  ruled: [[...WORKED, 'disputed'], '+placed +paid +accepted +work >dispute end'],
  appealed: [[...WORKED, 'disputed', 'ruled'], '+placed +paid +accepted +work >dispute end'],
  settled: [[...WORKED, 'disputed'], '+placed +paid +accepted +work +dispute +end'],
  declined: [WORKED.slice(0, 2), '+placed +paid +end'],
  cancelled: [WORKED.slice(0, 1), '+placed +end'],
  expired: [WORKED.slice(0, 3), '+placed +paid +accepted +end'],
}

test.each(ORDER_STATUSES)('an order in the state %s shows the expected steps', (status) => {
  const [before, steps] = STATES[status]
  expect(shown([...before, status], { needs_draft: steps.includes('draft') })).toBe(steps)
})

test('an order with a draft has a step for it before the work, and a dispute replaces the steps that were not reached', () => {
  const accepted = WORKED.slice(0, 3)
  const drafted = { needs_draft: true }
  expect(shown(accepted, drafted)).toBe('+placed +paid +accepted >draft work end')
  expect(shown([...accepted, 'draft_review', 'disputed'], drafted)).toBe(
    '+placed +paid +accepted >dispute end',
  )
})

test('an order with milestones has one step for each, which is done when the milestone is accepted', () => {
  const parts = { milestone_count: 3, needs_draft: true }
  const second: OrderStatus[] = [...WORKED, 'in_progress', 'draft_review']
  expect(shown(WORKED, parts)).toBe('+placed +paid +accepted >milestone1 milestone2 milestone3 end')
  expect(shown(second, parts)).toBe(
    '+placed +paid +accepted +milestone1 >milestone2 milestone3 end',
  )
  expect(shown([...second, 'disputed'], parts)).toBe(
    '+placed +paid +accepted +milestone1 >dispute end',
  )
  expect(shown([...second, 'delivered', 'completed'], { milestone_count: 2 })).toBe(
    '+placed +paid +accepted +milestone1 +milestone2 +end',
  )
})

test("an order from the creator's offer has no step for acceptance, unless the creator could not start when it was paid", () => {
  const own = { starts_when_paid: true }
  expect(shown(['pending_payment'], own)).toBe('+placed >paid work end')
  expect(shown(['pending_payment', 'in_progress'], own)).toBe('+placed +paid >work end')
  expect(shown(['pending_payment', 'funded'], own)).toBe('+placed +paid >accepted work end')
})

test('a step that is done has its day, and an open step has none', () => {
  const order = {
    created_at: day(1),
    terms: null,
    milestone_count: 0,
    starts_when_paid: false,
  }
  const states: OrderStatus[] = [...WORKED, 'in_revision']
  expect(
    stepsOf({ ...order, status: 'in_revision' }, movesTo(...states)).map(({ at }) => at),
  ).toEqual([day(1), day(2), day(3), undefined, undefined])
})

test('an order without loaded events is shown with the steps up to its present state', () => {
  expect(shown(['delivered'], {}, [])).toBe('+placed +paid +accepted +work >end')
  expect(shown(['expired'], {}, [])).toBe('+placed +end')
})
