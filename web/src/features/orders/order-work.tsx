import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStoredFile } from '@/domain/files/stored-file.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { fileSize } from '@/lib/numbers.ts'
import { FileChip } from '@/ui/file-chip.tsx'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { filesOf, type DeliveredFile } from '@/domain/orders/delivered-files.ts'
import { deliveriesQuery, type Delivery } from './queries.ts'
import styles from './orders.module.css'

function DeliveredFileChip({ file }: { file: DeliveredFile }) {
  const { t, i18n } = useTranslation('files')
  const { url, verdict } = useStoredFile(file.path, file.name)
  const text = verdict === 'rejected' ? t('rejected') : fileSize(file.size, i18n.language)
  return <FileChip name={file.name} text={text} url={url} />
}

function DeliveryItem({ delivery, number }: { delivery: Delivery; number: number }) {
  const { t } = useTranslation('orders')
  return (
    <article className={styles.delivery}>
      <header>
        <strong>{t(delivery.is_draft ? 'draft' : 'delivery', { number })}</strong>
        <TimeText value={delivery.created_at} className={primitives.quiet} />
      </header>
      <p className={styles.text}>
        <LinkedText text={delivery.note} />
      </p>
      <ul className={styles.links}>
        {delivery.links.map((link) => (
          <li key={link}>
            <ExternalLink size={15} aria-hidden />
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              {link.replace(/^https?:\/\//, '')}
            </a>
          </li>
        ))}
        {filesOf(delivery.files).map((file) => (
          <li key={file.path}>
            <DeliveredFileChip file={file} />
          </li>
        ))}
      </ul>
    </article>
  )
}

/** Drafts and deliveries are counted apart; the newest stands first. */
const numberOf = (deliveries: Delivery[], index: number) =>
  deliveries.slice(index).filter(({ is_draft }) => is_draft === deliveries[index]?.is_draft).length

/** The brief, and what came of it. */
export function OrderWork({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const { data: deliveries = [] } = useQuery(deliveriesQuery(order.id))
  return (
    <>
      {deliveries.length > 0 && (
        <SectionCard title={t('deliveries')}>
          <div className={styles.stack}>
            {deliveries.map((delivery, index) => (
              <DeliveryItem
                key={delivery.id}
                delivery={delivery}
                number={numberOf(deliveries, index)}
              />
            ))}
          </div>
        </SectionCard>
      )}
      <SectionCard title={t('brief')}>
        <p className={styles.text}>
          {order.brief ? <LinkedText text={order.brief} /> : t('no_brief')}
        </p>
      </SectionCard>
    </>
  )
}
