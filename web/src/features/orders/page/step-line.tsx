import { Check } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, phaseOf } from '@/domain/orders/orders.ts'
import { TimeText } from '@/ui/time-text.tsx'
import { orderEventsQuery } from '../queries.ts'
import { stepsOf, type Step } from './order-steps.ts'
import styles from '@/ui/step-line.module.css'

/** The steps of an order with their dates on one line, which wraps on a narrow screen. */
export function StepLine({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'order-states'])
  const { data: events = [] } = useQuery(orderEventsQuery(order.id))
  const steps = stepsOf(order, events)
  const now = steps.findIndex(({ state }) => state === 'current')
  const nameOf = ({ kind, state, number }: Step) => {
    if (kind === 'milestone') return t('step_milestone', { number })
    if (kind !== 'end') return t(state === 'done' ? `step_${kind}_done` : `step_${kind}`)
    if (isFinal(order.status)) return t(`order-states:${order.status}_name`)
    return t(phaseOf(order.status) === 'disputed' ? 'step_decision' : 'step_end')
  }
  // The last step is done only in a completed order. An order that was declined, cancelled or expired has only ended.
  const isDone = ({ kind, state }: Step) =>
    state === 'done' && (kind !== 'end' || phaseOf(order.status) === 'completed')
  return (
    <ol className={styles.line} aria-label={t('steps')} data-phase={phaseOf(order.status)}>
      {steps.map((step, index) => (
        <li
          key={`${step.kind} ${step.number}`}
          data-state={step.state}
          aria-current={index === (now < 0 ? steps.length - 1 : now) ? 'step' : undefined}
        >
          <span className={styles.name}>
            {isDone(step) && (
              <>
                <Check size={14} aria-hidden />
                <span className="k-visually-hidden">{t('step_done')} </span>
              </>
            )}
            {nameOf(step)}
          </span>
          {step.at && <TimeText value={step.at} show="date" className={styles.date} />}
        </li>
      ))}
    </ol>
  )
}
