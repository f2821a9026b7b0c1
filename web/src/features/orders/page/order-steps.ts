import type { Order } from '@/domain/orders/order-query.ts'
import {
  isFinal,
  isMilestoneMove,
  isPaymentMove,
  phaseOf,
  stageOf,
  type OrderStatus,
} from '@/domain/orders/orders.ts'
import { termsOf } from '@/domain/orders/promise.ts'
import { movesOf, type OrderEvent } from '../queries.ts'

export interface Step {
  kind: 'placed' | 'paid' | 'accepted' | 'draft' | 'work' | 'milestone' | 'dispute' | 'end'
  /** Number of a milestone, from 1. */
  number?: number
  state: 'done' | 'current' | 'later'
  at: string | undefined
}

const isOpen = (status: string | null) =>
  status !== null && phaseOf(status as OrderStatus) === 'open'

type Placed = Pick<
  Order,
  'status' | 'created_at' | 'terms' | 'milestone_count' | 'starts_when_paid'
>

/** The steps of an order and its present step. A dispute or an early end replaces the steps that did not take place. */
export function stepsOf(order: Placed, events: OrderEvent[]): Step[] {
  const { status, milestone_count: milestones } = order
  const moves = movesOf(events)
  const cameTo = (to: string) => moves.findLast((move) => move.to_status === to)?.created_at
  const accepted = moves.filter(isMilestoneMove)
  const approved = cameTo('draft_approved')
  const needsDraft = termsOf(order.terms)?.needs_draft === true && milestones === 0
  const isAnswered = (from: string | null) => stageOf(from as OrderStatus) === 'acceptance'
  const answered = moves.find(({ from_status }) => from_status && isAnswered(from_status))
  // An order from the creator's own offer starts when it is paid, unless the creator could not start at that time.
  const needsAcceptance = !order.starts_when_paid || answered || isAnswered(status)
  const road: Omit<Step, 'state'>[] = [
    { kind: 'placed', at: order.created_at },
    { kind: 'paid', at: moves.find(isPaymentMove)?.created_at },
    ...(needsAcceptance ? [{ kind: 'accepted' as const, at: answered?.created_at }] : []),
    ...(needsDraft ? [{ kind: 'draft' as const, at: approved }] : []),
    ...(milestones === 0 ? [{ kind: 'work' as const, at: cameTo('delivered') }] : []),
    ...Array.from({ length: milestones }, (_, index) => ({
      kind: 'milestone' as const,
      number: index + 1,
      at: accepted[index]?.created_at,
    })),
    { kind: 'end', at: isFinal(status) ? cameTo(status) : undefined },
  ]
  if (status === 'completed') return road.map((step) => ({ ...step, state: 'done' }))

  // An order that is not open any more stopped at the last open state.
  const left = moves.findLast(({ from_status }) => isOpen(from_status))?.from_status
  const last = (isOpen(status) ? status : (left ?? 'pending_payment')) as OrderStatus
  const kindNow = (): Step['kind'] => {
    const stage = stageOf(last)
    if (stage === 'unpaid') return 'paid'
    if (stage === 'acceptance') return 'accepted'
    if (milestones > 0) return 'milestone'
    if (needsDraft && !approved) return 'draft'
    return stage === 'work' ? 'work' : 'end'
  }
  const kind = kindNow()
  const now =
    road.findIndex((step) => step.kind === kind) + (kind === 'milestone' ? accepted.length : 0)
  const behind = road.slice(0, now).map((step) => ({ ...step, state: 'done' as const }))
  if (isOpen(status))
    return [
      ...behind,
      ...road.slice(now).map((step, index) => ({
        ...step,
        state: index === 0 ? ('current' as const) : ('later' as const),
        at: undefined,
      })),
    ]
  const at = cameTo('disputed')
  const dispute = at ? [{ kind: 'dispute' as const, at, state: 'done' as const }] : []
  const end = road.slice(-1).map((step) => ({ ...step, state: 'done' as const }))
  if (isFinal(status)) return [...behind, ...dispute, ...end]
  return [
    ...behind,
    ...dispute.map((step) => ({ ...step, state: 'current' as const })),
    ...end.map((step) => ({ ...step, state: 'later' as const })),
  ]
}
