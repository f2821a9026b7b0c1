import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, type OrderStatus } from '@/domain/orders/orders.ts'
import type { Terms } from '@/domain/terms.ts'
import { movesOf, type OrderEvent } from '../queries.ts'

export interface DisputeStage {
  kind: 'opened' | 'answers' | 'ruling' | 'appeal' | 'paid'
  state: 'done' | 'current' | 'later'
  /** The end of the stage; for an undecided appeal, the time when it was made. */
  at?: string | undefined
  /** The latest possible end of the stage. */
  until?: string | undefined
}

const NOW: Partial<Record<OrderStatus, DisputeStage['kind']>> = {
  disputed: 'answers',
  awaiting_ruling: 'ruling',
  ruled: 'appeal',
  appealed: 'appeal',
}

const HOUR_MS = 3_600_000
const hoursAfter = (at: string, hours: number) =>
  new Date(new Date(at).getTime() + hours * HOUR_MS).toISOString()

/** The stages of a dispute with their dates. After the end of a dispute only the stages that took place are listed. */
export function stagesOf(
  { status, due_at }: Pick<Order, 'status' | 'due_at'>,
  events: OrderEvent[],
  terms: Readonly<Terms>,
): DisputeStage[] {
  const moves = movesOf(events)
  const cameTo = (to: string) => moves.findLast((move) => move.to_status === to)?.created_at
  const left = (from: string) => moves.findLast((move) => move.from_status === from)?.created_at
  const isOver = isFinal(status)
  const stages: Omit<DisputeStage, 'state'>[] = [
    { kind: 'opened', at: cameTo('disputed') },
    { kind: 'answers', at: left('disputed') },
    { kind: 'ruling', at: cameTo('ruled') ?? left('awaiting_ruling') },
    { kind: 'appeal', at: isOver ? left('appealed') : cameTo('appealed') },
    { kind: 'paid', at: isOver ? cameTo(status) : undefined },
  ]
  if (isOver)
    return stages
      .filter(({ at }) => at !== undefined)
      .map((stage) => ({ ...stage, state: 'done' as const }))

  const now = stages.findIndex(({ kind }) => kind === NOW[status])
  const { ruling_window, ruling_grace, appeal_window, appeal_ruling_window } = terms
  const decision = appeal_ruling_window + ruling_grace
  // `more` contains the hours that may follow the deadline of a state, `takes` the longest duration of a later stage.
  const more: Partial<Record<OrderStatus, number>> = {
    awaiting_ruling: ruling_grace,
    ruled: decision,
    appealed: ruling_grace,
  }
  const takes: Partial<Record<DisputeStage['kind'], number>> = {
    ruling: ruling_window + ruling_grace,
    appeal: appeal_window + decision,
  }
  let hours = more[status] ?? 0
  return stages.map((stage, index) => {
    if (index < now) return { ...stage, state: 'done' }
    if (index === now) return { ...stage, state: 'current', until: due_at ?? undefined }
    hours += takes[stage.kind] ?? 0
    return { ...stage, state: 'later', until: due_at ? hoursAfter(due_at, hours) : undefined }
  })
}
