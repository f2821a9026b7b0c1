import { paths } from '@/domain/paths.ts'
import { AGAIN_PARAMETER } from '@/domain/orders/buy-again.ts'

/** The steps of placing an order, from the first to the last. The address contains the open step. */
export const STEPS = ['what', 'brief', 'terms', 'pay'] as const
export type Step = (typeof STEPS)[number]

const STEP = 'step'

export const stepOf = (params: URLSearchParams): Step =>
  STEPS.find((step) => step === params.get(STEP)) ?? 'what'

/** Address of a step; `againId` is the earlier order, if one is bought again. */
export function stepPath(packId: string, step: Step, againId: string | null): string {
  const params = new URLSearchParams({
    ...(againId && { [AGAIN_PARAMETER]: againId }),
    ...(step !== 'what' && { [STEP]: step }),
  })
  return params.size > 0 ? `${paths.ordering(packId)}?${params}` : paths.ordering(packId)
}
