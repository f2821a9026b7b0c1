import {
  mayAct,
  stageOf,
  waitsFor,
  type OrderSide,
  type OrderStatus,
  type Stage,
} from '@/domain/orders/orders.ts'

export interface SuspendedStep {
  /** Which side is suspended: the reader's own or the other one. */
  who: 'me' | 'other'
  stage: Stage
}

/** The suspended side and the step that it cannot do; null if the order can continue. */
export function suspendedStepOf(
  status: OrderStatus,
  side: OrderSide,
  suspended: { me: boolean; other: boolean },
): SuspendedStep | null {
  const stage = stageOf(status)
  if (stage === null) return null
  if (waitsFor(status, side)) {
    if (!mayAct(status, suspended.me)) return { who: 'me', stage }
    return stage === 'unpaid' && suspended.other ? { who: 'other', stage } : null
  }
  return !suspended.me && suspended.other ? { who: 'other', stage } : null
}
