import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock } from 'lucide-react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { platformName } from '@/domain/market/market.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { BoughtLines } from '@/shared/orders/bought-lines.tsx'
import { PromiseList } from '@/shared/orders/promise-list.tsx'
import { termsOf } from '@/domain/orders/promise.ts'
import { Fact } from '@/ui/fact.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { offerOfOrderQuery } from '../queries.ts'
import { agreedAt } from './order-view.ts'
import styles from '../orders.module.css'

interface Props {
  order: Order
  names: { brand: string; kol: string }
}

interface AgreedProps {
  text: string
  at: string | null
  isAgreed?: boolean
}

function Agreed({ text, at, isAgreed = at !== null }: AgreedProps) {
  const Icon = isAgreed ? CircleCheck : Clock
  return (
    <li>
      <Icon size={15} aria-hidden />
      <span>
        {text}
        {at && (
          <>
            {' '}
            · <TimeText value={at} show="full" />
          </>
        )}
      </span>
    </li>
  )
}

/** Says who agreed to the terms, and when: the creator by making the offer, or by accepting the order. */
function AgreedBy({ order, names }: Props) {
  const { t } = useTranslation('promise')
  const { data: offer } = useQuery({
    ...offerOfOrderQuery(order),
    enabled: order.offer_id !== null,
  })
  const at = agreedAt(order, 'kol', offer)
  const agreed = order.starts_when_paid ? 'agreed_by_offer' : at ? 'agreed' : 'agrees_creator'
  return (
    <ul className={styles.agreed}>
      <Agreed
        text={t('agreed', { name: isolated(names.brand) })}
        at={agreedAt(order, 'brand', offer)}
      />
      <Agreed
        text={t(agreed, { name: isolated(names.kol) })}
        at={at}
        isAgreed={agreed !== 'agrees_creator'}
      />
    </ul>
  )
}

/** The terms that were copied when the order was placed, and when each side agreed to them. */
export function OrderPromise({ order, names }: Props) {
  const { t } = useTranslation(['promise', 'orders', 'common'])
  const terms = termsOf(order.terms)
  return (
    <SectionCard title={t('title')}>
      <div className={styles.promise}>
        {terms?.description && (
          <MemberText text={terms.description} hasLinks className={styles.text} />
        )}
        {terms && <BoughtLines bought={terms} currency={order.currency} />}
        <dl className={primitives.pairs}>
          {terms?.platform && (
            <Fact name={t('common:platform')}>{platformName(terms.platform)}</Fact>
          )}
          <Fact name={t('orders:delivery_time')}>
            {t('common:days', { count: order.delivery_days })}
          </Fact>
          <Fact name={t('orders:revisions')}>
            {t('orders:revisions_used', {
              used: order.revisions_used,
              allowed: order.revisions_allowed,
            })}
          </Fact>
        </dl>
        {terms ? (
          <PromiseList promised={terms} />
        ) : (
          <p className={primitives.quiet}>{t('unknown')}</p>
        )}
        <AgreedBy order={order} names={names} />
        {terms && (
          <p className={primitives.quiet}>
            {t('copied')} {t('version')}{' '}
            <code title={order.terms_hash}>{order.terms_hash.slice(0, 8)}</code>
          </p>
        )}
      </div>
    </SectionCard>
  )
}
