import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { useTermsOf } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { paths } from '@/domain/paths.ts'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import styles from '../orders.module.css'
import { orderEventsQuery } from '../queries.ts'
import { stagesOf } from './dispute-stages.ts'

/** The stages of a dispute with their dates, and the rule that decides when nobody does. */
export function DisputeCourse({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const { data: events = [] } = useQuery(orderEventsQuery(order.id))
  const stages = stagesOf(order, events, useTermsOf(order))
  return (
    <SectionCard title={t('stages')}>
      <ol className={styles.stages}>
        {stages.map(({ kind, state, at, until }) => (
          <li key={kind} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span>{t(`stage_${kind}`)}</span>
            <span className={primitives.quiet}>
              {state === 'later' && until && `${t('at_the_latest')} `}
              {state === 'current' && until && `${t('until')} `}
              {(state === 'done' ? at : until) && (
                <TimeText
                  value={(state === 'done' ? at : until) ?? ''}
                  show={state === 'later' ? 'date' : 'full'}
                />
              )}
              {state === 'current' && kind === 'answers' && until && `, ${t('or_spoken')}`}
            </span>
          </li>
        ))}
      </ol>
      <details className={`${primitives.quiet} ${styles.explain}`}>
        <summary>{t('rule_title')}</summary>
        <p className={styles.text}>{t('rule_text')}</p>
      </details>
      <Anchor component={Link} href={paths.precedents} size="sm">
        {t('see_precedents')}
      </Anchor>
    </SectionCard>
  )
}
