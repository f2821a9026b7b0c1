import { expect, test } from 'vitest'
import type { OrderStatus } from '@/domain/orders/orders.ts'
import { DEFAULT_TERMS } from '@/domain/terms.ts'
import type { OrderEvent } from '../queries.ts'
import { stagesOf } from './dispute-stages.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 10)).toISOString()

/** The stages of a dispute with these states, which begin on 2 January, one a day. The last is due on 10 January. */
function shown(...states: OrderStatus[]) {
  const events = ['delivered', ...states].map(
    (to_status, index) =>
      ({
        kind: 'move',
        from_status: index === 0 ? 'in_progress' : ['delivered', ...states][index - 1],
        to_status,
        created_at: day(index + 1),
      }) as OrderEvent,
  )
  const status = states.at(-1) ?? 'disputed'
  const due_at = status === 'settled' ? null : day(10)
  const date = (at: string | undefined) => (at ? at.slice(5, 10) : '')
  return stagesOf({ status, due_at }, events, DEFAULT_TERMS).map(
    ({ kind, state, at, until }) => `${kind} ${state} ${date(state === 'done' ? at : until)}`,
  )
}

test('each stage has the day on which it ended, or the latest day on which it can end', () => {
  expect(shown('disputed')).toEqual([
    'opened done 01-02',
    'answers current 01-10',
    // Seven days for the ruling plus seven of grace. Then three days for an appeal and fourteen for its decision.
    'ruling later 01-24',
    'appeal later 02-10',
    'paid later 02-10',
  ])
  expect(shown('disputed', 'awaiting_ruling')).toEqual([
    'opened done 01-02',
    'answers done 01-03',
    'ruling current 01-10',
    'appeal later 02-03',
    'paid later 02-03',
  ])
  expect(shown('disputed', 'ruled')).toEqual([
    'opened done 01-02',
    'answers done 01-03',
    'ruling done 01-03',
    'appeal current 01-10',
    'paid later 01-24',
  ])
  expect(shown('disputed', 'ruled', 'appealed').slice(3)).toEqual([
    'appeal current 01-10',
    'paid later 01-17',
  ])
})

test('a dispute that is over has only the stages that took place', () => {
  expect(shown('disputed', 'settled')).toEqual([
    'opened done 01-02',
    'answers done 01-03',
    'paid done 01-03',
  ])
  expect(shown('disputed', 'awaiting_ruling', 'ruled', 'appealed', 'settled')).toEqual([
    'opened done 01-02',
    'answers done 01-03',
    'ruling done 01-04',
    'appeal done 01-06',
    'paid done 01-06',
  ])
})

test('the stages of a dispute have no deadline while the time limit of the order is paused', () => {
  const stages = stagesOf({ status: 'disputed', due_at: null }, [], DEFAULT_TERMS)
  expect(stages.map(({ until }) => until)).toEqual(stages.map(() => undefined))
})
