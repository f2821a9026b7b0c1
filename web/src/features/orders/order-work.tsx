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
import type { Delivery } from './queries.ts'
import styles from './orders.module.css'

function DeliveredFileChip({ file }: { file: DeliveredFile }) {
  const { t, i18n } = useTranslation('files')
  const { url, verdict } = useStoredFile(file.path, file.name)
  const text = verdict === 'rejected' ? t('rejected') : fileSize(file.size, i18n.language)
  return <FileChip name={file.name} text={text} url={url} />
}

export function DeliveryItem({ delivery, number }: { delivery: Delivery; number: number }) {
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

/** What the brand asked for. */
export function OrderBrief({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  return (
    <SectionCard title={t('brief')}>
      <p className={styles.text} dir="auto">
        {order.brief ? <LinkedText text={order.brief} /> : t('no_brief')}
      </p>
    </SectionCard>
  )
}
