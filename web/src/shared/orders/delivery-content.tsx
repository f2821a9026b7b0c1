import { filesOf } from '@/domain/orders/delivered-files.ts'
import type { Tables } from '@/lib/database.types.ts'
import { AttachedList } from '@/shared/files/attached-list.tsx'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './statement-item.module.css'

export function DeliveryContent({ delivery }: { delivery: Tables<'order_deliveries'> }) {
  return (
    <>
      <p className={`${primitives.prose} ${styles.text}`}>
        <LinkedText text={delivery.note} />
      </p>
      <AttachedList links={delivery.links} files={filesOf(delivery.files)} />
    </>
  )
}
