import { useTranslation } from 'react-i18next'
import { briefOf } from '@/domain/briefs/brief.ts'
import { BriefView } from '@/shared/briefs/brief-view.tsx'
import { AttachedList } from '@/shared/files/attached-list.tsx'
import { filesOf } from '@/domain/orders/delivered-files.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import type { Delivery } from '../queries.ts'
import styles from '../orders.module.css'

export function DeliveryItem({ delivery, number }: { delivery: Delivery; number: number }) {
  const { t } = useTranslation('orders')
  return (
    <article className={styles.delivery}>
      <header className={primitives.ends}>
        <strong>{t(delivery.is_draft ? 'draft' : 'delivery', { number })}</strong>
        <TimeText value={delivery.created_at} className={primitives.quiet} />
      </header>
      <p className={`${primitives.prose} ${styles.text}`}>
        <LinkedText text={delivery.note} />
      </p>
      <AttachedList links={delivery.links} files={filesOf(delivery.files)} />
    </article>
  )
}

/** The brief, with the hash of the version that the creator agrees to. */
export function OrderBrief({ order }: { order: Order }) {
  const { t } = useTranslation('brief')
  return (
    <SectionCard title={t('title')}>
      <div className={styles.promise}>
        <BriefView brief={briefOf(order)} />
        <p className={primitives.quiet}>
          {t('frozen')} <code title={order.brief_hash}>{order.brief_hash.slice(0, 8)}</code>
        </p>
      </div>
    </SectionCard>
  )
}
